package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render"
	"settable/store"
)

const (
	// nightsPage is how many nights a page of the list names.
	nightsPage = 10
	// standingPage is how many players a page of a standing shows.
	standingPage = 10
	// fullSize is the size up to which each player's hands and pots are told
	// too: the rest of Discord's 2,000 characters is for what page it is.
	fullSize = 1900
)

// listNights names the nights of the server, the newest first.
func (b *Bot) listNights(ctx context.Context, s said, page int) error {
	list, err := b.store.Nights(ctx, s.Guild, page, nightsPage)
	if err != nil {
		return err
	}
	if list.Total == 0 {
		b.whisper(s, "No poker night was held on this server yet. `/night start` begins one.")
		return nil
	}
	lines := []string{fmt.Sprintf("**Poker nights on this server**, newest first, page %d of %d", list.Page, list.Pages)}
	for _, n := range list.Nights {
		line := fmt.Sprintf("`%3d.` %s · <#%s> · buy-in %d · %s, %s", n.Number, when(n.Started), discordChannel(n.Channel), n.BuyIn, message.Many(int64(n.Players), "player"), message.Many(int64(n.Hands), "hand"))
		if n.Ended.IsZero() {
			line += " · still going on"
		}
		lines = append(lines, line)
	}
	b.whisper(s, strings.Join(append(lines, "-# `/night show` with a number shows its standing."), "\n"))
	return nil
}

// showNight shows the standing of a night to everybody: if none is named, of the
// one that is on in the channel, or else of the last that ended.
func (b *Bot) showNight(ctx context.Context, s said, options map[string]string) error {
	var n store.Night
	var err error
	if number := options["number"]; number == "" {
		if n, err = b.store.OpenNight(ctx, s.Channel); errors.Is(err, store.ErrNoNight) {
			n, err = b.store.LastNight(ctx, s.Guild)
		}
	} else if i, bad := strconv.Atoi(number); bad != nil {
		err = store.ErrNoNight
	} else {
		n, err = b.store.Night(ctx, s.Guild, i)
	}
	if errors.Is(err, store.ErrNoNight) {
		b.whisper(s, "There is no such night on this server. `/night list` names those there are.")
		return nil
	}
	if err != nil {
		return err
	}
	m, err := b.nightMessage(ctx, n, page(options["page"]))
	if err != nil {
		return err
	}
	return b.rest.Answer(ctx, ticketOf(s), m, false)
}

// nightMessage is a page of a night's standing, as text with names and as a
// picture without. Words can say it all where the picture fails.
func (b *Bot) nightMessage(ctx context.Context, n store.Night, page int) (discord.Message, error) {
	st, err := b.store.Standing(ctx, n.ID)
	if err != nil {
		return discord.Message{}, err
	}
	people := append([]store.PlayerID(nil), st.By...)
	for _, p := range st.Players {
		people = append(people, p.Player)
	}
	known, err := b.nameAll(ctx, n.Guild, people)
	if err != nil {
		return discord.Message{}, err
	}
	places, page, pages := placed(st.Players, page)
	m := discord.Message{Content: nightText(n, st, places, known, placeText)}
	if message.Size(m.Content) > fullSize {
		m.Content = nightText(n, st, places, known, placeShort)
	}
	if pages > 1 {
		m.Content += fmt.Sprintf("\n-# Page %d of %d: `/night show number:%d page:%d`", page, pages, n.Number, page%pages+1)
	}
	chart := nightChart(n, st, places)
	png, err := render.DrawChart(chart, b.choices.style(n.Guild))
	if err != nil {
		b.log.Error("drawing a standing", "error", err)
		return m, nil
	}
	m.Files = []discord.File{{Name: "night.png", Description: render.AltChart(chart), PNG: png}}
	return m, nil
}

// A place is a result with its rank; equal results share one.
type place struct {
	store.Result
	rank int
}

// placed is a page of the results, or the last where there are fewer.
func placed(all []store.Result, page int) (places []place, at, pages int) {
	pages = max(1, (len(all)+standingPage-1)/standingPage)
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

func nightText(n store.Night, st store.Standing, places []place, known names, tell func(place, names) string) string {
	head := fmt.Sprintf("**Poker night %d** · %s", n.Number, when(n.Started))
	if n.Ended.IsZero() {
		head += " · still going on"
	} else {
		head += " · " + message.Seconds(n.Ended.Sub(n.Started))
	}
	facts := fmt.Sprintf("-# Buy-in %d · %s", n.BuyIn, message.Many(int64(st.Hands), "hand"))
	if st.Games > 0 {
		facts += ", " + message.Many(int64(st.Games), "other game")
	}
	facts += " played"
	if st.Biggest > 0 {
		facts += fmt.Sprintf(" · biggest pot %d, won by %s", st.Biggest, winnersOf(st, known))
	}
	lines := []string{head, facts}
	for _, p := range places {
		lines = append(lines, tell(p, known))
	}
	if len(places) == 0 {
		lines = append(lines, "Nobody sat down.")
	}
	return strings.Join(lines, "\n")
}

func winnersOf(st store.Standing, known names) string {
	if len(st.By) > 3 {
		return message.Many(int64(len(st.By)), "player")
	}
	winners := make([]string, len(st.By))
	for i, p := range st.By {
		winners[i] = known.of(p)
	}
	return message.List(winners)
}

func placeText(p place, known names) string {
	text := placeShort(p, known)
	if p.Hands > 0 {
		text += " · " + message.Many(p.Hands, "hand")
	}
	if p.Pots > 0 {
		text += ", " + message.Many(p.Pots, "pot") + " won"
	}
	if p.Best > 0 {
		text += fmt.Sprintf(", at most %d", p.Best)
	}
	if p.Wins > 0 {
		text += " · " + message.Many(p.Wins, "game") + " won"
	}
	if p.Sets > 0 {
		text += " · " + message.Many(p.Sets, "set")
	}
	return text
}

func placeShort(p place, known names) string {
	text := fmt.Sprintf("`%3d.` %s · **%s**", p.rank, known.of(p.Player), signed(p.Won))
	if p.Bought > 0 {
		text += fmt.Sprintf(" · %d in, %d out", p.Bought, p.Cashed)
	}
	return text
}

func nightChart(n store.Night, st store.Standing, places []place) render.Chart {
	what, unit, value := decidedBy(st.Players)
	c := render.Chart{Title: fmt.Sprintf("Poker night %d: %s", n.Number, what), Unit: unit}
	for _, p := range places {
		c.Rows = append(c.Rows, render.ChartRow{Rank: p.rank, Value: value(p.Result)})
	}
	return c
}

// decidedBy is what a standing shows: chips where any were won, else games won,
// else sets.
func decidedBy(all []store.Result) (what, unit string, value func(store.Result) int64) {
	switch {
	case slices.ContainsFunc(all, func(p store.Result) bool { return p.Bought > 0 || p.Won != 0 }):
	case slices.ContainsFunc(all, func(p store.Result) bool { return p.Wins > 0 }):
		return "games won", "wins", func(p store.Result) int64 { return p.Wins }
	case slices.ContainsFunc(all, func(p store.Result) bool { return p.Sets > 0 }):
		return "sets taken", "sets", func(p store.Result) int64 { return p.Sets }
	}
	return "chips won or lost", "chips", func(p store.Result) int64 { return int64(p.Won) }
}

func signed(n games.Chips) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// nightOptions are the subcommands of /night. A night begins with the options
// of its game, of which the stack is everybody's buy-in.
func nightOptions(game games.Rules) []discord.Option {
	m := game.Manual()
	stack, _ := message.StackOf(m)
	stack.Name = "buy_in"
	start := []discord.Option{gameOption(stack)}
	for _, o := range m.Options {
		if o.Name != message.StackOption {
			start = append(start, gameOption(o))
		}
	}
	one, most := 1.0, 100000.0
	number := func(name, help string) discord.Option {
		return discord.Option{Kind: discord.Integer, Name: name, Description: help, Min: &one, Max: &most}
	}
	return []discord.Option{
		{Kind: discord.SubCommand, Name: "start", Description: "Open a night in this channel: the same buy-in for all, one standing at its end", Options: start},
		{Kind: discord.SubCommand, Name: "end", Description: "Close the table and post the standing (who opened the night, or Manage Server)"},
		{Kind: discord.SubCommand, Name: "list", Description: "The nights of this server", Options: []discord.Option{number("page", "Which page")}},
		{Kind: discord.SubCommand, Name: "show", Description: "The standing of a night", Options: []discord.Option{
			number("number", "Which night; the last, if none is named"), number("page", "Which page")}},
	}
}
