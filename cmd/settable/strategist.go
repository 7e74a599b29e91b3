package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"settable/bot/sandbox/page"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A strategist chooses moves for the sandbox's simulated people. It replays the table's journal, but uses only what
// the people's seats can see.
type strategist struct {
	store  store.Journal
	person func(name string) (id string, err error)
}

// Simulated people take this long to join and to start a game.
const (
	joinDelay  = 2 * time.Second
	startDelay = 6 * time.Second
)

// mostHandsShown limits the number of hands in games that don't end by themselves.
const mostHandsShown = 5

// optionsToWatch returns the options for a short game that people can watch.
func optionsToWatch(game string) (options []world.Option) {
	kind, _ := games.Find(kinds, game)
	for name, value := range kind.ShortOptions {
		if n, err := strconv.Atoi(value); err == nil {
			options = append(options, world.Opt(name, n))
		} else {
			options = append(options, world.Opt(name, value))
		}
	}
	return options
}

func (m strategist) decide(ctx context.Context, channel, person string) (page.Decision, error) {
	where, err := strconv.ParseInt(channel, 10, 64)
	if err != nil {
		return page.Decision{}, fmt.Errorf("channel %q is not a number: %w", channel, err)
	}
	id, err := m.person(person)
	if err != nil {
		return page.Decision{}, err
	}
	row, err := m.store.TableIn(ctx, ids.Channel(where))
	if errors.Is(err, store.ErrNoTable) {
		return page.Decision{}, nil
	}
	if err != nil {
		return page.Decision{}, err
	}
	lines, err := m.store.Lines(ctx, row.ID)
	if err != nil {
		return page.Decision{}, err
	}
	return decideFor(row, lines, id)
}

// decideFor returns a player's decision at a table.
func decideFor(row store.Table, lines []store.Line, player string) (t page.Decision, err error) {
	kind, is := games.Find(kinds, row.Game)
	if !is {
		return t, nil
	}
	var seat games.Seat
	hands := 0
	for _, l := range lines {
		if strconv.FormatInt(int64(l.Player), 10) == player {
			seat = l.Seat
		}
		if l.Words == kind.NextHand {
			hands++
		}
	}
	course, err := games.ReplayLines(kind, row.Options, store.GameLines(lines))
	if err != nil {
		return t, fmt.Errorf("table %d: %w", row.ID, err)
	}
	v := course.Game.View(seat)
	t.Line = len(lines)
	switch {
	case v.Phase == games.Finished:
		return page.Decision{}, nil
	case seat == games.Watcher && v.May("join"):
		t.Words, t.Pace = "join", joinDelay
	case v.Phase == games.Gathering && v.May("start"):
		t.Words, t.Pace = "start", startDelay
	case seat == games.Watcher || v.Phase != games.Playing:
		t.Pace = joinDelay
	default:
		luck := rand.New(rand.NewPCG(rand.Uint64(), uint64(seat)))
		t.Pace = v.Pace(games.Steady, luck)
		t.Words = kind.Player(v, games.Steady, luck)
	}
	if t.Words != "" && t.Words == kind.NextHand && hands+1 >= mostHandsShown {
		t.Words = "/end"
	}
	return t, nil
}
