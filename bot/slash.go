package bot

import (
	"context"
	"errors"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// slash is the fourth door, and the way to everything that is no move.
func (b *Bot) slash(c discord.Slash) {
	s := fromInteraction(c.Interaction, slash, "", sight{})
	if c.Guild == "" {
		b.whisper(s, "Tables stand in the channels of a server: play there.")
		return
	}
	switch c.Name {
	case "play":
		b.play(s, c)
	case "help":
		b.help(s)
	case "rules":
		b.explain(s, c.Options["game"])
	case "leaderboard":
		b.leaderboard(s, c.Options)
	case "settings":
		b.settings(s, c)
	case "chips":
		b.chipsCommand(s, c)
	case "night":
		b.nightCommand(s, c)
	case "table":
		b.here(s, func(t *table) {
			t.mail.order(again{})
			b.asText(s, t)
		})
	case "hand":
		b.here(s, func(t *table) { b.showHand(t, s) })
	default:
		s.words = complete(c.Name, c.Options["words"])
		b.here(s, func(t *table) { b.give(t, s) })
	}
}

// here does something at the table of the channel. One that had stopped is
// opened again; one that can't go on is closed for who may close it.
func (b *Bot) here(s said, do func(*table)) {
	if t := b.lobby.at(s.channel); t != nil {
		do(t)
		return
	}
	b.errand("looking for a table", func(ctx context.Context) error {
		t, err := b.revive(ctx, s.channel)
		switch {
		case err == nil:
			do(t)
			return nil
		case errors.Is(err, store.ErrNoTable):
			b.whisper(s, "There is no table in this channel. "+invitation)
			return nil
		case errors.Is(err, errLeaving):
			b.whisper(s, errLeaving.Error())
			return nil
		case s.words == "end":
			return b.clear(ctx, s)
		}
		b.whisper(s, errStuck.Error())
		return err
	})
}

// clear closes a table that can't go on, so that its channel is free again.
func (b *Bot) clear(ctx context.Context, s said) error {
	row, err := b.store.TableIn(ctx, s.channel)
	if err == nil && row.Opener != s.who.id && !s.who.manages {
		b.whisper(s, "Who opened it, or a member with Manage Server, may close it.")
		return nil
	}
	if err == nil {
		err = b.store.CloseTable(ctx, row.ID, b.now())
	}
	if errors.Is(err, store.ErrChips) {
		b.whisper(s, "This table holds chips and its journal can't be replayed to say whose they are, so it stays as it is. Whoever hosts me finds the reason with `settable audit`.")
		return err
	}
	if err != nil {
		b.whisper(s, apology)
		return err
	}
	b.whisper(s, "The table is closed. "+invitation)
	return nil
}

// mayHold says whether the bot may hold a table in the channel, and tells why not.
func (b *Bot) mayHold(s said, c discord.Slash) bool {
	missing := c.May.Missing(discord.NeededIn(c.Thread))
	if missing != 0 {
		b.whisper(s, "I can't hold a table in this channel: I need "+missing.String()+" here. Somebody with Manage Server can grant that.")
	}
	return missing == 0
}

// play opens a table; who opens it sits down first.
func (b *Bot) play(s said, c discord.Slash) {
	if !b.mayHold(s, c) {
		return
	}
	rules := b.ruleOf(c.Sub)
	if rules == nil {
		b.whisper(s, "There is no such game here: `/help` lists those there are.")
		return
	}
	options := games.Options{}
	for name, value := range c.Options {
		options[name] = value
	}
	b.errand("opening a table", func(ctx context.Context) error {
		row := store.Table{Guild: s.guild, Channel: s.channel, Game: c.Sub, Options: options, Opener: s.who.id, Opened: s.at}
		if err := b.open(ctx, row, s.source, said{door: ours, channel: s.channel, guild: s.guild, who: s.who, words: "join", at: s.at}); err != nil {
			return b.openFailed(s, err)
		}
		b.whisper(s, "Your table is open and you sit at it. Others press Join or type `/join`; Start deals the cards. "+usage(rules.Manual())+" `/rules` explains the game.")
		return nil
	})
}

// complete suggests what an option may be while it is typed.
func (b *Bot) complete(c discord.Complete) {
	var list []discord.Choice
	if t := b.lobby.at(channelID(c.Channel)); t != nil && c.Focused == "words" {
		now := t.glance.Load()
		list = suggest(now.view, t.offers(playerID(c.User.ID)), c.Name, c.Options["words"])
	}
	b.errand("suggesting", func(ctx context.Context) error { return b.rest.Choices(ctx, c.Ticket, list) })
}

// suggest completes a verb's words with what is legal now.
func suggest(v games.View, offers []games.Offer, verb, words string) []discord.Choice {
	for _, o := range offers {
		switch {
		case o.Words != verb:
		case o.Takes == games.Three:
			return suggestCards(v, words)
		case o.Takes == games.Amount:
			return suggestAmounts(o)
		}
	}
	return nil
}

func suggestAmounts(o games.Offer) (list []discord.Choice) {
	for n := o.Min; n <= o.Max && len(list) < 25; n++ {
		list = append(list, discord.Choice{Name: decimal(int64(n)), Value: decimal(int64(n))})
	}
	return list
}

// suggestCards offers the next card of a claim by its label, read out in words:
// it helps to name what one sees and tells nothing about which three are a set.
func suggestCards(v games.View, words string) []discord.Choice {
	fields := games.Fields(words)
	if len(fields) == 1 && len(fields[0]) > 1 && len(fields[0]) <= 3 { // "ab" is "a b"
		fields = strings.Split(fields[0], "")
	}
	cells := map[string]games.Cell{}
	var order []games.Cell
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			if c.Kind == games.Face && c.Label != "" {
				cells[strings.ToLower(c.Label)] = c
				order = append(order, c)
			}
		}
	}
	var chosen, read []string
	for _, f := range fields {
		c, ok := cells[f]
		if !ok || len(chosen) == 3 {
			return nil
		}
		chosen, read = append(chosen, f), append(read, c.Label+" "+c.Card.Words())
	}
	if len(chosen) == 3 {
		return []discord.Choice{{Name: clip(strings.Join(read, ", ")), Value: strings.Join(chosen, " ")}}
	}
	var list []discord.Choice
	for _, c := range order {
		label := strings.ToLower(c.Label)
		if strings.Contains(" "+strings.Join(chosen, " ")+" ", " "+label+" ") || len(list) == 25 {
			continue
		}
		next := append(append([]string(nil), chosen...), label)
		name := strings.ToUpper(strings.Join(next, " ")) + ": " + c.Card.Words()
		list = append(list, discord.Choice{Name: clip(name), Value: strings.Join(next, " ")})
	}
	return list
}
