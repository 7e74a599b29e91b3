package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/render"
	"settable/store"
)

// /replay lets the caller step through a game that has ended in this channel. Only the caller sees the replay. The
// replay shows what onlookers saw, so hands that weren't revealed remain hidden.
var _ = register(Command{Name: "replay", Options: static(number("ago", maxAgo)), Run: replay,
	Button: message.ReplayButton, Press: replayPress})

// maxAgo is the number of past games in a channel that can be replayed.
const maxAgo = 25

func replay(ctx context.Context, c Invocation) (Answer, error) {
	closed, err := c.Deps.Store.Closed(ctx, c.Channel, maxAgo)
	if err != nil {
		return Answer{}, err
	}
	ago, _ := strconv.Atoi(c.Options["ago"])
	if len(closed) == 0 {
		return Answer{}, games.Refuse("command.replay.nothing")
	}
	if ago = max(ago, 1); ago > len(closed) {
		return Answer{}, games.Refuse("command.replay.none", "N", len(closed))
	}
	r, err := playbackOf(ctx, c, closed[ago-1])
	if err != nil {
		return Answer{}, err
	}
	return Answer{How: Private, Message: r.message(ctx, 0)}, nil
}

// The words of a replay's buttons, which say where each button leads.
const (
	toFirst, toBack, toNext, toLast = "first", "back", "next", "last"
	toTurn                          = "turn" // the next moment at which cards were taken or revealed
	toOlder, toNewer                = "older", "newer"
	toFilm                          = "film"
)

// replayPress shows the frame that a button leads to. The button below an ended table begins a replay.
func replayPress(ctx context.Context, c Invocation) (Answer, error) {
	row, err := c.Deps.Store.Table(ctx, store.TableID(c.Button.Table))
	if errors.Is(err, store.ErrNoTable) || err == nil && row.Channel != c.Channel {
		return Answer{}, games.Refuse("command.replay.elsewhere")
	}
	if err != nil {
		return Answer{}, err
	}
	if c.Button.Words == toOlder || c.Button.Words == toNewer {
		if row, err = neighbour(ctx, c, row); err != nil {
			return Answer{}, err
		}
	}
	r, err := playbackOf(ctx, c, row)
	if err != nil {
		return Answer{}, err
	}
	switch c.Button.Words {
	case "":
		return Answer{How: Private, Message: r.message(ctx, 0)}, nil
	case toFilm:
		return r.film(ctx)
	}
	return Answer{How: Update, Message: r.message(ctx, c.Button.Line)}, nil
}

// neighbour returns the previous or the next game in the same channel, or the given game if there is none.
func neighbour(ctx context.Context, c Invocation, row store.Table) (store.Table, error) {
	closed, err := c.Deps.Store.Closed(ctx, c.Channel, maxAgo)
	if err != nil {
		return row, err
	}
	i := slices.IndexFunc(closed, func(t store.Table) bool { return t.ID == row.ID })
	step := 1
	if c.Button.Words == toNewer {
		step = -1
	}
	if next := i + step; i >= 0 && next >= 0 && next < len(closed) {
		return closed[next], nil
	}
	return row, nil
}

// A playback is a finished game with the frames that a replay shows.
type playback struct {
	c       Invocation
	session table.Session
	frames  []games.Frame
}

func playbackOf(ctx context.Context, c Invocation, row store.Table) (r playback, err error) {
	if over := (row.Daily + 1).Begins(); row.Daily != 0 && c.At.Before(over) {
		return r, games.Refuse("command.replay.daily", "when", discord.Timestamp(over, "R"))
	}
	if row.Closed.IsZero() {
		return r, games.Refuse("command.replay.going_on")
	}
	if _, known := c.Deps.game(row.Game); !known {
		return r, games.Refuse("command.replay.unknown")
	}
	r.c = c
	r.session, err = c.Deps.Lobby.Read(ctx, row)
	if errors.Is(err, store.ErrCompacted) {
		return r, games.Refuse("command.replay.compacted")
	}
	if errors.Is(err, table.ErrBroken) {
		return r, games.Refuse("command.replay.unknown")
	}
	if err != nil {
		return r, fmt.Errorf("reading table %d for a replay: %w", row.ID, err)
	}
	lines, err := c.Deps.Store.Lines(ctx, row.ID)
	if err != nil {
		return r, err
	}
	r.frames, err = games.Frames(r.session.Rules, row.Options, store.GameLines(lines))
	if err == nil && len(r.frames) == 0 {
		return r, games.Refuse("command.replay.empty")
	}
	return r, err
}

// view returns the view of a frame's picture, with the players' names.
func (r playback) view(f games.Frame) games.View {
	return f.View.WithNames(func(s games.Seat) string { return discord.Unescape(r.session.Name(s)) })
}

// message returns the message for the i-th frame: what happened, the picture, and the buttons that lead to other
// frames.
func (r playback) message(ctx context.Context, i int) discord.Message {
	i = max(0, min(i, len(r.frames)-1))
	f := r.frames[i]
	head := r.c.Say("command.replay.head", "game", r.session.Manual.Title(), "n", i+1, "of", len(r.frames),
		"when", discord.Timestamp(f.At, "f"))
	parts := []string{head}
	for _, e := range f.Events {
		if said := e.Say(); !said.Silent() {
			parts = append(parts, "> "+r.c.Language.Say(said, r.session.Name))
		}
	}
	v := r.view(f)
	png, err := message.Draw(nil, v, r.c.Deps.Settings.StyleFor(ctx, r.c.Guild, r.c.Who.ID), r.c.Language)
	return discord.Message{
		Content: message.Cut(strings.Join(parts, "\n"), message.MostText), Rows: r.rows(i),
		Files: picture(r.c, "table.png", render.Alt(v, r.c.Language), png, err),
	}
}

// rows returns the buttons below the i-th frame.
func (r playback) rows(i int) []discord.Row {
	last := len(r.frames) - 1
	to := func(where string, frame int, may bool, style discord.Style) discord.Button {
		b := r.c.NewButton(r.c.Say("command.replay.to."+where), style,
			message.ID{Kind: message.ReplayButton, Table: int64(r.session.Row.ID), Line: frame, Words: where})
		b.Disabled = !may
		return b
	}
	turn := slices.IndexFunc(r.frames[i+1:], func(f games.Frame) bool { return f.KeyFrame })
	return []discord.Row{
		{Buttons: []discord.Button{
			to(toFirst, 0, i > 0, discord.Grey), to(toBack, max(i-1, 0), i > 0, discord.Grey),
			to(toNext, min(i+1, last), i < last, discord.Blue), to(toLast, last, i < last, discord.Grey)}},
		{Buttons: []discord.Button{
			to(toTurn, i+1+max(turn, 0), turn >= 0, discord.Blue), to(toFilm, 0, true, discord.Grey),
			to(toOlder, 0, true, discord.Grey), to(toNewer, 0, true, discord.Grey)}},
	}
}
