package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/bot/sandbox"
	"settable/games"
)

// hall is where the tables stand, with what went over the wire to and from them.
type hall struct {
	world  *sandbox.Server
	tables []*benchTable
	places sync.Map // channel: *benchTable

	mu     sync.Mutex
	waited []time.Duration
}

func newHall(tables int) *hall { return &hall{tables: make([]*benchTable, tables)} }

// watch sees all that goes over the wire.
func (h *hall) watch(e sandbox.Exchange) {
	switch {
	case e.Gateway && e.Sent && bytes.HasPrefix(e.Payload, []byte(`{"t":"MESSAGE_CREATE"`)):
		if t := h.at(e.Payload); t != nil && !bytes.Contains(e.Payload, []byte(`"bot":true`)) {
			t.left(e.At)
		}
	case !e.Gateway && len(e.Files) > 0 && e.Status == 200:
		h.picture(e)
	}
}

// at is the table of a message's channel.
func (h *hall) at(payload []byte) *benchTable {
	_, rest, _ := bytes.Cut(payload, []byte(`"channel_id":"`))
	id, _, _ := bytes.Cut(rest, []byte(`"`))
	if t, ok := h.places.Load(string(id)); ok {
		return t.(*benchTable)
	}
	return nil
}

// picture takes an upload: its buttons say which line it shows.
func (h *hall) picture(e sandbox.Exchange) {
	parts := strings.Split(e.Path, "/") // /api/v9/channels/ID/messages…
	if len(parts) < 5 {
		return
	}
	t, ok := h.places.Load(parts[4])
	if !ok {
		return
	}
	var body struct {
		Attachments []struct{ Description string }
		Components  []struct {
			Components []struct {
				ID string `json:"custom_id"`
			}
		}
	}
	if json.Unmarshal(e.Body, &body) != nil || len(body.Attachments) == 0 || len(body.Components) == 0 {
		return
	}
	button := strings.Split(body.Components[0].Components[0].ID, ":") // kind:table:line.code:words
	if len(button) < 4 {
		return
	}
	number, _, _ := strings.Cut(button[2], ".")
	line, err := strconv.Atoi(number)
	if err != nil {
		return
	}
	waited := t.(*benchTable).sees(line, body.Attachments[0].Description, e.Received)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waited = append(h.waited, waited...)
}

// open opens the tables one after the other, so that their luck is known, and
// begins the games.
func (h *hall) open(ctx context.Context) error {
	for i := range h.tables {
		channel := h.world.AddChannel(fmt.Sprintf("table-%d", i+1))
		t, err := newBenchTable(uint64(i+1), channel)
		if err != nil {
			return err
		}
		t.expects()
		t.left(time.Now())
		h.tables[i] = t
		h.places.Store(channel, t)
		if _, err := h.world.Slash(benchPlayers[0], channel, "play", sandbox.Sub("classic")); err != nil {
			return fmt.Errorf("opening a table: %w", err)
		}
		if err := h.settled(ctx, t); err != nil {
			return err
		}
		t.line = t.shown // how many lines come before the opener's is the bot's affair
	}
	for _, words := range []string{"join", "start"} {
		for i, t := range h.tables {
			var m games.Move = games.Join{}
			seat := games.Seat(len(benchPlayers))
			if words == "start" {
				m, seat = games.Start{}, 1
			}
			if err := t.apply(seat, m); err != nil {
				return err
			}
			if err := h.say(t, benchPlayers[seat-1], words); err != nil {
				return err
			}
			if (i+1)%100 == 0 || i == len(h.tables)-1 {
				if err := h.settled(ctx, h.tables[i/100*100:i+1]...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// settled waits until pictures show all that was typed.
func (h *hall) settled(ctx context.Context, tables ...*benchTable) error {
	late := time.Now().Add(longest + time.Duration(len(tables))*20*time.Millisecond)
	for _, t := range tables {
		for t.outstanding() > 0 {
			if time.Now().After(late) {
				return errors.New("a table did not answer")
			}
			if err := pause(ctx, time.Millisecond); err != nil {
				return err
			}
		}
	}
	return nil
}

// longest is how long no picture may come before the moves that wait count as lost.
const longest = 15 * time.Second

// pause waits, or ends with the context.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// play plays so many moves a second, spread over the tables.
func (h *hall) play(ctx context.Context, child *child, folder string, rate int, long time.Duration) (m measured, err error) {
	m.Rate = rate
	raw, err := rawSyncs(ctx, folder, rate)
	if err != nil {
		return m, err
	}
	before, err := child.used()
	if err != nil {
		return m, err
	}
	pictures, reordered := h.seen()
	h.mu.Lock()
	h.waited = nil
	h.mu.Unlock()
	defer keepGarbage()()
	start := time.Now()
	if m.Moves, err = h.typing(ctx, start, rate, long); err != nil {
		return m, err
	}
	if err := h.drain(ctx); err != nil {
		return m, err
	}
	took := time.Since(start)
	after, err := child.used()
	if err != nil {
		return m, err
	}
	again, err := rawSyncs(ctx, folder, rate)
	if err != nil {
		return m, err
	}
	raw = append(raw, again...)
	slices.Sort(raw)
	h.mu.Lock()
	waited := slices.Sorted(slices.Values(h.waited))
	h.mu.Unlock()
	p, r := h.seen()
	m.Pictures, m.Reordered, m.Lost = p-pictures, r-reordered, m.Moves-len(waited)
	m.CPU, m.Memory = (after.CPU-before.CPU)/float64(max(1, m.Moves))*1e6, after.Memory
	m.PerSecond = float64(len(waited)) / max(long, took).Seconds()
	m.P50, m.P99, m.Max = centile(waited, 50), centile(waited, 99), centile(waited, 100)
	m.RawP50, m.RawP99 = centile(raw, 50), centile(raw, 99)
	return m, nil
}

// keepGarbage leaves the garbage of this process where it is, up to a gigabyte,
// until what it gives is called: players do not share a machine with their bot, and
// these are not to take its cores for that.
func keepGarbage() (collect func()) {
	runtime.GC()
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(1<<30)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// typing has people type, whatever the bot does meanwhile.
func (h *hall) typing(ctx context.Context, start time.Time, rate int, long time.Duration) (moves int, err error) {
	for n := range int(float64(rate) * long.Seconds()) {
		if d := time.Until(start.Add(time.Duration(n) * time.Second / time.Duration(rate))); d > 0 {
			if err := pause(ctx, d); err != nil {
				return moves, err
			}
		}
		t := h.tables[n%len(h.tables)]
		who, words, ok, err := t.next()
		if err != nil {
			return moves, err
		}
		if !ok {
			continue // this game is over
		}
		moves++
		if err := h.say(t, who, words); err != nil {
			return moves, err
		}
	}
	return moves, nil
}

func (h *hall) say(t *benchTable, who, words string) error {
	t.expects()
	if _, err := h.world.Say(who, t.channel, words); err != nil {
		return fmt.Errorf("typing %q: %w", words, err)
	}
	return nil
}

// drain waits until every move is shown, as long as pictures still come.
func (h *hall) drain(ctx context.Context) error {
	last, left := time.Now(), 0
	for {
		now := 0
		for _, t := range h.tables {
			now += t.outstanding()
		}
		if now != left {
			last, left = time.Now(), now
		}
		if now == 0 || time.Since(last) > longest {
			break
		}
		if err := pause(ctx, time.Millisecond); err != nil {
			return err
		}
	}
	for _, t := range h.tables {
		t.giveUp()
	}
	return nil
}

func (h *hall) seen() (pictures, reordered int) {
	for _, t := range h.tables {
		t.mu.Lock()
		pictures, reordered = pictures+t.pictures, reordered+t.reordered
		t.mu.Unlock()
	}
	return pictures, reordered
}

// check looks at the last picture of every table.
func (h *hall) check() error {
	for _, t := range h.tables {
		if err := t.check(); err != nil {
			return err
		}
	}
	return nil
}

// centile is in milliseconds; of nothing it is 0.
func centile(sorted []time.Duration, of int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[(len(sorted)-1)*of/100].Microseconds()) / 1000
}
