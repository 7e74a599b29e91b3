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

// progress describes the caller's progress with today's deal of a game.
func (h *handler) progress(ctx context.Context, c command.Invocation, k games.Kind) (games.Phrase, error) {
	row, err := h.store.Daily(ctx, c.Who.ID, k.Name(), games.DayOf(c.At))
	if errors.Is(err, store.ErrNoTable) {
		return games.Say("daily.waits"), nil
	}
	if errors.Is(err, store.ErrDealt) { // dealt before the player asked to be forgotten
		return games.Say("daily.played"), nil
	}
	if err != nil {
		return games.Phrase{}, err
	}
	d := deal{c: c, store: h.store, kind: k}
	if d.session, err = deals(c).Session(ctx, row); err != nil {
		return games.Phrase{}, err
	}
	if !d.session.Over() {
		return games.Say("daily.begun"), nil
	}
	return d.resultPhrase(), nil
}

// resultPhrase returns the number of sets that the player found in the deal and, if time counts, how long that took.
// It doesn't mention any cards.
func (d deal) resultPhrase() games.Phrase {
	sets, took := d.session.Course.Result()
	n := games.Say("daily.of", "sets", sets, "N", d.kind.Daily.Possible)
	if sets == 0 || !d.kind.Daily.Timed {
		return n
	}
	return games.Say("daily.in", "sets", n, "took", took)
}

// withStreak adds a line that says how many days in a row the player has played the deal, unless this is the first
// day.
func (d deal) withStreak(ctx context.Context, c command.Invocation, lines ...string) ([]string, error) {
	n, err := d.store.Streak(ctx, d.c.Who.ID, d.session.Row.Game, d.session.Row.Daily)
	if n < 2 {
		return lines, err
	}
	return append(lines, c.Say("daily.streak", "N", n)), err
}

// result shows the player a finished deal, and what they can do next.
func (d deal) result(ctx context.Context, how command.Manner, told []string) (command.Answer, error) {
	lines := append(d.head(), told...)
	lines = append(lines, d.c.Say("daily.over", "made", d.resultPhrase(), "next", nextDay(d.c)))
	lines, err := d.withStreak(ctx, d.c, lines...)
	if err != nil {
		return command.Answer{}, err
	}
	buttons := []discord.Button{
		d.button(d.c.Say("daily.button.share"), discord.Green, toShare), boardButton(d.c, d.kind)}
	for _, k := range gamesWithDeal(d.c.Deps.Games) {
		_, err := d.store.Daily(ctx, d.c.Who.ID, k.Name(), games.DayOf(d.c.At))
		if errors.Is(err, store.ErrNoTable) {
			buttons = append(buttons, playButton(d.c, k, games.DailyTitle(k.Name()), discord.Blue))
		}
	}
	m := discord.Message{Content: message.Cut(strings.Join(lines, "\n"), message.MostText)}
	m.Rows = message.InRows(buttons, 5)
	named := d.view().WithNames(func(s games.Seat) string { return discord.Unescape(d.session.Name(s)) })
	return command.Answer{How: how, Message: d.withPicture(ctx, m, named)}, nil
}

// share posts the player's result in the channel, but only once per channel. The post shows no cards, because other
// users may still want to play the deal.
func (h *handler) share(ctx context.Context, d deal) (command.Answer, error) {
	if !d.session.Over() {
		return command.Answer{}, games.Refuse("daily.not_over")
	}
	h.mu.Lock()
	news := h.shared.Add(fmt.Sprintf("%d in %d", d.session.Row.ID, d.c.Channel))
	h.mu.Unlock()
	if !news {
		return command.Answer{}, games.Refuse("daily.shared_already")
	}
	c := d.c
	c.Language = c.Deps.Lobby.Languages.Of(c.Guild)
	title := games.DailyTitle(d.session.Row.Game)
	text, err := d.withStreak(ctx, c, c.Say("daily.shared", "who", c.Who.Name, "title", title,
		"day", dateOf(d.session.Row.Daily), "made", d.resultPhrase()))
	if err != nil {
		return command.Answer{}, err
	}
	play := playButton(c, d.kind, games.Say("daily.button.yours"), discord.Green)
	replay := c.NewButton(c.Say("message.button.replay"), discord.Grey,
		message.ID{Kind: message.ReplayButton, Table: int64(d.session.Row.ID)})
	m := discord.Message{Content: c.Language.Prose(text...), Silent: true,
		Rows: []discord.Row{{Buttons: []discord.Button{play, boardButton(c, d.kind), replay}}}}
	return command.Answer{How: command.Public, Message: d.withScore(c, m)}, nil
}

// withScore adds a small picture of a result: a face-down card for each set that was made, and a gap for each that
// wasn't. The picture doesn't reveal anything about the cards of the deal.
func (d deal) withScore(c command.Invocation, m discord.Message) discord.Message {
	sets, _ := d.session.Course.Result()
	v := games.View{Game: d.session.Row.Game, Viewer: games.Watcher, Phase: games.Playing, CardsLeft: -1,
		Headline: d.resultPhrase(), Areas: []games.Area{{Name: "table", Columns: min(d.kind.Daily.Possible, scoreColumns),
			Cells: make([]games.Cell, d.kind.Daily.Possible)}}}
	for i := range min(sets, d.kind.Daily.Possible) {
		v.Areas[0].Cells[i].Kind = games.Back
	}
	m.InWords = func() string { return m.Content }
	png, err := message.Draw(nil, v, c.Deps.Settings.Style(c.Guild), c.Language)
	if err != nil {
		c.Deps.Log.Error("drawing the result of a daily deal failed", "error", err)
		return m.Plain()
	}
	alt := c.Say("daily.alt", "title", games.DailyTitle(d.session.Row.Game), "made", d.resultPhrase())
	m.Files = []discord.File{{Name: "result.png", Description: alt, Content: png}}
	return m
}

// scoreColumns is the number of sets in a row of the picture of a result.
const scoreColumns = 9
