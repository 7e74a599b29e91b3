package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render"
)

// help says what the one who asks can do here and now.
func (b *Bot) help(s said) {
	t := b.lobby.at(s.Channel)
	var parts []string
	if t != nil {
		parts = append(parts, b.helpAt(t, s))
	} else {
		parts = append(parts, "**There is no table in this channel.** Open one:")
		for _, r := range b.games {
			m := r.Manual()
			parts = append(parts, fmt.Sprintf("`/play %s` · %s: %s", r.Name(), m.Title, m.Summary))
		}
	}
	parts = append(parts, "",
		"A move can be typed in the channel, written to me with a mention or as a reply to the table, pressed as a button, or given as a slash command: it is always the same move.",
		"`/rules` explains a game · `/table` shows the table again, and as text · `/leaderboard` says who is ahead · `/settings` changes colours for everybody or for you.")
	if t != nil && t.manual.Hands || t == nil && slices.ContainsFunc(b.games, func(g games.Kind) bool { return g.Manual().Hands }) {
		parts = append(parts, "`/hand` or **My hand** shows your own cards to you alone.")
	}
	if nightGame(b.games) != nil {
		parts = append(parts, "`/chips balance` tells what you have, `daily` helps the broke, `history` and `audit` show that none is lost.",
			"`/night start` opens a poker night here, with one standing at its end; `/night list` and `/night show` tell of those that were.")
	}
	if !b.readable.Load() {
		parts = append(parts, "I can't read plain messages here, so typed moves need my name: <@"+string(b.session.Me().ID)+"> `set a b c`.")
	}
	b.whisper(s, strings.Join(parts, "\n"))
}

// helpAt is what can be done at a table now, with the words to do it.
func (b *Bot) helpAt(t *table, s said) string {
	now := t.Session()
	seat, sits := now.SeatOf(s.Who.ID)
	parts := []string{helpOpening(t, now.View(), seat, sits)}
	offers := now.Course.Game.View(seat).Offers
	if !sits {
		offers = now.View().Offers
	}
	for _, v := range t.manual.Verbs {
		if slices.ContainsFunc(offers, func(o games.Offer) bool { return o.Words == v.Name }) {
			parts = append(parts, fmt.Sprintf("`%s` · %s", v.Example, v.Help))
		}
	}
	if t.manual.WalkIn {
		grace := b.choices.of(t.row.Guild).Grace
		parts = append(parts, fmt.Sprintf("A claim costs nothing when somebody took those cards less than %g s before it.", grace.Seconds()))
	}
	if now.MayEnd(s) {
		parts = append(parts, "`/end` · Close the table.")
	}
	return strings.Join(parts, "\n")
}

// helpOpening says how the one who asks stands at the table.
func helpOpening(t *table, v games.View, seat games.Seat, sits bool) string {
	you := "you are seat " + games.SeatLetter(seat)
	i := slices.IndexFunc(v.Seats, func(p games.Place) bool { return p.Seat == seat })
	switch {
	case v.Phase == games.Gathering && !sits:
		return fmt.Sprintf("**%s** is about to begin here. Press Join or type `/join`.", v.Title)
	case v.Phase == games.Gathering:
		return fmt.Sprintf("**%s** is about to begin and %s. Press Start when everybody is here.%s", v.Title, you, message.Scene{View: v, Manual: t.manual}.Wanting())
	case sits && v.Seats[i].Locked:
		return fmt.Sprintf("**%s** is being played here and %s. Your last claim was no set, so you may not claim until the table changes.", v.Title, you)
	case sits:
		return fmt.Sprintf("**%s** is being played here and %s. %s", v.Title, you, v.Headline)
	case i < 0 && t.manual.WalkIn:
		return fmt.Sprintf("**%s** is being played here. %s Your first claim sits you down.", v.Title, v.Headline)
	}
	if !slices.ContainsFunc(v.Offers, func(o games.Offer) bool { return o.Words == "join" }) {
		return fmt.Sprintf("**%s** is being played here. %s You can join the next game.", v.Title, v.Headline)
	}
	return fmt.Sprintf("**%s** is being played here. Join or `/join` sits you down.", v.Title)
}

// explain tells how a game is played: the one named, or the one on the table.
func (b *Bot) explain(s said, game string) {
	rules, here := b.ruleOf(game), ""
	if t := b.lobby.at(s.Channel); t != nil && (rules == nil || rules.Name() == t.rules.Name()) {
		rules = t.rules
		if list := t.manual.House(t.row.Options); len(list) > 0 {
			here = "\n\nAt this table: " + strings.Join(list, "; ") + "."
		}
	}
	b.errand("explaining a game", func(ctx context.Context) error {
		if rules == nil { // nobody named one: the last that was played here
			rules = b.games[0]
			if row, err := b.store.LastTable(ctx, s.Channel); err == nil && b.ruleOf(row.Game) != nil {
				rules = b.ruleOf(row.Game)
			}
		}
		m := rules.Manual()
		answer := discord.Message{Content: message.Cut("**"+m.Title+"**\n"+m.Rules+here, message.MostText)}
		if png, err := message.Draw(nil, m.Example, b.choices.styleFor(ctx, s.Guild, s.Who.ID)); err != nil {
			b.log.Error("drawing the example of a game", "error", err)
		} else {
			answer.Files = []discord.File{{Name: "rules.png", Description: render.Alt(m.Example), PNG: png}}
		}
		return b.rest.Answer(ctx, ticketOf(s), answer, true)
	})
}
