package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// message is the first and the second door: typed words, a mention, a reply.
func (b *Bot) message(m discord.Said) {
	t := b.lobby.at(channelID(m.Channel))
	if t == nil {
		if m.MentionsMe && !m.ReplyToMe && b.hints.may(channelID(m.Channel), m.At) {
			b.reply(fromMessage(m), "There is no table in this channel. "+invitation)
		}
		return
	}
	t.passed.Add(1)
	s := t.meant(fromMessage(m))
	if _, ok := t.rules.Parse(s.Words); !ok && s.Door == typed {
		return // talk takes no room in the inbox
	}
	if !t.mail.put(s) && !t.mail.isClosed() {
		b.react(s, "⏳")
		t.log.Warn("the inbox is full: a move was not looked at")
	}
}

// meant adds the verb that is understood: whoever has called, or answers the
// table, may say the cards alone.
func (t *table) meant(s said) said {
	if _, ok := t.rules.Parse(s.Words); ok {
		return s
	}
	full := t.manual.Verbs[0].Name + " " + s.Words
	if _, ok := t.rules.Parse(full); ok && (s.ToUs || t.hasCalled(s.Who.ID)) {
		s.Words = full
	}
	return s
}

func (t *table) hasCalled(p store.PlayerID) bool {
	now := t.glance.Load()
	seat, sits := now.seats[p]
	return sits && slices.ContainsFunc(now.view().Seats, func(pl games.Place) bool { return pl.Seat == seat && pl.Calling })
}

const invitation = "`/play` opens one, `/help` says how it all works."

// press is the third door.
func (b *Bot) press(p discord.Press) {
	id, refusal := b.seal.read(p.Guild, p.CustomID)
	if refusal != "" {
		b.whisper(fromInteraction(p.Interaction, button, "", sight{}), refusal)
		return
	}
	s := fromInteraction(p.Interaction, button, id.words, id.sight)
	switch id.kind {
	case helpButton:
		b.help(s)
		return
	case boardButton:
		b.turnPage(s)
		return
	case againButton:
		b.playAgain(s)
		return
	}
	if t := b.lobby.at(s.Channel); id.kind == textButton && (t == nil || t.row.ID != s.Sight.Table) {
		b.endAsText(s)
		return
	}
	s.Own = p.Private && (id.kind == ownMove || id.kind == ownForm || id.kind == ownPick)
	if id.kind == ownPick { // like a form: what is chosen says itself which cards are meant
		s.Door, s.Words = modal, complete(id.words, strings.Join(p.Values, " "))
	}
	b.atTable(s, func(t *table) { b.pressed(t, s, id.kind) })
}

// pressed is a press on a button of a table that stands.
func (b *Bot) pressed(t *table, s said, kind string) {
	switch kind {
	case moveButton, ownMove, ownPick:
		b.give(t, s)
	case formButton, ownForm:
		b.form(t, s)
	case handButton:
		b.showHand(t, s)
	case whyButton:
		b.explainPots(t, s)
	case textButton:
		b.asText(s, t)
	default:
		b.whisper(s, forged)
	}
}

// atTable does something at the table a button was drawn on, if it stands in
// the channel where it was pressed; one that had stopped is opened again. Who
// forged or kept an old button is told so.
func (b *Bot) atTable(s said, do func(*table)) {
	if t := b.lobby.at(s.Channel); t != nil && t.row.ID == s.Sight.Table {
		do(t)
		return
	}
	b.errand("looking for a table", func(ctx context.Context) error {
		row, err := b.store.TableIn(ctx, s.Channel)
		if err != nil || row.ID != s.Sight.Table {
			b.whisper(s, "That table is closed. "+invitation)
			return nil
		}
		b.here(s, do)
		return nil
	})
}

// give hands what was said to the table.
func (b *Bot) give(t *table, s said) {
	switch {
	case t.mail.put(s):
	case t.mail.isClosed():
		b.whisper(s, "That table is closed. "+invitation)
	default:
		b.whisper(s, "The table is too busy just now: nothing was played. Please try again.")
	}
}

// form opens the modal in which a move's words are completed.
func (b *Bot) form(t *table, s said) {
	kind := formButton
	if s.Own {
		kind = ownForm
	}
	for _, o := range t.seen(s.Who.ID).Offers {
		if o.Takes == games.Bare || o.Words != s.Words {
			continue
		}
		field := discord.Field{ID: "words", Label: needs(o.Takes), Placeholder: t.example(o.Words), Min: 1, Max: 40}
		if o.Takes == games.Amount {
			field.Label, field.Placeholder = fmt.Sprintf("How many chips, %d to %d", o.Min, o.Max), strconv.Itoa(int(o.Min))
		}
		m := discord.Modal{CustomID: b.seal.write(s.Guild, customID{kind, s.Sight, s.Words}), Title: strings.TrimSuffix(offerLabel(o), "…"), Fields: []discord.Field{field}}
		b.delivery.Form(ticketOf(s), m)
		return
	}
	b.whisper(s, "That can't be done just now. Look at the newest picture.")
}

// example is what a verb may take: "a b c".
func (t *table) example(verb string) string {
	for _, v := range t.manual.Verbs {
		if v.Name == verb {
			return operands(v)
		}
	}
	return ""
}

// submit is a modal sent off: the verb it was opened for and the words typed.
func (b *Bot) submit(m discord.Submit) {
	id, refusal := b.seal.read(m.Guild, m.CustomID)
	if refusal == "" && id.kind != formButton && id.kind != ownForm {
		refusal = forged
	}
	if refusal != "" {
		b.whisper(fromInteraction(m.Interaction, modal, "", sight{}), refusal)
		return
	}
	s := fromInteraction(m.Interaction, modal, complete(id.words, m.Fields["words"]), id.sight)
	if s.Words == id.words {
		b.whisper(s, "That form was empty: nothing was played.")
		return
	}
	s.Own = m.Private && id.kind == ownForm
	b.atTable(s, func(t *table) { b.give(t, s) })
}

// complete is a verb with the words that were given for it: "set a b c" in full
// is fine too.
func complete(verb, words string) string {
	words = strings.TrimSpace(words)
	if rest, again := strings.CutPrefix(strings.ToLower(words), verb+" "); again {
		words = strings.TrimSpace(rest)
	}
	return strings.TrimSpace(verb + " " + words)
}

// playAgain opens a new table with the people and options of one that has ended.
func (b *Bot) playAgain(s said) {
	b.errand("playing again", func(ctx context.Context) error {
		old, lines, err := b.store.Export(ctx, s.Sight.Table)
		if err != nil || old.Channel != s.Channel || old.Closed.IsZero() {
			b.whisper(s, "That game can't be played again. "+invitation)
			return nil
		}
		people, err := b.stayed(ctx, old, lines, s.Who)
		if err != nil {
			b.whisper(s, apology)
			return err
		}
		letters := make([]said, 0, len(people)+1)
		for _, p := range people {
			letters = append(letters, said{Door: ours, Channel: s.Channel, Guild: s.Guild, Who: p, Words: "join", At: s.At})
		}
		letters = append(letters, said{Door: ours, Channel: s.Channel, Guild: s.Guild, Who: people[0], Words: "start", At: s.At})
		err = b.open(ctx, store.Table{Guild: s.Guild, Channel: s.Channel, Game: old.Game, Options: old.Options, Opener: s.Who.ID, Opened: s.At}, s.Source, letters...)
		if err != nil {
			return b.openFailed(s, err)
		}
		return b.rest.DeferUpdate(ctx, ticketOf(s))
	})
}

// stayed are the people of a table who had not left at its end, and whoever
// wants to play again.
func (b *Bot) stayed(ctx context.Context, row store.Table, lines []store.Line, caller person) ([]person, error) {
	var order []store.PlayerID
	left := map[store.PlayerID]bool{}
	for _, l := range lines {
		switch {
		case l.Seat <= games.Watcher:
		case l.Words == "leave":
			left[l.Player] = true
		case l.Words == "join":
			if _, back := left[l.Player]; !back {
				order = append(order, l.Player)
			}
			left[l.Player] = false
		}
	}
	known, err := b.nameAll(ctx, row.Guild, order)
	if err != nil {
		return nil, fmt.Errorf("finding who played at table %d: %w", row.ID, err)
	}
	var people []person
	here := false
	for _, p := range order {
		if !left[p] {
			people = append(people, person{ID: p, Name: known.of(p)})
			here = here || p == caller.ID
		}
	}
	if !here {
		people = append(people, caller)
	}
	return people, nil
}
