package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/store"
)

// How many movements, or gifts with their reasons, a page lists.
const (
	movements  = 12
	giftsShown = 6
)

// chipsCommand is play money: what one has, where it came from, and the proof
// that none is lost.
func (b *Bot) chipsCommand(s said, c discord.Slash) {
	b.errand("looking after chips", func(ctx context.Context) error {
		var text string
		var err error
		switch c.Sub {
		case "balance":
			text, err = b.balance(ctx, s, c)
		case "daily":
			text, err = b.daily(ctx, s)
		case "history":
			text, err = b.history(ctx, s, page(c.Options["page"]))
		case "grant":
			text, err = b.grant(ctx, s, c)
		case "grants":
			text, err = b.gifts(ctx, s, page(c.Options["page"]))
		case "audit":
			text, err = b.audit(ctx, s)
		}
		if err != nil {
			b.whisper(s, sorry(err))
			return err
		}
		if text != "" {
			b.whisper(s, text)
		}
		return nil
	})
}

func page(option string) int {
	n, err := strconv.Atoi(option)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// balance tells what somebody has; one's own by default.
func (b *Bot) balance(ctx context.Context, s said, c discord.Slash) (string, error) {
	who, name := s.Who.ID, "You have"
	if u := discord.UserID(c.Options["member"]); u != "" && playerID(u) != s.Who.ID {
		who, name = playerID(u), discord.Escape(c.Names[u])+" has"
	} else if err := b.welcome(ctx, s); err != nil {
		return "", err
	}
	h, err := b.store.Balance(ctx, s.Guild, who)
	if err != nil {
		return "", err
	}
	text := name + " **" + message.Chips(h.Balance) + "**"
	if h.OnTables > 0 {
		text += " and " + strconv.FormatInt(int64(h.OnTables), 10) + " more on tables"
	}
	return text + ". Chips are play money: they can't be bought or cashed.", nil
}

// welcome gives the starting grant, once for life, where chips are needed first.
func (b *Bot) welcome(ctx context.Context, s said) error {
	_, err := b.store.Welcome(ctx, s.Guild, s.Who.ID, store.StartGrant, s.At)
	return err
}

func (b *Bot) daily(ctx context.Context, s said) (string, error) {
	if err := b.welcome(ctx, s); err != nil {
		return "", err
	}
	g, err := b.store.TopUp(ctx, s.Guild, s.Who.ID, store.DailyFloor, s.At, s.Source)
	switch {
	case errors.Is(err, store.ErrEnough):
		return fmt.Sprintf("The daily top-up is for those with fewer than %s, on tables included.", message.Chips(store.DailyFloor)), nil
	case errors.Is(err, store.ErrPlayed):
		return "", nil // the same command came twice: it is answered once
	case errors.Is(err, store.ErrGranted):
		return "You had your top-up today. The next one is there after midnight UTC.", nil
	case err != nil:
		return "", err
	}
	return fmt.Sprintf("Here are %s: you have %d again.", message.Chips(g.Amount), store.DailyFloor), nil
}

// grant gives chips from the house, with a reason that anybody may read.
func (b *Bot) grant(ctx context.Context, s said, c discord.Slash) (string, error) {
	if !s.Who.Manages {
		return "Only members with Manage Server grant chips. `/chips grants` lists what was granted.", nil
	}
	to := discord.UserID(c.Options["member"])
	amount, err := strconv.ParseInt(c.Options["amount"], 10, 64)
	if err != nil || playerID(to) == 0 {
		return "Say whom, how many and why: `/chips grant member: amount: reason:`", nil
	}
	g, err := b.store.Give(ctx, store.Grant{
		Guild: s.Guild, Player: playerID(to), Amount: games.Chips(amount), At: s.At, Granter: s.Who.ID, Reason: c.Options["reason"], Source: s.Source,
	})
	switch {
	case errors.Is(err, store.ErrAmount):
		return fmt.Sprintf("A grant is between 1 and %d chips.", store.MostGrant), nil
	case errors.Is(err, store.ErrReason):
		return "A grant needs a reason of at most 200 characters: anybody may read it.", nil
	case errors.Is(err, store.ErrPlayed):
		return "", nil // the same command came twice: it is answered once
	case err != nil:
		return "", err
	}
	b.met(s.Guild, s.Who) // the list names both
	b.met(s.Guild, person{ID: playerID(to), Raw: c.Names[to]})
	return fmt.Sprintf("%s now has %s more. Reason: %s", discord.Escape(c.Names[to]), message.Chips(g.Amount), discord.Escape(g.Reason)), nil
}

// gifts is the list of what was granted, for anybody.
func (b *Bot) gifts(ctx context.Context, s said, page int) (string, error) {
	list, err := b.store.Gifts(ctx, s.Guild, page, giftsShown)
	if err != nil {
		return "", err
	}
	if len(list.Grants) == 0 {
		return "Nobody was granted chips on this server yet.", nil
	}
	var people []store.PlayerID
	for _, g := range list.Grants {
		people = append(people, g.Player, g.Granter)
	}
	known, err := b.nameAll(ctx, s.Guild, people)
	if err != nil {
		return "", err
	}
	lines := []string{fmt.Sprintf("**Chips granted on this server**, page %d of %d", list.Page, list.Pages)}
	for _, g := range list.Grants {
		lines = append(lines, fmt.Sprintf("%s · **%d** to %s by %s: %s", when(g.At), g.Amount, known.of(g.Player), known.of(g.Granter), discord.Escape(short(g.Reason))))
	}
	return strings.Join(lines, "\n"), nil
}

// history lists every movement of one's chips, with its hand or grant.
func (b *Bot) history(ctx context.Context, s said, page int) (string, error) {
	if err := b.welcome(ctx, s); err != nil {
		return "", err
	}
	list, err := b.store.History(ctx, s.Guild, s.Who.ID, page, movements)
	if err != nil {
		return "", err
	}
	lines := []string{fmt.Sprintf("**Your chips**, newest first, page %d of %d", list.Page, list.Pages)}
	for _, m := range list.Movements {
		lines = append(lines, fmt.Sprintf("%s · %s → **%d** + %d on tables", when(m.At), cause(m), m.After.Balance, m.After.OnTables))
	}
	return strings.Join(lines, "\n"), nil
}

// cause says what moved chips, and how many.
func cause(m store.Movement) string {
	if m.Grant != nil {
		kinds := map[store.GrantKind]string{store.Start: "starting grant", store.Daily: "daily top-up", store.Gift: "grant: " + discord.Escape(short(m.Grant.Reason))}
		return fmt.Sprintf("%+d, %s", m.Grant.Amount, kinds[m.Grant.Kind])
	}
	where := fmt.Sprintf("table %d, line %d", m.Table, m.Line)
	switch {
	case m.Balance != 0 && m.OnTables == -m.Balance:
		if m.Balance < 0 {
			return fmt.Sprintf("%d to the table, %s", -m.Balance, where)
		}
		return fmt.Sprintf("%d from the table, %s", m.Balance, where)
	case m.Seat > games.Watcher:
		return fmt.Sprintf("%+d on the table, `%s`, %s", m.Balance+m.OnTables, m.Words, where)
	}
	return fmt.Sprintf("%+d on the table, %s", m.Balance+m.OnTables, where)
}

// audit proves that this server's books are right.
func (b *Bot) audit(ctx context.Context, s said) (string, error) {
	found, err := b.store.Audit(ctx, s.Guild)
	if err != nil {
		return "", err
	}
	if len(found.Findings) == 0 {
		return fmt.Sprintf("The books of this server are right: %d transfers between %d accounts sum to zero, every balance equals its movements, and the house gave %s in all.",
			found.Transfers, found.Accounts, message.Chips(found.Granted)), nil
	}
	b.log.Error("the books do not fit", "guild", s.Guild, "findings", found.Findings)
	return fmt.Sprintf("%d entries of this server's books do not fit. The host was told.", len(found.Findings)), nil
}

// tooPoor is what a player hears who can't pay.
func tooPoor(o *store.Overdraft) string {
	return fmt.Sprintf("You have %s and this takes %d. `/chips daily` helps those who are broke.", message.Chips(o.Has), o.Needs)
}

func when(t interface{ Unix() int64 }) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// short keeps one line of a list short.
func short(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}

// chipsOptions are the subcommands of /chips.
func chipsOptions() []discord.Option {
	one, most, pages := 1.0, float64(store.MostGrant), 100000.0
	turn := discord.Option{Kind: discord.Integer, Name: "page", Description: "Which page", Min: &one, Max: &pages}
	return []discord.Option{
		{Kind: discord.SubCommand, Name: "balance", Description: "What you have, or what somebody else has", Options: []discord.Option{
			{Kind: discord.User, Name: "member", Description: "Who; you, if nobody is named"}}},
		{Kind: discord.SubCommand, Name: "daily", Description: fmt.Sprintf("Back to %d chips, once a day, for those who are broke", store.DailyFloor)},
		{Kind: discord.SubCommand, Name: "history", Description: "Every movement of your chips, with its hand or grant", Options: []discord.Option{turn}},
		{Kind: discord.SubCommand, Name: "grant", Description: "Give chips, with a reason that anybody may read (Manage Server)", Options: []discord.Option{
			{Kind: discord.User, Name: "member", Description: "To whom", Required: true},
			{Kind: discord.Integer, Name: "amount", Description: "How many", Required: true, Min: &one, Max: &most},
			{Kind: discord.Text, Name: "reason", Description: "Why", Required: true, MaxLength: 200}}},
		{Kind: discord.SubCommand, Name: "grants", Description: "Who was granted chips, by whom and why", Options: []discord.Option{turn}},
		{Kind: discord.SubCommand, Name: "audit", Description: "Prove that no chip of this server is lost"},
	}
}
