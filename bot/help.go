package bot

import (
	"context"
	"fmt"
	"strings"

	"settable/bot/discord"
	"settable/games"
)

// help says what the one who asks can do here and now.
func (b *Bot) help(s said) {
	t := b.lobby.at(s.channel)
	var parts []string
	if t != nil {
		parts = append(parts, b.helpAt(t, s))
	} else {
		parts = append(parts, "**There is no table in this channel.** Open one:")
		for _, r := range b.rules {
			m := r.Manual()
			parts = append(parts, fmt.Sprintf("`/play %s` · %s: %s", r.Name(), m.Title, m.Summary))
		}
	}
	parts = append(parts, "",
		"A move can be typed in the channel, written to me with a mention or as a reply to the table, pressed as a button, or given as a slash command: it is always the same move.",
		"`/rules` explains a game · `/table` shows the table again, and as text · `/leaderboard` says who is ahead · `/settings` changes colours for everybody or for you.")
	if !b.readable.Load() {
		parts = append(parts, "I can't read plain messages here, so typed moves need my name: <@"+string(b.session.Me().ID)+"> `set a b c`.")
	}
	b.whisper(s, strings.Join(parts, "\n"))
}

// helpAt is what can be done at a table, with the words to do it.
func (b *Bot) helpAt(t *table, s said) string {
	now := t.glance.Load()
	v := now.view
	var parts []string
	seat, sits := now.seats[s.who.id]
	switch {
	case v.Phase == games.Gathering && !sits:
		parts = append(parts, fmt.Sprintf("**%s** is about to begin here. Press Join or type `/join`.", v.Title))
	case v.Phase == games.Gathering:
		parts = append(parts, fmt.Sprintf("**%s** is about to begin and you sit at seat %s. Press Start when everybody is here.", v.Title, games.SeatLetter(seat)))
	case sits:
		parts = append(parts, fmt.Sprintf("**%s** is being played here and you are seat %s. %s", v.Title, games.SeatLetter(seat), v.Headline))
	case t.manual.WalkIn:
		parts = append(parts, fmt.Sprintf("**%s** is being played here. %s Your first claim sits you down.", v.Title, v.Headline))
	default:
		parts = append(parts, fmt.Sprintf("**%s** is being played here. `/join` sits you down.", v.Title))
	}
	for _, verb := range t.manual.Verbs {
		parts = append(parts, fmt.Sprintf("`%s` · %s", verb.Example, verb.Help))
	}
	parts = append(parts, "`/end` · Close the table, for who opened it or a member with Manage Server.")
	return strings.Join(parts, "\n")
}

// explain tells how a game is played: the one named, or the one on the table.
func (b *Bot) explain(s said, game string) {
	rules := b.ruleOf(game)
	if rules == nil {
		if t := b.lobby.at(s.channel); t != nil {
			rules = t.rules
		} else if len(b.rules) > 0 {
			rules = b.rules[0]
		}
	}
	m := rules.Manual()
	b.errand("explaining a game", func(ctx context.Context) error {
		return b.rest.Answer(ctx, s.ticket, discord.Message{Content: "**" + m.Title + "**\n" + m.Rules}, true)
	})
}
