package command

import (
	"cmp"
	"context"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

const (
	movements   = 12
	grantsShown = 6
)

// grants lists the chips that moderators have granted. All members can see the list.
func grants(ctx context.Context, c Invocation) (Answer, error) {
	list, err := c.Deps.Store.Gifts(ctx, c.Guild, c.page(), grantsShown)
	if err != nil {
		return Answer{}, err
	}
	if len(list.Grants) == 0 {
		return c.answerPrivately("command.grants.none")
	}
	var people []ids.User
	for _, g := range list.Grants {
		people = append(people, g.Player, g.Granter)
	}
	known, err := c.Deps.Lobby.Names.Load(ctx, c.Guild, people)
	if err != nil {
		return Answer{}, err
	}
	var lines []string
	for _, g := range list.Grants {
		lines = append(lines, c.Say("command.grants.line", "when", when(g.At), "chips", g.Amount,
			"who", known.Of(g.Player), "by", known.Of(g.Granter), "why", discord.Escape(g.Reason)))
	}
	return listAnswer(c.Say("command.grants.title", "page", list.Page, "pages", list.Pages), lines), nil
}

// listAnswer shows a list with its title. A list that is too long for a message goes into an embed.
func listAnswer(title string, lines []string) Answer {
	list := strings.Join(lines, "\n")
	if whole := title + "\n" + list; message.Size(whole) <= message.MostText {
		return text(whole)
	}
	answer := text(title)
	answer.Message.Framed = message.Cut(list, maxWhole)
	return answer
}

// history shows the caller's statement: when chips moved, how many, what for, and the balance afterwards.
func history(ctx context.Context, c Invocation) (Answer, error) {
	if err := c.welcome(ctx); err != nil {
		return Answer{}, err
	}
	list, err := c.Deps.Store.History(ctx, c.Guild, c.Who.ID, c.page(), movements)
	if err != nil {
		return Answer{}, err
	}
	var lines []string
	for _, m := range list.Movements {
		key := "command.history.line"
		if m.After.OnTables > 0 {
			key = "command.history.line_on_tables"
		}
		// For a hand, the list shows the gain or loss; for any other movement, it shows the change of the balance.
		n := signedChips(c.Language, cmp.Or(m.Balance, m.OnTables))
		lines = append(lines, c.Say(key, "when", when(m.At), "n", n, "what", c.cause(ctx, m),
			"balance", m.After.Balance, "on_tables", m.After.OnTables))
	}
	if list.Page < list.Pages {
		lines = append(lines, c.Say("command.history.more", "page", list.Page+1))
	}
	return listAnswer(c.Say("command.history.title", "page", list.Page, "pages", list.Pages), lines), nil
}

func (c Invocation) cause(ctx context.Context, m store.Movement) games.Phrase {
	if g := m.Grant; g != nil {
		return grantText(ctx, c, g)
	}
	args := []any{"game", games.TitleOf(m.Game), "where", inChannel(m.Channel),
		"hand", m.Hand}
	switch {
	case m.Hand == 0 && m.Balance < 0:
		return games.Say("command.history.bought", args...)
	case m.Hand == 0:
		return games.Say("command.history.cashed", args...)
	case m.Voided:
		return games.Say("command.history.voided", args...)
	case m.Playing:
		return games.Say("command.history.playing", args...)
	case m.OnTables > 0:
		return games.Say("command.history.won", args...)
	case m.OnTables < 0:
		return games.Say("command.history.lost", args...)
	}
	return games.Say("command.history.even", args...)
}

// grantText returns a phrase that says who granted chips, and why.
func grantText(ctx context.Context, c Invocation, g *store.Grant) games.Phrase {
	if g.Kind != store.Gift {
		return games.Say("command.history." + string(g.Kind))
	}
	known, err := c.Deps.Lobby.Names.Load(ctx, c.Guild, []ids.User{g.Granter})
	if err != nil {
		c.Deps.Log.Warn("failed to look up who granted chips", "error", err)
	}
	return games.Say("command.history.gift", "by", known.Of(g.Granter), "why", discord.Escape(short(g.Reason)))
}

func inChannel(c ids.Channel) string { return "<#" + c.String() + ">" }

func when(t time.Time) string { return discord.Timestamp(t, "f") }

func signedChips(lang *words.Language, n games.Chips) string {
	if n > 0 {
		return "+" + lang.Number(int64(n))
	}
	return lang.Number(int64(n))
}

func short(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}
