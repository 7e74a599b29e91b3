package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/render"
	"settable/store"
)

// pageSize is how many players a page of a leaderboard shows.
const pageSize = 10

// A board is what was asked of a leaderboard, as its page buttons carry it.
type board struct {
	count  games.Count
	game   string // "": all games
	period string // "day", "week", "month", "all"
	page   int    // 1, 2, 3 …
}

func (bd board) String() string {
	return strings.Join([]string{string(bd.count), bd.game, bd.period, strconv.Itoa(bd.page)}, ",")
}

// parseBoard reads what a button carries: a stranger's input.
func parseBoard(words string) (board, bool) {
	parts := strings.Split(words, ",")
	if len(parts) != 4 {
		return board{}, false
	}
	page, err := strconv.Atoi(parts[3])
	bd := board{games.Count(parts[0]), parts[1], parts[2], page}
	_, known := counts[bd.count]
	_, ok := periods[bd.period]
	return bd, err == nil && page > 0 && page < 1e6 && known && ok
}

var counts = map[games.Count]string{games.Sets: "sets taken", games.Wins: "games won", store.ChipsWon: "chips won"}

// units are what a bar is long in.
var units = map[games.Count]string{games.Sets: "sets", games.Wins: "wins", store.ChipsWon: "chips"}

var periods = map[string]string{"day": "today", "week": "this week", "month": "this month", "all": "all time"}

// since is when a period began. Days are those of UTC, weeks begin on Monday.
func since(period string, now time.Time) time.Time {
	now = now.UTC()
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	switch period {
	case "day":
		return day
	case "week":
		return day.AddDate(0, 0, -(int(now.Weekday())+6)%7)
	case "month":
		return day.AddDate(0, 0, 1-now.Day())
	}
	return time.Time{}
}

// leaderboard answers in the channel, for everybody.
func (b *Bot) leaderboard(s said, options map[string]string) {
	bd := board{count: games.Count(options["board"]), game: options["game"], period: options["period"], page: 1}
	if bd.count == "" {
		bd.count = games.Sets
	}
	if bd.period == "" {
		bd.period = "all"
	}
	b.errand("showing a leaderboard", func(ctx context.Context) error {
		m, err := b.boardMessage(ctx, s, bd)
		if err != nil {
			b.whisper(s, apology)
			return err
		}
		return b.rest.Answer(ctx, ticketOf(s), m, false)
	})
}

// turnPage changes a leaderboard to another page, with the rank of whoever pressed.
func (b *Bot) turnPage(s said) {
	bd, ok := parseBoard(s.Words)
	if !ok {
		b.whisper(s, "That button is not one of mine. `/leaderboard` shows the board anew.")
		return
	}
	b.errand("turning a page", func(ctx context.Context) error {
		m, err := b.boardMessage(ctx, s, bd)
		if err != nil {
			b.whisper(s, apology)
			return err
		}
		return b.rest.Update(ctx, ticketOf(s), m)
	})
}

func (b *Bot) boardMessage(ctx context.Context, s said, bd board) (discord.Message, error) {
	page, err := b.store.Leaderboard(ctx, store.Board{
		Guild: s.Guild, Count: bd.count, Game: bd.game, Since: since(bd.period, s.At),
	}, bd.page, pageSize, s.Who.ID)
	if err != nil {
		return discord.Message{}, err
	}
	if page.Total == 0 {
		return discord.Message{Content: "**" + b.boardTitle(bd) + "**\nNobody stands on this board yet."}, nil
	}
	players := make([]store.PlayerID, len(page.Rows))
	for i, r := range page.Rows {
		players[i] = r.Player
	}
	known, err := b.nameAll(ctx, s.Guild, players)
	if err != nil {
		return discord.Message{}, err
	}
	m := discord.Message{Content: b.boardText(s, bd, page, known), Rows: b.pager(s.Guild, bd, page)}
	chart := b.chart(s, bd, page)
	png, err := render.DrawChart(chart, b.choices.style(s.Guild))
	if err != nil {
		return discord.Message{}, fmt.Errorf("drawing a leaderboard: %w", err)
	}
	m.Files = []discord.File{{Name: "leaderboard.png", Description: render.AltChart(chart), PNG: png}}
	return m, nil
}

func (b *Bot) boardTitle(bd board) string {
	title := "Leaderboard: " + counts[bd.count] + ", " + periods[bd.period]
	if r := b.ruleOf(bd.game); r != nil {
		title += ", " + r.Manual().Title
	}
	return title
}

func (b *Bot) boardText(s said, bd board, page store.Page, known names) string {
	lines := []string{"**" + b.boardTitle(bd) + "**"}
	for _, r := range page.Rows {
		lines = append(lines, fmt.Sprintf("`%3d.` %s · **%d**", r.Rank, known.of(r.Player), r.N))
	}
	switch {
	case page.Mine == nil:
		lines = append(lines, fmt.Sprintf("-# %s has no place on it yet.", s.Who.Name))
	default:
		lines = append(lines, fmt.Sprintf("-# %s: place %d of %d, with %d.", s.Who.Name, page.Mine.Rank, page.Total, page.Mine.N))
	}
	if bd.period != "all" {
		lines = append(lines, "-# Since "+since(bd.period, s.At).Format("Monday 2 January 2006")+", 0:00 UTC.")
	}
	return strings.Join(lines, "\n")
}

func (b *Bot) chart(s said, bd board, page store.Page) render.Chart {
	c := render.Chart{Title: b.boardTitle(bd), Unit: units[bd.count]}
	for _, r := range page.Rows {
		c.Rows = append(c.Rows, render.ChartRow{Rank: r.Rank, Value: r.N, Mine: r.Player == s.Who.ID})
	}
	return c
}

// pager are the page buttons, when there is more than one page.
func (b *Bot) pager(g store.GuildID, bd board, page store.Page) []discord.Row {
	if page.Pages < 2 {
		return nil
	}
	turn := func(label string, to int) discord.Button {
		next := bd
		next.page = max(1, min(to, page.Pages))
		id := message.ID{Kind: message.BoardButton, Words: next.String()}
		id.Line = to // keeps the two ids apart where both ends are the same page
		return discord.Button{Label: label, CustomID: b.seal.Write(discordGuild(g), id), Disabled: to < 1 || to > page.Pages}
	}
	return []discord.Row{{Buttons: []discord.Button{
		turn("◀ Page "+strconv.Itoa(max(1, page.Page-1)), page.Page-1), turn("Page "+strconv.Itoa(min(page.Pages, page.Page+1))+" ▶", page.Page+1),
	}}}
}
