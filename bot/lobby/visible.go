package lobby

import (
	"context"
	"errors"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/bot/poster"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

// onTrouble is called by the table's poster if the table can't be shown, and once it can be shown again.
func (t *Table) onTrouble(what poster.Trouble, why error) {
	switch what {
	case poster.ChannelGone:
		t.lobby.Absences.Doubt(Place{Channel: t.Row.Channel})
	case poster.Hidden:
		t.hide(why)
		hidden := table.Hidden{IsRefused: rest.IsPermanentRefusal(why)}
		if since := t.unseenSince.Load(); since != nil {
			hidden.Since = *since
		}
		t.Game.Order(hidden)
		if !t.hasPost.Load() && rest.IsPermanentRefusal(why) && seatedPeople(t.Game.Session()) < 2 {
			// The bot stopped before it could post the table, so the table never opened.
			t.log.Warn("closing a table, because its first message couldn't be posted", "error", why)
			t.Game.Order(table.Close{Done: make(chan struct{})})
		}
	case poster.Visible:
		t.whyHidden.Store(nil)
		t.updateHands(t.Game.Session()) // the hands then say that the table can't be seen
		t.Game.Order(table.Visible{Quiet: errors.Is(why, poster.ErrKeepsBeingDeleted)})
	case poster.KeepsBeingDeleted:
		t.log.Warn("a table's messages keep being deleted, posting it less often until a player makes a move")
		t.Say(games.Say("lobby.swept"))
	}
}

// hide records why the table can't be shown, so that private answers can explain it.
func (t *Table) hide(why error) {
	first := whyUnseen(why)
	t.whyHidden.Store(&first)
	t.updateHands(t.Game.Session())
	if !errors.Is(why, discord.ErrMissingAccess) {
		return
	}
	t.lobby.Send.Go("finding out why a table can't be shown", func(ctx context.Context) error {
		exactly, until, err := t.lobby.obstacle(ctx, t.Row.Guild, t.Row.Channel, why)
		if t.whyHidden.CompareAndSwap(&first, &exactly) && !until.IsZero() {
			time.AfterFunc(until.Sub(t.lobby.Now())+time.Second, t.Post.Retry)
		}
		t.updateHands(t.Game.Session())
		return err
	})
}

// whyUnseen returns a phrase that explains why a message couldn't be shown, as far as the error tells.
func whyUnseen(why error) games.Phrase {
	switch {
	case errors.Is(why, poster.ErrKeepsBeingDeleted):
		return games.Say("lobby.why.swept")
	case errors.Is(why, discord.ErrMissingAccess):
		return games.Say("lobby.why.denied")
	case errors.Is(why, discord.ErrBlocked):
		return games.Say("lobby.why.blocked")
	case errors.Is(why, discord.ErrArchived):
		return games.Say("lobby.why.locked")
	case rest.IsRefusal(why):
		return games.Say("lobby.why.refused")
	}
	return games.Say("lobby.why.outage")
}

// obstacle asks Discord what keeps the bot from posting in a channel and, if known, until when. If the request fails,
// obstacle returns what the given error tells.
func (l *Lobby) obstacle(ctx context.Context, g ids.Guild, c ids.Channel, why error) (
	what games.Phrase, until time.Time, err error) {

	o, err := l.Discord.Obstacle(ctx, g, c)
	switch {
	case err != nil:
		return whyUnseen(why), until, err
	case !o.TimedOut.IsZero():
		return games.Say("lobby.why.timed_out", "until", discord.Timestamp(o.TimedOut, "f")), o.TimedOut, nil
	case o.Hidden:
		return games.Say("lobby.why.hidden"), until, nil
	case o.Locked:
		return games.Say("lobby.why.locked"), until, nil
	case o.Missing != 0:
		var names []games.Phrase
		for _, p := range o.Missing.Each() {
			names = append(names, games.Say("command.permission."+p.String()))
		}
		return games.Say("lobby.why.missing", "permissions", names), until, nil
	}
	return whyUnseen(why), until, nil
}

// mayPost asks Discord whether the bot can now post a table.
func (l *Lobby) mayPost(ctx context.Context, row store.Table) bool {
	o, err := l.Discord.Obstacle(ctx, row.Guild, row.Channel)
	return err == nil && o == (rest.Obstacle{})
}

// withTrouble is like Tables.WithTrouble, in the player's language.
func (t *Table) withTrouble(w table.Word, m discord.Message) discord.Message {
	return t.lobby.Tables.WithTrouble(w.Channel, t.languages.reader(w), m)
}

// WithTrouble prepares the answer to a player. If the channel's table can't be shown, it adds an explanation and tries
// to show the table again, because the player is waiting for it.
func (ts *Tables) WithTrouble(c ids.Channel, lang *words.Language, m discord.Message) discord.Message {
	t := ts.In(c)
	if t == nil {
		m.Content = message.Cut(m.Content, message.MostText)
		return m
	}
	t.retryIfHidden()
	return t.explainHidden(lang, m)
}

// retryIfHidden tries to show a hidden table again. Call it only if a player has asked for something: if the bot's own
// updates called it, every refusal would cause the next request.
func (t *Table) retryIfHidden() {
	if t.whyHidden.Load() != nil {
		t.Post.Retry()
	}
}

// explainHidden adds an explanation to a private message if the table can't be shown.
func (t *Table) explainHidden(lang *words.Language, m discord.Message) discord.Message {
	m.Content = message.Cut(m.Content, message.MostText)
	why := t.whyHidden.Load()
	if why == nil {
		return m
	}
	note := "\n-# " + lang.Plain(games.Say("lobby.unseen", "why", *why))
	with := func(text string) string {
		if strings.Contains(text, note) {
			return text
		}
		return strings.TrimPrefix(message.Cut(text, message.MostText-message.Size(note))+note, "\n")
	}
	m.Content = with(m.Content)
	if words := m.InWords; words != nil {
		m.InWords = func() string { return with(words()) }
	}
	return m
}
