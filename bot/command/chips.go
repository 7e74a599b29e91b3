package command

import (
	"context"
	"errors"
	"strconv"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// /chips shows play money: a player's balance, the history of their chips, and an audit of all accounts.
var _ = register(Command{Name: "chips", Subs: []Command{
	{Name: "balance", Options: static(discord.Option{Kind: discord.User, Name: "member"}), Run: balance},
	{Name: "daily", Args: games.Args{"floor": store.DailyFloor}, Run: daily},
	{Name: "history", Options: static(numberOption("page")), Run: history},
	{Name: "grant", Options: grantOptions, Run: grant},
	{Name: "grants", Options: static(numberOption("page")), Run: grants},
	{Name: "audit", Run: audit},
}})

// numberOption returns an option for the number of a page or a night.
func numberOption(name string) discord.Option { return number(name, 100_000) }

// number returns an option whose value is an integer from 1 to most.
func number(name string, most float64) discord.Option {
	one := 1.0
	return discord.Option{Kind: discord.Integer, Name: name, Min: &one, Max: &most}
}

func grantOptions(Inventory) []discord.Option {
	amount := number("amount", float64(store.MostGrant))
	amount.Required = true
	return []discord.Option{
		{Kind: discord.User, Name: "member", Required: true}, amount,
		{Kind: discord.Text, Name: "reason", Required: true, MaxLength: 200},
	}
}

// balance shows the chips of the caller or of another member.
func balance(ctx context.Context, c Invocation) (Answer, error) {
	who, key, name := c.Who.ID, "command.balance.you", ""
	if u := c.user("member"); u != 0 && u != c.Who.ID {
		who, key, name = u, "command.balance.other", discord.Name(c.Names[u])
	} else if err := c.welcome(ctx); err != nil {
		return Answer{}, err
	}
	h, err := c.Deps.Store.Balance(ctx, c.Guild, who)
	if err != nil {
		return Answer{}, err
	}
	text := c.Say(key, "who", name, "chips", c.chips(h.Balance))
	if h.OnTables > 0 {
		text += c.Say("command.balance.on_tables", "chips", h.OnTables)
	}
	if h.InPots > 0 {
		text += c.Say("command.balance.in_pots", "chips", h.InPots)
	}
	return c.answerPrivately("command.balance.play_money", "balance", text)
}

// welcome gives the caller the starting grant, which every player gets once, when they first need chips.
func (c Invocation) welcome(ctx context.Context) error {
	_, err := c.Deps.Store.Welcome(ctx, c.Guild, c.Who.ID, store.StartGrant, c.At)
	return err
}

func daily(ctx context.Context, c Invocation) (Answer, error) {
	if err := c.welcome(ctx); err != nil {
		return Answer{}, err
	}
	g, err := c.Deps.Store.TopUp(ctx, c.Guild, c.Who.ID, store.DailyFloor, c.At, c.Source)
	switch {
	case errors.Is(err, store.ErrEnough):
		return c.answerPrivately("command.daily.enough", "floor", c.chips(store.DailyFloor))
	case errors.Is(err, store.ErrGranted):
		return c.answerPrivately("command.daily.had")
	case err != nil:
		return Answer{}, err
	}
	return c.answerPrivately("command.daily.given", "chips", c.chips(g.Amount), "floor", games.Chips(store.DailyFloor))
}

// grant gives a member chips from the house. All members can see the grant and its reason.
func grant(ctx context.Context, c Invocation) (Answer, error) {
	if !c.Who.Manages {
		return c.answerPrivately("command.grant.not_you")
	}
	to := c.user("member")
	amount, err := strconv.ParseInt(c.Options["amount"], 10, 64)
	if err != nil || to == 0 {
		return c.answerPrivately("command.grant.usage")
	}
	g, err := c.Deps.Store.Give(ctx, store.Grant{
		Guild: c.Guild, Player: to, Amount: games.Chips(amount), At: c.At, Granter: c.Who.ID,
		Reason: c.Options["reason"], Source: c.Source,
	})
	switch {
	case errors.Is(err, store.ErrAmount):
		return c.answerPrivately("command.grant.amount", "most", games.Chips(store.MostGrant))
	case errors.Is(err, store.ErrReason):
		return c.answerPrivately("command.grant.reason")
	case err != nil:
		return Answer{}, err
	}
	c.Deps.Lobby.Names.Record(c.Guild, c.Who) // because the list of grants names both members
	c.Deps.Lobby.Names.Record(c.Guild, table.Person{ID: to, Raw: c.Names[to]})
	return c.answerPrivately("command.grant.given",
		"who", discord.Name(c.Names[to]), "chips", c.chips(g.Amount), "why", discord.Escape(g.Reason))
}

// audit checks this server's accounts and answers with the result.
func audit(ctx context.Context, c Invocation) (Answer, error) {
	found, err := c.Deps.Store.Audit(ctx, c.Guild)
	if err != nil {
		return Answer{}, err
	}
	if len(found.Findings) == 0 {
		return c.answerPrivately("command.audit.right", "transfers", int(found.Transfers), "accounts", int(found.Accounts),
			"chips", c.chips(found.Granted),
			"head", found.Head.Short())
	}
	c.Deps.Log.Error("chip audit found errors, run settable audit", "guild", c.Guild, "findings", found.Findings)
	return c.answerPrivately("command.audit.wrong", "N", len(found.Findings))
}
