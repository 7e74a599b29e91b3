package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// How many movements, or grants with their reasons, a page lists.
const (
	movements   = 12
	grantsShown = 6
)

// grants is the list of what was granted, for anybody.
func grants(ctx context.Context, c Call) (Answer, error) {
	list, err := c.Store.Gifts(ctx, c.Guild, c.page(), grantsShown)
	if err != nil {
		return Answer{}, err
	}
	if len(list.Grants) == 0 {
		return c.tell("command.grants.none")
	}
	var people []store.PlayerID
	for _, g := range list.Grants {
		people = append(people, g.Player, g.Granter)
	}
	known, err := c.Tables.NameAll(ctx, c.Guild, people)
	if err != nil {
		return Answer{}, err
	}
	lines := []string{c.say("command.grants.title", "page", list.Page, "pages", list.Pages)}
	for _, g := range list.Grants {
		lines = append(lines, c.say("command.grants.line", "when", when(g.At), "chips", g.Amount,
			"who", known.Of(g.Player), "by", known.Of(g.Granter), "why", discord.Escape(short(g.Reason))))
	}
	return text(strings.Join(lines, "\n")), nil
}

// history lists every movement of one's chips, with its hand or grant.
func history(ctx context.Context, c Call) (Answer, error) {
	if err := c.welcome(ctx); err != nil {
		return Answer{}, err
	}
	list, err := c.Store.History(ctx, c.Guild, c.Who.ID, c.page(), movements)
	if err != nil {
		return Answer{}, err
	}
	lines := []string{c.say("command.history.title", "page", list.Page, "pages", list.Pages)}
	for _, m := range list.Movements {
		lines = append(lines, c.say("command.history.line", "when", when(m.At), "what", c.cause(m),
			"balance", m.After.Balance, "on_tables", m.After.OnTables))
	}
	return text(strings.Join(lines, "\n")), nil
}

// cause says what moved chips, and how many.
func (c Call) cause(m store.Movement) string {
	if g := m.Grant; g != nil {
		return c.say("command.history."+string(g.Kind),
			"n", fmt.Sprintf("%+d", g.Amount), "why", discord.Escape(short(g.Reason)))
	}
	args := []any{
		"n", fmt.Sprintf("%+d", m.Balance+m.OnTables),
		"table", strconv.Itoa(int(m.Table)), "line", strconv.Itoa(int(m.Line)), "words", m.Words,
	}
	switch {
	case m.Balance < 0 && m.OnTables == -m.Balance:
		return c.say("command.history.bought", append(args, "chips", -m.Balance)...)
	case m.Balance > 0 && m.OnTables == -m.Balance:
		return c.say("command.history.cashed", append(args, "chips", m.Balance)...)
	case m.Seat > games.Watcher:
		return c.say("command.history.move", args...)
	}
	return c.say("command.history.dealt", args...)
}

func when(t interface{ Unix() int64 }) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

func signed(n games.Chips) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// short keeps one line of a list short.
func short(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}
