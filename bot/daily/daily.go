// Package daily implements the daily deals: every day, all users get the same cards and can play them once, in a
// private message. The results are public.
package daily

import (
	"context"
	"embed"
	"strings"
	"sync"
	"time"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
)

// Words holds the catalogues of the texts about daily deals.
//
//go:embed words/*.yaml
var Words embed.FS

func Commands(st Store) []command.Command {
	h := &handler{store: st}
	return []command.Command{
		{Name: "daily", Options: options, Run: h.command, Words: Words,
			Button: message.DailyButton, Press: h.handlePress},
		{Button: message.DealtButton, Run: h.playPress},
	}
}

// A handler runs the commands. Its state isn't stored, because it only prevents results from being shared twice.
type handler struct {
	store  Store
	mu     sync.Mutex
	shared discord.Recent[string] // deals, each with a channel in which it was shared
}

func options(s command.Inventory) []discord.Option {
	deal := discord.Option{Kind: discord.Text, Name: "deal"}
	for _, k := range gamesWithDeal(s.Games) {
		deal.Choices = append(deal.Choices,
			discord.Choice{Name: s.Language.Plain(k.Manual().Title()), Value: k.Name()})
	}
	return []discord.Option{deal, {Kind: discord.Text, Name: "move", MaxLength: 60}}
}

// gamesWithDeal returns the games that have a daily deal.
func gamesWithDeal(all []games.Kind) (list []games.Kind) {
	for _, k := range all {
		if k.Daily != nil {
			list = append(list, k)
		}
	}
	return list
}

func kindOf(c command.Invocation, name string) (games.Kind, error) {
	k, is := games.Find(gamesWithDeal(c.Deps.Games), name)
	if !is {
		return k, games.Refuse("daily.no_deal")
	}
	return k, nil
}

func (h *handler) command(ctx context.Context, c command.Invocation) (command.Answer, error) {
	name, move := c.Options["deal"], c.Options["move"]
	if name == "" && move != "" {
		return command.Answer{}, games.Refuse("daily.which")
	}
	if name == "" {
		return h.today(ctx, c)
	}
	d, begun, err := h.open(ctx, c, name)
	if err != nil {
		return command.Answer{}, err
	}
	d.replaceMessage()
	if move == "" || begun || d.session.Over() {
		return d.answer(ctx, command.Private, "", nil)
	}
	told, err := d.say(ctx, move, false)
	if err != nil {
		return command.Answer{}, err
	}
	return d.answer(ctx, command.Private, "", told)
}

func (h *handler) handlePress(ctx context.Context, c command.Invocation) (command.Answer, error) {
	name, board := strings.CutPrefix(c.Button.Words, boardOf)
	switch {
	case board:
		return command.Board(ctx, c, games.DailySets, name, "day")
	case name == "":
		return h.today(ctx, c)
	}
	d, _, err := h.open(ctx, c, name)
	if err != nil {
		return command.Answer{}, err
	}
	d.replaceMessage()
	return d.answer(ctx, command.Private, "", nil)
}

// boardOf is the prefix of the words of a button that shows a deal's leaderboard.
const boardOf = "board "

// today lists today's deals with the caller's progress.
func (h *handler) today(ctx context.Context, c command.Invocation) (command.Answer, error) {
	lines := []string{c.Say("daily.today", "day", dateOf(games.DayOf(c.At)), "next", nextDay(c))}
	var plays, boards []discord.Button
	for _, k := range gamesWithDeal(c.Deps.Games) {
		stands, err := h.progress(ctx, c, k)
		if err != nil {
			return command.Answer{}, err
		}
		lines = append(lines, c.Say("daily.deal", "title", games.DailyTitle(k.Name()),
			"about", games.DailyAbout(k.Name()), "stands", stands))
		plays = append(plays, playButton(c, k, games.DailyTitle(k.Name()), discord.Blue))
		boards = append(boards, boardButton(c, k))
	}
	m := discord.Message{Content: strings.Join(lines, "\n")}
	m.Rows = message.InRows(append(plays, boards...), 5)
	return command.Answer{How: command.Private, Message: m}, nil
}

func playButton(c command.Invocation, k games.Kind, label games.Phrase, style discord.Style) discord.Button {
	return c.NewButton(c.Language.Plain(label), style, message.ID{Kind: message.DailyButton, Words: k.Name()})
}

func boardButton(c command.Invocation, k games.Kind) discord.Button {
	return c.NewButton(c.Say("daily.button.board", "title", games.DailyTitle(k.Name())), discord.Grey,
		message.ID{Kind: message.DailyButton, Words: boardOf + k.Name()})
}

// nextDay returns a timestamp that counts down to the next day.
func nextDay(c command.Invocation) string {
	return discord.Timestamp((games.DayOf(c.At) + 1).Begins(), "R")
}

// dateOf returns a timestamp that shows a day as a date in each reader's own format. It uses noon UTC, when the date
// is the same nearly everywhere.
func dateOf(d games.Day) string {
	return discord.Timestamp(d.Begins().Add(12*time.Hour), "D")
}
