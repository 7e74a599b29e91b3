package bot

import (
	"context"
	"fmt"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// message is the first and the second door: typed words, a mention, a reply.
func (b *Bot) message(m discord.Said) {
	t := b.lobby.at(channelID(m.Channel))
	if t == nil {
		if m.MentionsMe && !m.ReplyToMe {
			b.reply(fromMessage(m), "There is no table in this channel. "+invitation)
		}
		return
	}
	t.passed.Add(1)
	if !t.mail.put(fromMessage(m)) {
		t.log.Warn("the inbox is full: a message was not looked at")
	}
}

const invitation = "`/play` opens one, `/help` says how it all works."

// press is the third door.
func (b *Bot) press(p discord.Press) {
	id, ok := parseCustomID(p.CustomID)
	if !ok {
		b.whisper(fromInteraction(p.Interaction, button, "", sight{}), "That button is not one of this table's.")
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
	t := b.tableFor(s)
	if t == nil {
		return
	}
	switch id.kind {
	case moveButton:
		b.hand(t, s)
	case formButton:
		b.form(t, s)
	case textButton:
		b.asText(t, s)
	default:
		b.whisper(s, "That button is not one of this table's.")
	}
}

// tableFor is the table a button was drawn on, if it stands in the channel
// where it was pressed. Who forged or kept an old one is told so.
func (b *Bot) tableFor(s said) *table {
	t := b.lobby.at(s.channel)
	if t == nil || t.row.ID != s.sight.table {
		b.whisper(s, "That table is closed. "+invitation)
		return nil
	}
	return t
}

// hand gives what was said to the table.
func (b *Bot) hand(t *table, s said) {
	if !t.mail.put(s) {
		b.whisper(s, "The table is too busy just now: nothing was played. Please try again.")
	}
}

// form opens the modal in which a move's words are completed.
func (b *Bot) form(t *table, s said) {
	v := t.glance.Load().view
	for _, o := range v.Offers {
		if o.Takes == games.Bare || o.Words != s.words {
			continue
		}
		field := discord.Field{ID: "words", Label: "Which?", Min: 1, Max: 40}
		if o.Takes == games.Three {
			field.Label, field.Placeholder = "Three cards, by their letters", "a b c"
		}
		m := discord.Modal{CustomID: customID{formButton, s.sight, s.words}.String(), Title: strings.TrimSuffix(offerLabel(o), "…"), Fields: []discord.Field{field}}
		b.errand("opening a form", func(ctx context.Context) error { return b.rest.OpenModal(ctx, s.ticket, m) })
		return
	}
	b.whisper(s, "That can't be done just now. Look at the newest picture.")
}

// submit is a modal sent off: the verb it was opened for and the words typed.
func (b *Bot) submit(m discord.Submit) {
	id, ok := parseCustomID(m.CustomID)
	if !ok || id.kind != formButton {
		b.whisper(fromInteraction(m.Interaction, modal, "", sight{}), "That form is not one of this table's.")
		return
	}
	words := strings.TrimSpace(m.Fields["words"])
	if !strings.HasPrefix(strings.ToLower(words), id.words+" ") { // "set a b c" typed in full is fine too
		words = id.words + " " + words
	}
	s := fromInteraction(m.Interaction, modal, words, id.sight)
	if t := b.tableFor(s); t != nil {
		b.hand(t, s)
	}
}

// playAgain opens a new table with the people and options of one that has ended.
func (b *Bot) playAgain(s said) {
	b.errand("playing again", func(ctx context.Context) error {
		old, lines, err := b.store.Export(ctx, s.sight.table)
		if err != nil || old.Channel != s.channel || old.Closed.IsZero() {
			b.whisper(s, "That game can't be played again. "+invitation)
			return nil
		}
		people, err := b.stayed(ctx, old, lines, s.who)
		if err != nil {
			b.whisper(s, apology)
			return err
		}
		letters := make([]any, 0, len(people)+1)
		for _, p := range people {
			letters = append(letters, said{door: ours, channel: s.channel, guild: s.guild, who: p, words: "join", at: s.at})
		}
		letters = append(letters, said{door: ours, channel: s.channel, guild: s.guild, who: people[0], words: "start", at: s.at})
		err = b.open(ctx, store.Table{Guild: s.guild, Channel: s.channel, Game: old.Game, Options: old.Options, Opener: s.who.id, Opened: s.at}, s.source, letters...)
		if err != nil {
			return b.openFailed(s, err)
		}
		b.confirm(s, nil)
		return nil
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
			people = append(people, person{id: p, name: known.of(p)})
			here = here || p == caller.id
		}
	}
	if !here {
		people = append(people, caller)
	}
	return people, nil
}
