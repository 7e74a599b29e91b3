package command

import (
	"context"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

// /profile shows a member's results on this server. In the profile of another member, users see only what
// leaderboards and `/chips balance` also show.
var _ = register(Command{
	Name: "profile", Run: profile,
	Options: static(discord.Option{Kind: discord.User, Name: "member"},
		discord.Option{Kind: discord.Boolean, Name: "public"}),
})

// maxPlotted is the maximum number of chip movements in a profile's plot.
const maxPlotted = 60

func profile(ctx context.Context, c Invocation) (Answer, error) {
	p := person{c: c, id: c.Who.ID, name: c.Who.Name}
	if u := c.user("member"); u != 0 && u != c.Who.ID {
		p.id, p.name = u, discord.Name(c.Names[u])
	}
	how := Private
	if c.Options["public"] == "true" {
		how = publicOrRepeated(c, "profile")
	}
	if how == Public {
		p.c, p.public = c.inServerLanguage(), true
	}
	lines, err := p.lines(ctx)
	if err != nil {
		return Answer{}, err
	}
	if lines == nil {
		return c.answerPrivately("command.profile.nothing", "who", p.name)
	}
	for i := range lines {
		lines[i] = words.Capital(lines[i])
	}
	form, moments, err := p.recent(ctx)
	if err != nil {
		return Answer{}, err
	}
	if form != "" {
		lines = append(lines, form)
	}
	m := text(p.c.Say("command.profile.title", "who", p.name) + "\n" + strings.Join(lines, "\n")).Message
	m.Files, err = p.plot(ctx, moments)
	return Answer{How: how, Message: m}, err
}

type person struct {
	c      Invocation
	id     ids.User
	name   string
	public bool
}

// lines returns the lines of the profile, or none if the person hasn't played on this server.
func (p person) lines(ctx context.Context) (lines []string, err error) {
	var played []games.Phrase
	for _, k := range p.c.Deps.Games {
		row, err := p.place(ctx, board{count: games.Games, game: k.Name()})
		if err != nil {
			return nil, err
		}
		if row.N > 0 {
			played = append(played, games.Say("command.profile.of", "game", k.Manual().Title(), "n", int(row.N)))
		}
	}
	if played != nil {
		lines = append(lines, p.c.Say("command.profile.games", "games", played))
	}
	for _, count := range []games.Count{
		games.Sets, games.Wins, games.Fastest, games.Streak, store.NightsWon, store.ChipsWon,
	} {
		row, err := p.place(ctx, board{count: count})
		if err != nil {
			return nil, err
		}
		if row.N == 0 && row.Forfeits == 0 {
			continue
		}
		line := p.c.Say("command.profile.line", "what", p.c.Say("command.about.leaderboard.board."+string(count)),
			"n", board{count: count}.value(p.c, row), "place", row.Rank)
		if row.Forfeits > 0 {
			line += p.c.Language.Aside(p.c.Say("command.leaderboard.forfeits", "N", row.Forfeits))
		}
		lines = append(lines, line)
	}
	has, err := p.c.Deps.Store.Balance(ctx, p.c.Guild, p.id)
	if owned := has.Total(); err == nil && owned > 0 {
		lines = append(lines, p.c.Say("command.profile.chips", "chips", p.c.chips(owned)))
	}
	if err != nil || p.public || p.id != p.c.Who.ID {
		return lines, err
	}
	return p.practice(ctx, lines)
}

// practice adds lines that only the caller may see: sets taken alone, and games with house players.
func (p person) practice(ctx context.Context, lines []string) ([]string, error) {
	alone, err := p.place(ctx, board{count: games.SetsAlone})
	if err != nil {
		return nil, err
	}
	if alone.N > 0 {
		lines = append(lines, p.c.Say("command.profile.alone", "N", int(alone.N)))
	}
	var all []games.Phrase
	for _, what := range games.PracticeCounts {
		row, err := p.place(ctx, board{count: what.InPractice()})
		if err != nil {
			return nil, err
		}
		if row.N > 0 {
			all = append(all, games.Say("command.profile.practice."+string(what), "N", int(row.N)))
		}
	}
	if all == nil {
		return lines, nil
	}
	return append(lines, p.c.Say("command.profile.practice", "all", all)), nil
}

// place returns the person's row on an all-time board, or the zero Row if they aren't ranked there.
func (p person) place(ctx context.Context, bd board) (store.Row, error) {
	page, err := p.c.Deps.Store.Leaderboard(ctx, store.Board{
		Guild: p.c.Guild, Count: bd.count, Game: bd.game, Without: bd.excludedGame(p.c.Deps.Games),
	}, 1, 1, p.id)
	if err != nil || page.Mine == nil {
		return store.Row{}, err
	}
	return *page.Mine, nil
}

// plot returns a picture of how many chips the person had after each of the most recent movements, with their best
// moments below. It returns nil if there were fewer than three movements and no moments.
func (p person) plot(ctx context.Context, moments []games.Highlight) ([]discord.File, error) {
	list, err := p.c.Deps.Store.History(ctx, p.c.Guild, p.id, 1, maxPlotted)
	if err != nil || len(list.Movements) < 3 && len(moments) == 0 {
		return nil, err
	}
	plot := render.Plot{Title: p.c.Say("command.profile.moments"), Highlights: moments,
		Players: []games.SeatView{{Seat: 1, Name: discord.Unescape(p.name)}}}
	if len(list.Movements) >= 3 {
		var line render.Curve
		for _, m := range slices.Backward(list.Movements) {
			line.Values = append(line.Values, int64(m.After.Total()))
		}
		plot.Title, plot.Curves = p.c.Say("command.profile.plot", "N", len(list.Movements)), []render.Curve{line}
	}
	png, err := render.DrawPlot(plot, p.c.Deps.Settings.StyleFor(ctx, p.c.Guild, p.c.Who.ID), p.c.Language)
	return picture(p.c, "chips.png", render.AltPlot(plot, p.c.Language), png, err), nil
}
