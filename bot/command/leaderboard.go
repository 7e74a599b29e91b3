package command

import (
	"cmp"
	"context"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/games"
	"settable/render"
	"settable/store"
	"settable/store/ids"
)

// /leaderboard posts a ranking of the server's players in the channel. The buttons below it lead to other pages.
var _ = register(Command{
	Name: "leaderboard", Options: boardOptions, Run: leaderboard,
	Button: message.BoardButton, Press: showPage,
})

func boardOptions(s Inventory) []discord.Option {
	return []discord.Option{
		{Kind: discord.Text, Name: "board", Choices: choices(counts...)},
		{Kind: discord.Text, Name: "game", Choices: s.games()},
		{Kind: discord.Text, Name: "period", Choices: choices(periods...)},
	}
}

// games returns the choices for an option whose value is a game.
func (s Inventory) games() (list []discord.Choice) {
	for _, k := range s.Games {
		list = append(list, discord.Choice{Name: s.Language.Plain(k.Manual().Title()), Value: k.Name()})
	}
	return list
}

func leaderboard(ctx context.Context, c Invocation) (Answer, error) {
	bd := board{
		count: games.Count(c.Options["board"]), game: c.Options["game"], period: c.Options["period"], page: 1,
	}
	bd.count = cmp.Or(bd.count, games.Sets)
	bd.period = cmp.Or(bd.period, "all")
	how := publicOrRepeated(c, "leaderboard")
	if how == Public {
		c = c.inServerLanguage()
	}
	m, err := c.boardMessage(ctx, bd)
	return Answer{How: how, Message: m}, err
}

// showPage replaces the page of a leaderboard with another one, and shows the rank of the user who pressed the
// button.
func showPage(ctx context.Context, c Invocation) (Answer, error) {
	bd, ok := parseBoard(c.Button.Words)
	if !ok {
		return c.answerPrivately("command.leaderboard.forged")
	}
	m, err := c.inServerLanguage().boardMessage(ctx, bd)
	return Answer{How: Update, Message: m}, err
}

// Board answers with a leaderboard that only the caller sees. count must be one of counts, and period one of periods.
// If game is "", the board counts all games.
func Board(ctx context.Context, c Invocation, count games.Count, game, period string) (Answer, error) {
	m, err := c.boardMessage(ctx, board{count, game, period, 1})
	return Answer{How: Private, Message: m}, err
}

func (c Invocation) boardMessage(ctx context.Context, bd board) (discord.Message, error) {
	asked := bd
	bd = bd.withoutUnusableFilters(c.Deps.Games)
	page, err := c.Deps.Store.Leaderboard(ctx, store.Board{
		Guild: c.Guild, Count: bd.count, Game: bd.game, Without: bd.excludedGame(c.Deps.Games),
		Since: bd.since(c), Timed: bd.isTimed(c),
	}, bd.page, pageSize, c.Who.ID)
	if err != nil {
		return discord.Message{}, err
	}
	title, notOf := bd.title(c), ""
	if k, is := c.Deps.game(asked.game); is && bd.game != asked.game {
		notOf = "\n" + c.Say("command.leaderboard.not_of", "game", k.Manual().Title())
	}
	if page.Total == 0 {
		return discord.Message{Content: "**" + title + "**\n" + c.Say("command.leaderboard.nobody") + notOf}, nil
	}
	players := make([]ids.User, len(page.Rows))
	for i, r := range page.Rows {
		players[i] = r.Player
	}
	known, err := c.Deps.Lobby.Names.Load(ctx, c.Guild, players)
	if err != nil {
		return discord.Message{}, err
	}
	m := discord.Message{Content: bd.text(c, page, known) + notOf, Rows: asked.pager(c, page)}
	chart := render.Chart{Title: title, Unit: "command.leaderboard.unit." + string(bd.count)}
	for _, r := range page.Rows {
		chart.Rows = append(chart.Rows, render.ChartRow{
			Rank: r.Rank, Value: r.N, Says: bd.value(c, r), Mine: r.Player == c.Who.ID, Name: known[r.Player],
		})
	}
	png, err := render.DrawChart(chart, c.Deps.Settings.Style(c.Guild), c.Language)
	m.Files = picture(c, "leaderboard.png", render.AltChart(chart, c.Language), png, err)
	return m, nil
}

func (bd board) title(c Invocation) string {
	what := c.Say("command.about.leaderboard.board." + string(bd.count))
	since := c.Say("command.about.leaderboard.period." + bd.period)
	if k, ok := c.Deps.game(bd.game); ok {
		return c.Say("command.leaderboard.title_of", "what", what, "since", since, "game", k.Manual().Title())
	}
	return c.Say("command.leaderboard.title", "what", what, "since", since)
}

// value formats the number in a row of the board.
func (bd board) value(c Invocation, r store.Row) string {
	switch {
	case bd.count == games.Fastest:
		return c.Language.Duration(time.Duration(r.N) * time.Millisecond)
	case bd.isTimed(c) && r.N > 0:
		return c.Say("command.leaderboard.in", "n", c.Language.Number(r.N), "took", r.Time)
	}
	return c.Language.Number(r.N)
}

// isTimed reports whether players with equal numbers are ranked by their time.
func (bd board) isTimed(c Invocation) bool {
	k, known := c.Deps.game(bd.game)
	return bd.count == games.DailySets && known && k.Daily != nil && k.Daily.Timed
}

// since returns when the board's period began. Daily deals change at midnight UTC.
func (bd board) since(c Invocation) time.Time {
	zone := c.Deps.Settings.Zone(c.Guild)
	if bd.count == games.DailySets {
		zone = time.UTC
	}
	return startOf(bd.period, c.At.In(zone))
}

func (bd board) text(c Invocation, page store.Page, known lobby.Names) string {
	lines := []string{"**" + bd.title(c) + "**"}
	for _, r := range page.Rows {
		line := c.Language.Beside([]string{rankedLine(r.Rank, known.Of(r.Player)), "**" + bd.value(c, r) + "**"})
		if r.Forfeits > 0 {
			line += c.Language.Aside(c.Say("command.leaderboard.forfeits", "N", r.Forfeits))
		}
		if r.Days > 0 && bd.period != "day" {
			line += " " + c.Say("command.leaderboard.days", "N", r.Days)
		}
		lines = append(lines, line)
	}
	if page.Mine == nil {
		lines = append(lines, c.Say("command.leaderboard.no_place", "who", c.Who.Name))
	} else {
		lines = append(lines, c.Say("command.leaderboard.place", "who", c.Who.Name,
			"place", page.Mine.Rank, "total", page.Total, "n", bd.value(c, *page.Mine)))
	}
	if luck, ok := c.Deps.game(bd.excludedGame(c.Deps.Games)); ok {
		lines = append(lines, c.Say("command.leaderboard.without", "game", luck.Manual().Title()))
	}
	if bd.period != "all" {
		when := discord.Timestamp(bd.since(c), "F")
		lines = append(lines, c.Say("command.leaderboard.since", "when", when))
	}
	return strings.Join(lines, "\n")
}

func (bd board) pager(c Invocation, page store.Page) []discord.Row {
	if page.Pages < 2 {
		return nil
	}
	turn := func(key string, to int) discord.Button {
		next := bd
		next.page = max(1, min(to, page.Pages))
		id := message.ID{Kind: message.BoardButton, Words: next.String()}
		id.Line = to // makes the two ids differ if both buttons lead to the same page
		b := c.NewButton(c.Say(key, "page", next.page), discord.Grey, id)
		b.Disabled = to < 1 || to > page.Pages
		return b
	}
	return []discord.Row{{Buttons: []discord.Button{
		turn("command.leaderboard.back", page.Page-1), turn("command.leaderboard.next", page.Page+1),
	}}}
}
