package daily

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/store"
)

// standing tells how far the caller has come with today's deal of a game.
func standing(ctx context.Context, c command.Call, k games.Kind) (games.Phrase, error) {
	row, err := c.Store.Daily(ctx, c.Who.ID, k.Name(), games.DayOf(c.At))
	if errors.Is(err, store.ErrNoTable) {
		return games.Say("daily.waits"), nil
	}
	if errors.Is(err, store.ErrDealt) { // before they had themselves forgotten
		return games.Say("daily.played"), nil
	}
	if err != nil {
		return games.Phrase{}, err
	}
	d := deal{Call: c, kind: k}
	if d.Session, err = deals(c).Session(ctx, row); err != nil {
		return games.Phrase{}, err
	}
	if !d.Over() {
		return games.Say("daily.begun"), nil
	}
	return d.made(), nil
}

// made tells the result of the deal: the sets, and how long they took if that counts. It names no card.
func (d deal) made() games.Phrase {
	sets, took := d.Course.Result()
	n := games.Say("daily.sets", "N", sets)
	if sets == 0 || !d.kind.Daily.Timed {
		return n
	}
	return games.Say("daily.in", "sets", n, "took", took)
}

// withStreak adds a line about how many days in a row the deal was played, from the second day on.
func (d deal) withStreak(ctx context.Context, c command.Call, lines ...string) ([]string, error) {
	n, err := d.Store.Streak(ctx, d.Who.ID, d.Row.Game, d.Row.Daily)
	if n < 2 {
		return lines, err
	}
	return append(lines, c.Say("daily.streak", "N", n)), err
}

// result shows its player a deal that is over, and what they can do next.
func (d deal) result(ctx context.Context, how command.Manner, told []string) (command.Answer, error) {
	lines := append(d.head(), told...)
	lines = append(lines, d.Call.Say("daily.over", "made", d.made(), "next", next(d.Call)))
	lines, err := d.withStreak(ctx, d.Call, lines...)
	if err != nil {
		return command.Answer{}, err
	}
	buttons := []discord.Button{
		d.button(d.Call.Say("daily.button.share"), discord.Green, toShare), boardButton(d.Call, d.kind)}
	for _, k := range dealt(d.Games) {
		_, err := d.Store.Daily(ctx, d.Who.ID, k.Name(), games.DayOf(d.Call.At))
		if errors.Is(err, store.ErrNoTable) {
			buttons = append(buttons, playButton(d.Call, k, games.DailyTitle(k.Name()), discord.Blue))
		}
	}
	m := discord.Message{Content: message.Cut(strings.Join(lines, "\n"), message.MostText)}
	m.Rows = message.InRows(buttons, 5)
	named := d.view().WithNames(func(s games.Seat) string { return discord.Unescape(d.Session.Name(s)) })
	return command.Answer{How: how, Message: d.drawn(ctx, m, named)}, nil
}

// share tells the channel once what the player has reached. It shows no cards,
// because others may still have the deal before them.
func (h *handler) share(ctx context.Context, d deal) (command.Answer, error) {
	if !d.Over() {
		return command.Answer{}, games.Refuse("daily.not_over")
	}
	h.mu.Lock()
	news := h.shared.Add(fmt.Sprintf("%d in %d", d.Row.ID, d.Channel))
	h.mu.Unlock()
	if !news {
		return command.Answer{}, games.Refuse("daily.shared_already")
	}
	c := d.Call
	c.Language = c.Tables.Language(c.Guild)
	title := games.DailyTitle(d.Row.Game)
	text, err := d.withStreak(ctx, c, c.Say("daily.shared", "who", c.Who.Name, "title", title,
		"day", dated(d.Row.Daily), "made", d.made()))
	if err != nil {
		return command.Answer{}, err
	}
	play := playButton(c, d.kind, games.Say("daily.button.yours"), discord.Green)
	replay := c.NewButton(c.Say("message.button.replay"), discord.Grey,
		message.ID{Kind: message.ReplayButton, Table: int64(d.Row.ID)})
	m := discord.Message{Content: c.Language.Prose(text...), Silent: true,
		Rows: []discord.Row{{Buttons: []discord.Button{play, boardButton(c, d.kind), replay}}}}
	return command.Answer{How: command.Public, Message: m}, nil
}
