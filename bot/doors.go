package bot

import (
	"context"
	"errors"
	"slices"

	"settable/bot/command"
	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// doors handles all ways for users to reach a table. Players can make the same moves through each of them.
type doors struct {
	lobby    *lobby.Lobby
	commands command.Register
	deps     *command.Deps
	send     *delivery.Sender
	hints    discord.Lately[asker]
	invite   string // the link that adds the bot to a server; "": not known
	faults   discord.FaultLog
}

// message passes a typed message to the channel's table, or answers a mention or a request for a game.
func (d *doors) message(w table.Word) {
	t := d.lobby.Tables.In(w.Channel)
	asks := d.asks(w)
	if t == nil { // there is no table, or the table is asleep
		if asks || !d.lobby.Wake(w) && w.Door == table.Mention {
			d.offer(w)
		}
		return
	}
	t.Backlog.MessageArrived(w.Message)
	t.Post.CountMessage(w.Message)
	if t.Backlog.WasJudged(w) {
		return
	}
	if asks || !t.Backlog.IsHolding() { // otherwise the meaning could depend on missed words
		w = t.Understand(w)
		if w.Move == nil && asks {
			d.offer(w) // also while a channel is being read again, because an offer changes nothing
			return
		}
		if w.Move == nil && w.Door == table.Typed {
			return // talk takes no room in the inbox
		}
	}
	d.give(t, w)
}

// direct answers a direct message by explaining that games need a channel. A user who keeps writing gets at most one
// answer per hintEvery.
func (d *doors) direct(m discord.DirectMessage) {
	who := m.Author.ID
	if !d.hints.May(asker{m.Channel, who}, m.At, hintEvery) {
		return
	}
	text := games.Say("lobby.direct")
	if d.invite != "" {
		text = games.Say("lobby.direct_invite", "link", d.invite)
	}
	lang := d.lobby.Words.In(d.lobby.Locales.Of(who))
	d.send.Reply(m.Channel, m.ID, lang.Plain(text))
}

func (d *doors) press(p discord.Press) {
	id, refusal := d.lobby.Seal.Read(p.Guild, p.CustomID)
	if refusal != "" {
		d.whisper(lobby.FromInteraction(p.Interaction, table.Button, "", table.Sight{}), refusal)
		return
	}
	w := lobby.FromInteraction(p.Interaction, table.Button, id.Words, lobby.SightOf(id))
	if cmd, ok := d.commands.Button(id.Kind); ok {
		call := d.invocation(p.Interaction, w)
		call.Button = id
		d.deps.Do(cmd, call)
		return
	}
	if p.Private && id.Kind == message.ConfirmButton {
		agreed := message.ParseConfirmation(id.Words)
		w.Words, w.AgreedCost, w.Confirmed = agreed.Words, agreed.Cost, true
	}
	own := []string{message.OwnMove, message.OwnForm, message.OwnCard, message.OwnShow}
	w.OnOwnHand = p.Private && slices.Contains(own, id.Kind)
	w.InWords = id.Kind == message.WordedButton
	w.WasPicked = p.Private && (w.InWords || id.Kind == message.ChoiceButton)
	d.atTable(w, func(t *lobby.Table) { d.pressed(t, w, id.Kind) })
}

func (d *doors) pressed(t *lobby.Table, w table.Word, kind string) {
	switch kind {
	case message.MoveButton, message.ConfirmButton, message.OwnMove:
		d.give(t, w)
	case message.CardButton, message.OwnCard:
		if claim := t.PressCard(w); claim != "" { // like a form, the claim names the cards, so it can't be stale
			w.Door, w.Words, w.ByCards = table.Modal, claim, kind == message.CardButton
			d.give(t, w)
		}
	case message.FormButton, message.OwnForm:
		chooses := message.HasChoice(t.Manual, w.Words)
		if !(chooses && lobby.Picking{Table: t, Word: w}.Open()) && !t.OpenForm(w, kind) {
			d.whisper(w, "lobby.not_now")
		}
	case message.TypeButton:
		form := message.FormButton
		if t.Manual.Hands { // the button's message will show the player's hand
			form = message.OwnForm
		}
		if !t.OpenForm(w, form) {
			d.whisper(w, "lobby.not_now")
		}
	case message.ChoiceButton, message.WordedButton:
		d.choose(t, w)
	case message.OwnShow:
		t.RefreshHand(w)
	default:
		d.whisper(w, message.Forged)
	}
}

// choose handles a press that picks an item for a move, such as a pile. The press that completes the move also plays
// it. Like a form, the button names the items, so it can't be stale.
func (d *doors) choose(t *lobby.Table, w table.Word) {
	if !w.WasPicked { // a player's own choice never replaces a message that everyone sees
		d.whisper(w, message.Forged)
		return
	}
	w.Words = lobby.Picking{Table: t, Word: w}.Pick()
	switch _, _, all := message.SplitChoice(t.Manual, w.Words); {
	case all:
		w.Door = table.Modal
		d.give(t, w)
	default:
		lobby.Picking{Table: t, Word: w}.ShowAgain()
	}
}

// submit handles a submitted form, which contains the verb it was opened for and what the player typed.
func (d *doors) submit(m discord.Submit) {
	id, refusal := d.lobby.Seal.Read(m.Guild, m.CustomID)
	if refusal == "" && id.Kind != message.FormButton && id.Kind != message.OwnForm {
		refusal = message.Forged
	}
	if refusal != "" {
		d.whisper(lobby.FromInteraction(m.Interaction, table.Modal, "", table.Sight{}), refusal)
		return
	}
	words := message.Complete(id.Words, m.Fields[message.FormField])
	w := lobby.FromInteraction(m.Interaction, table.Modal, words, lobby.SightOf(id))
	if w.Words == id.Words {
		d.whisper(w, "lobby.empty_form")
		return
	}
	w.OnOwnHand = m.Private && id.Kind == message.OwnForm
	d.atTable(w, func(t *lobby.Table) { d.give(t, w) })
}

// slash handles slash commands, both moves and everything else.
func (d *doors) slash(c discord.Slash) {
	w := lobby.FromInteraction(c.Interaction, table.Slash, "", table.Sight{})
	if c.Guild == 0 {
		d.whisper(w, "lobby.not_here")
		return
	}
	if cmd, ok := d.commands.Find(c.Name, c.Sub); ok && cmd.Run != nil {
		call := d.invocation(c.Interaction, w)
		call.Sub, call.Options, call.Names = c.Sub, c.Options, c.Names
		d.deps.Do(cmd, call)
		return
	}
	w.Words = message.Complete(c.Name, c.Options["words"])
	if who, err := ids.Parse[ids.User](c.Options["who"]); err == nil {
		w.Words = message.Complete(c.Name, discord.Mention(who))
	}
	d.here(w, func(t *lobby.Table) { d.give(t, w) })
}

func (d *doors) typedInvocation(w table.Word) command.Invocation {
	return command.Invocation{
		Deps: d.deps, Language: d.lobby.Languages.ForAnswer(w), Guild: w.Guild, Channel: w.Channel, Who: w.Who, At: w.At,
		Source: w.Source, Word: w,
	}
}

func (d *doors) invocation(i discord.Interaction, w table.Word) command.Invocation {
	c := d.typedInvocation(w)
	c.Ticket, c.BotPermissions, c.UserPermissions, c.Thread, c.ShownPicture = i.Ticket, i.May, i.UserMay, i.Thread, i.Shows
	return c
}

// atTable calls do with the table that a button belongs to, and first reopens that table if it has stopped or is
// asleep. If the channel no longer has that table, atTable tells the user that it is closed.
func (d *doors) atTable(w table.Word, do func(*lobby.Table)) {
	if t := d.lobby.Tables.In(w.Channel); t != nil && t.Row.ID == w.Sight.Table {
		do(t)
		return
	}
	d.look(w, func(ctx context.Context) error {
		row, err := d.lobby.Store.TableIn(ctx, w.Channel)
		switch {
		case err != nil && !errors.Is(err, store.ErrNoTable):
			d.lobby.Replies.Whisper(w, d.lobby.CannotReopen(w.Channel, err).Phrase)
			return nil
		case err != nil || row.ID != w.Sight.Table:
			d.refuseClosed(w)
			return nil
		}
		d.here(w, do)
		return nil
	})
}

// here calls do with the channel's table, and first reopens that table if it has stopped or is asleep. If the table
// can't be reopened, a user with the right to do so can close it with "end".
func (d *doors) here(w table.Word, do func(*lobby.Table)) {
	if t := d.lobby.Tables.In(w.Channel); t != nil {
		do(t)
		return
	}
	d.look(w, func(ctx context.Context) error {
		t, err := d.lobby.Revive(ctx, w.Channel)
		var told games.Illegal
		switch {
		case err == nil:
			do(t)
			return nil
		case errors.Is(err, store.ErrNoTable):
			d.whisper(w, "lobby.no_table")
			return nil
		case errors.As(err, &told):
			d.lobby.Replies.Whisper(w, told.Phrase)
			return nil
		case table.IsInterruption(err):
			d.lobby.Replies.Whisper(w, lobby.Sorry(err))
			return err
		case w.Words == "end" && !d.lobby.IsDatabaseFault(err):
			return d.lobby.CloseStuckFor(ctx, w)
		}
		d.lobby.Replies.Whisper(w, d.lobby.CannotReopen(w.Channel, err).Phrase)
		return nil
	})
}

// give passes w to the table, unless it is talk. If the bot may have missed earlier messages, w waits until the bot has
// read the channel, and give moves that task to the front of the queue. If the table is over or too many moves of the
// user are waiting, give tells the user so.
func (d *doors) give(t *lobby.Table, w table.Word) {
	waits, done := t.Backlog.HoldWord(w)
	if waits {
		d.lobby.Tasks.MoveToFront(catchingUp, int64(t.Row.ID), w.At)
	} else {
		w = t.Understand(w)
		done = w.Move == nil && w.Door == table.Typed || t.Game.Put(w)
	}
	switch {
	case done:
	case t.Over():
		if w.Private() {
			d.refuseClosed(w)
		} else if w.Door == table.Mention {
			d.offer(w)
		}
	default:
		if w.Private() {
			d.whisper(w, "lobby.too_busy")
		} else if t.Game.IsSeated(w) || w.Meant() {
			d.lobby.Replies.React(w, "⏳")
		}
		d.logDropped(t, w)
	}
}

// refuseClosed tells the user that the table is closed or the bot is about to stop.
func (d *doors) refuseClosed(w table.Word) {
	if d.lobby.Leaving() {
		d.whisper(w, "lobby.leaving")
		return
	}
	d.whisper(w, "lobby.table_closed")
}

// look runs f, which looks up a table, in a goroutine. If too many look-ups are running, it tells the user so.
func (d *doors) look(w table.Word, f func(context.Context) error) {
	if !d.send.Go("looking up a table", f) {
		d.whisper(w, "lobby.crowded")
	}
}

// logDropped counts and logs a move that was dropped because too many were waiting.
func (d *doors) logDropped(t *lobby.Table, w table.Word) {
	if w = t.Understand(w); w.Move == nil && w.Door == table.Typed {
		return
	}
	sender := "bystander"
	if t.Game.IsSeated(w) {
		sender = "player"
	}
	d.lobby.Meter.Dropped(sender)
	d.faults.Warn(d.lobby.Log, "moves dropped, because their sender had too many waiting", sender,
		"sender", sender, "table", t.Row.ID)
}

// complete answers an autocomplete request with suggestions for a move.
func (d *doors) complete(c discord.Complete) {
	var list []discord.Choice
	if t := d.lobby.Tables.In(c.Channel); t != nil && c.Focused == "words" {
		lang := d.lobby.Words.In(c.Locale)
		list = message.Suggest(lang, t.ViewFor(c.User.ID), c.Name, c.Options["words"])
	}
	d.send.Choices(c.Ticket, list)
}

func (d *doors) whisper(w table.Word, key string) { d.lobby.Replies.Whisper(w, games.Say(key)) }
