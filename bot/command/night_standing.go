package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/render"
	"settable/store"
	"settable/store/ids"
)

const (
	// nightsPage is the number of nights on a page of the list.
	nightsPage = 10
	// standingPage is the number of players on a page of the standings.
	standingPage = 10
	// detailedSize is the maximum size of a text that includes the hands and pots of each player. The rest of Discord's
	// 2,000 characters is reserved for the page number.
	detailedSize = 1900
)

// listNights lists the server's nights: first the planned ones, starting with the next, and then the past ones,
// starting with the newest. A page can contain both kinds of nights.
func listNights(ctx context.Context, c Invocation) (Answer, error) {
	list, err := c.Deps.Store.Nights(ctx, c.Guild, c.page(), nightsPage)
	if err != nil {
		return Answer{}, err
	}
	planned, err := c.Deps.Store.Planned(ctx, c.Guild, c.At)
	if err != nil {
		return Answer{}, err
	}
	pages := pagesOf(len(planned), nightsPage)
	page := min(c.page(), max(pages, list.Pages, 1))
	var lines []string
	if page <= pages {
		lines = append(lines, c.listPlanned(planned, page))
	}
	if list.Total == 0 && page == 1 {
		lines = append(lines, c.Say("command.night.none"))
	}
	if page > list.Pages {
		return text(strings.Join(lines, "\n")), nil
	}
	lines = append(lines, c.Say("command.night.list_title", "page", list.Page, "pages", list.Pages))
	for _, n := range list.Nights {
		line := c.Say("command.night.line", "number", fmt.Sprintf("`%3d.`", n.Number), "when", when(n.Started),
			"where", inChannel(n.Channel), "buy_in", n.BuyIn,
			"players", c.countOf("players", int64(n.Players)), "hands", c.countOf("hands", int64(n.Hands)))
		if n.Ended.IsZero() {
			line = c.Language.Beside([]string{line, c.Say("command.night.going_on")})
		}
		lines = append(lines, line)
	}
	return text(strings.Join(append(lines, c.Say("command.night.list_end")), "\n")), nil
}

// pagesOf returns the number of pages that a list of this length needs.
func pagesOf(length, size int) int { return (length + size - 1) / size }

func (c Invocation) countOf(what string, n int64) string {
	return c.Say("command.count."+what, "N", int(n))
}

// nightMessage returns a page of a night's standings, as text and as a picture. The text contains everything, in case
// the picture can't be drawn.
func (c Invocation) nightMessage(ctx context.Context, n store.Night, page int) (discord.Message, error) {
	st, err := c.Deps.Store.Standing(ctx, n.ID)
	if err != nil {
		return discord.Message{}, err
	}
	people := append([]ids.User(nil), st.By...)
	for _, p := range st.Players {
		people = append(people, p.Player)
	}
	known, err := c.Deps.Lobby.Names.Load(ctx, c.Guild, people)
	if err != nil {
		return discord.Message{}, err
	}
	places, page, pages := placesOn(st.Players, page)
	told := standing{c, n, st, known, c.nightMoments(ctx, n)}
	m := discord.Message{Content: told.text(places, told.place)}
	if message.Size(m.Content) > detailedSize {
		m.Content = told.text(places, told.short)
	}
	if pages > 1 {
		m.Content += "\n" + c.Say("command.night.page", "page", page, "pages", pages,
			"number", strconv.Itoa(n.Number), "next", strconv.Itoa(page%pages+1)) // the numbers as users type them
	}
	if p := told.next; p != nil {
		m.Content += "\n" + c.Say("command.night.next", "when", when(p.Starts), "where", inChannel(p.Channel))
	}
	m.Files = told.picture(places)
	return m, nil
}

// A place is a result with its rank. Equal results share a rank.
type place struct {
	store.Result
	rank int
}

// placesOn returns the given page of the results, or the last page if there aren't that many.
func placesOn(all []store.Result, page int) (places []place, at, pages int) {
	pages = max(1, pagesOf(len(all), standingPage))
	at = min(page, pages)
	rank := 0
	for i, r := range all {
		if i == 0 || r.Won != all[i-1].Won || r.Wins != all[i-1].Wins || r.Sets != all[i-1].Sets {
			rank = i + 1
		}
		if i/standingPage == at-1 {
			places = append(places, place{r, rank})
		}
	}
	return places, at, pages
}

// A standing renders the results of a night in the caller's language.
type standing struct {
	c      Invocation
	night  store.Night
	result store.Standing
	known  lobby.Names
	nightMoments
}

func (s standing) text(places []place, tell func(place) string) string {
	n := s.night
	lasts := s.c.Say("command.night.going_on")
	if !n.Ended.IsZero() {
		lasts = s.c.Language.Duration(n.Ended.Sub(n.Started))
	}
	head := s.c.Language.Beside(
		[]string{s.c.Say("command.night.title", "night", n.Number, "when", when(n.Started)), lasts})
	played := s.c.countOf("hands", int64(s.result.Hands))
	if s.result.Games > 0 {
		played = s.c.Say("command.night.and_games", "hands", played, "games", s.c.countOf("other_games", int64(s.result.Games)))
	}
	facts := s.c.Say("command.night.facts", "buy_in", n.BuyIn, "played", played)
	if s.result.Biggest > 0 {
		facts += s.c.Say("command.night.biggest", "pot", s.result.Biggest, "who", s.winners(s.result.By))
	}
	if least, who := s.fastest(); who != nil {
		facts += s.c.Say("command.night.fastest", "after", least, "who", s.winners(who))
	}
	lines := []string{head, facts}
	for _, p := range places {
		lines = append(lines, tell(p))
	}
	if len(places) == 0 {
		lines = append(lines, s.c.Say("command.night.nobody"))
	}
	return strings.Join(lines, "\n")
}

// fastest returns the time of the night's fastest set, and the players who were that fast.
func (s standing) fastest() (least time.Duration, who []ids.User) {
	for _, p := range s.result.Players {
		switch {
		case p.Fastest == 0 || who != nil && p.Fastest > least:
		case who != nil && p.Fastest == least:
			who = append(who, p.Player)
		default:
			least, who = p.Fastest, []ids.User{p.Player}
		}
	}
	return least, who
}

func (s standing) winners(of []ids.User) string {
	if len(of) > 3 {
		return s.c.countOf("players", int64(len(of)))
	}
	winners := make([]string, len(of))
	for i, p := range of {
		winners[i] = s.known.Of(p)
	}
	return s.c.Language.List(winners)
}

func (s standing) place(p place) string {
	var won, did []string
	if p.Pots > 0 {
		won = append(won, s.c.Say("command.count.pots_won", "N", int(p.Pots), "best", p.Best))
	}
	if p.Wins > 0 {
		won = append(won, s.c.countOf("games_won", p.Wins))
	}
	if len(won) > 0 {
		did = append(did, s.c.Say("command.night.won", "what", s.c.Language.List(won)))
	}
	if p.Sets > 0 {
		did = append(did, s.c.countOf("sets", p.Sets))
	}
	if len(did) == 0 {
		return s.short(p)
	}
	return s.c.Language.Beside([]string{s.short(p), s.c.Language.Row(did)})
}

func (s standing) short(p place) string {
	name := s.known.Of(p.Player)
	if what, _ := decidedBy(s.result.Players); what == "chips" {
		name += " " + signedChips(s.c.Language, p.Won)
	}
	return medal(p.rank) + " **" + name + "**"
}

// medal returns a medal, "🥇" to "🥉", for the first three places, and the formatted number for all others, such as
// "`  4.`".
func medal(rank int) string {
	if rank <= 3 {
		return string([]rune("🥇🥈🥉")[rank-1])
	}
	return fmt.Sprintf("`%3d.`", rank)
}

func rankedLine(rank int, who string) string {
	return fmt.Sprintf("`%3d.` %s", rank, who)
}

// picture draws a plot of each player's chips over time or, if no chips moved, a chart of the ranking.
func (s standing) picture(places []place) []discord.File {
	style := s.c.Deps.Settings.Style(s.night.Guild)
	if what, _ := decidedBy(s.result.Players); what != "chips" || len(places) == 0 || s.result.Hands == 0 {
		chart := s.chart(places)
		png, err := render.DrawChart(chart, style, s.c.Language)
		return picture(s.c, "night.png", render.AltChart(chart, s.c.Language), png, err)
	}
	plot := render.Plot{Title: s.c.Say("command.night.chart.chips", "night", s.night.Number),
		Players: s.players(s.known), Highlights: s.highlights(s.result)}
	for _, p := range places {
		line := render.Curve{Rank: p.rank, Seat: s.marks[p.Player], Name: s.known[p.Player], Values: []int64{0},
			Says: signedChips(s.c.Language, p.Won)}
		for _, won := range p.Course {
			line.Values = append(line.Values, int64(won))
		}
		plot.Curves = append(plot.Curves, line)
	}
	png, err := render.DrawPlot(plot, style, s.c.Language)
	return picture(s.c, "night.png", render.AltPlot(plot, s.c.Language), png, err)
}

func (s standing) chart(places []place) render.Chart {
	what, value := decidedBy(s.result.Players)
	chart := render.Chart{
		Title: s.c.Say("command.night.chart."+what, "night", s.night.Number),
		Unit:  "command.leaderboard.unit." + what,
	}
	for _, p := range places {
		chart.Rows = append(chart.Rows, render.ChartRow{
			Rank: p.rank, Value: value(p.Result), Name: s.known[p.Player],
		})
	}
	return chart
}

// decidedBy returns what the standings are ranked by: chips if any were won or bought, otherwise games won, otherwise
// sets.
func decidedBy(all []store.Result) (what string, value func(store.Result) int64) {
	switch {
	case slices.ContainsFunc(all, func(p store.Result) bool { return p.Bought > 0 || p.Won != 0 }):
	case slices.ContainsFunc(all, func(p store.Result) bool { return p.Wins > 0 }):
		return "wins", func(p store.Result) int64 { return p.Wins }
	case slices.ContainsFunc(all, func(p store.Result) bool { return p.Sets > 0 }):
		return "sets", func(p store.Result) int64 { return p.Sets }
	}
	return "chips", func(p store.Result) int64 { return int64(p.Won) }
}
