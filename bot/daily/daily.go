// Package daily is the daily deals: the same cards for all, once a day for each person, played in front of
// them alone, with what they made for all to see.
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

// Words are the catalogues of what is said of daily deals.
//
//go:embed words/*.yaml
var Words embed.FS

// Commands are `/daily` and the buttons that ask for the same, and those of a deal.
func Commands() []command.Command {
	h := &handler{}
	return []command.Command{
		{Name: "daily", Options: options, Run: h.command, Words: Words,
			Button: message.DailyButton, Press: h.asked},
		{Button: message.DealtButton, Run: h.pressed},
	}
}

// A handler is what is remembered between two presses. Nothing depends on it.
type handler struct {
	mu     sync.Mutex
	shared discord.Recent[string] // deals and the channels in which they were told of
}

func options(s command.Inventory) []discord.Option {
	deal := discord.Option{Kind: discord.Text, Name: "deal"}
	for _, k := range dealt(s.Games) {
		deal.Choices = append(deal.Choices,
			discord.Choice{Name: s.Language.Plain(k.Manual().Title()), Value: k.Name()})
	}
	return []discord.Option{deal, {Kind: discord.Text, Name: "move", MaxLength: 60}}
}

// dealt are the games that are dealt once a day.
func dealt(all []games.Kind) (list []games.Kind) {
	for _, k := range all {
		if k.Daily != nil {
			list = append(list, k)
		}
	}
	return list
}

func kindOf(c command.Call, name string) (games.Kind, error) {
	k, is := games.Find(dealt(c.Games), name)
	if !is {
		return k, games.Refuse("daily.no_deal")
	}
	return k, nil
}

// command answers `/daily`: what there is today, a deal, or a move at it.
func (h *handler) command(ctx context.Context, c command.Call) (command.Answer, error) {
	name, move := c.Options["deal"], c.Options["move"]
	if name == "" && move != "" {
		return command.Answer{}, games.Refuse("daily.which")
	}
	if name == "" {
		return h.today(ctx, c)
	}
	d, begun, err := open(ctx, c, name)
	if err != nil {
		return command.Answer{}, err
	}
	if move == "" || begun || d.Over() {
		return d.answer(ctx, command.Private, "", nil)
	}
	told, err := d.say(ctx, move, false)
	if err != nil {
		return command.Answer{}, err
	}
	return d.answer(ctx, command.Private, "", told)
}

// asked is the press of a button that names a deal, or its board.
func (h *handler) asked(ctx context.Context, c command.Call) (command.Answer, error) {
	name, board := strings.CutPrefix(c.Button.Words, boardOf)
	switch {
	case board:
		return command.Board(ctx, c, games.DailySets, name, "day")
	case name == "":
		return h.today(ctx, c)
	}
	d, _, err := open(ctx, c, name)
	if err != nil {
		return command.Answer{}, err
	}
	return d.answer(ctx, command.Private, "", nil)
}

// boardOf begins the words of a button that shows the board of a deal.
const boardOf = "board "

// today is what there is today, and how far who asks has come with it.
func (h *handler) today(ctx context.Context, c command.Call) (command.Answer, error) {
	lines := []string{c.Say("daily.today", "day", dated(games.DayOf(c.At)), "next", next(c))}
	var plays, boards []discord.Button
	for _, k := range dealt(c.Games) {
		stands, err := standing(ctx, c, k)
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

func playButton(c command.Call, k games.Kind, label games.Phrase, style discord.Style) discord.Button {
	return c.NewButton(c.Language.Plain(label), style, message.ID{Kind: message.DailyButton, Words: k.Name()})
}

func boardButton(c command.Call, k games.Kind) discord.Button {
	return c.NewButton(c.Say("daily.button.board", "title", games.DailyTitle(k.Name())), discord.Grey,
		message.ID{Kind: message.DailyButton, Words: boardOf + k.Name()})
}

// next is when the day after that of a call begins.
func next(c command.Call) string {
	return discord.Timestamp((games.DayOf(c.At) + 1).Begins(), "R")
}

// dated is a day in the words of whoever reads it: its noon, which has the same date nearly everywhere.
func dated(d games.Day) string {
	return discord.Timestamp(d.Begins().Add(12*time.Hour), "D")
}
