package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"settable/bot/discord"
)

// play types moves at a steady rate and measures how long the pictures take.
func (l *workload) play(ctx context.Context, playing bots, folder string, rate int,
	long time.Duration) (m result, err error) {
	m.Rate, m.Processes = rate, len(playing)
	raw, err := rawSyncs(ctx, folder, rate)
	if err != nil {
		return m, err
	}
	before, err := playing.usage()
	if err != nil {
		return m, err
	}
	pictures, reordered := l.seen()
	l.mu.Lock()
	l.waited = nil
	l.mu.Unlock()
	defer pauseGC()()
	start := time.Now()
	if m.Moves, err = l.typeMoves(ctx, start, rate, long); err != nil {
		return m, err
	}
	if err := l.drain(ctx); err != nil {
		return m, err
	}
	took := time.Since(start)
	after, err := playing.usage()
	if err != nil {
		return m, err
	}
	again, err := rawSyncs(ctx, folder, rate)
	if err != nil {
		return m, err
	}
	raw = append(raw, again...)
	slices.Sort(raw)
	l.mu.Lock()
	waited := slices.Sorted(slices.Values(l.waited))
	l.mu.Unlock()
	p, r := l.seen()
	m.Pictures, m.Reordered, m.Lost = p-pictures, r-reordered, m.Moves-len(waited)
	m.CPU, m.Memory = (after.CPU-before.CPU)/float64(max(1, m.Moves))*1e6, after.Memory
	m.PerSecond = float64(len(waited)) / max(long, took).Seconds()
	m.P50, m.P99, m.Max = percentile(waited, 50), percentile(waited, 99), percentile(waited, 100)
	m.RawP50, m.RawP99 = percentile(raw, 50), percentile(raw, 99)
	return m, nil
}

// pauseGC turns off garbage collection in this process until resume is called, so that the simulated players take no
// CPU time from the bot. Above a heap of 1 GB, the collector runs anyway.
func pauseGC() (resume func()) {
	runtime.GC()
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(1<<30)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// typeMoves types moves at a steady rate, even if the bot doesn't keep up.
func (l *workload) typeMoves(ctx context.Context, start time.Time, rate int, long time.Duration) (moves int,
	err error) {
	for n := range int(float64(rate) * long.Seconds()) {
		if d := time.Until(start.Add(time.Duration(n) * time.Second / time.Duration(rate))); d > 0 {
			if err := discord.Sleep(ctx, d); err != nil {
				return moves, err
			}
		}
		t := l.tables[n%len(l.tables)]
		who, words, ok, err := t.next()
		if err != nil {
			return moves, err
		}
		if !ok {
			continue // the game has ended
		}
		moves++
		if err := l.say(t, who, words); err != nil {
			return moves, err
		}
	}
	return moves, nil
}

// drain waits until every move is shown, or until no picture has arrived for maxWait.
func (l *workload) drain(ctx context.Context) error {
	last, left := time.Now(), 0
	for {
		now := 0
		for _, t := range l.tables {
			now += t.outstanding()
		}
		if now != left {
			last, left = time.Now(), now
		}
		if now == 0 || time.Since(last) > maxWait {
			break
		}
		if err := discord.Sleep(ctx, time.Millisecond); err != nil {
			return err
		}
	}
	for _, t := range l.tables {
		t.giveUp()
	}
	return nil
}

// percentile returns a percentile in milliseconds, or 0 for an empty list.
func percentile(sorted []time.Duration, of int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[(len(sorted)-1)*of/100].Microseconds()) / 1000
}

// rawSyncs measures the speed of the disk by overwriting and syncing 12 KiB. It syncs at the rate of the moves but at
// least a hundred times per second, because an idle disk and CPU would respond more slowly. It runs while the bot is
// idle, so that it doesn't wait for the bot's syncs.
func rawSyncs(ctx context.Context, folder string, rate int) (took []time.Duration, err error) {
	f, err := os.Create(filepath.Join(folder, "raw"))
	if err != nil {
		return nil, fmt.Errorf("measure the disk: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	page := make([]byte, 12<<10)
	for range 200 {
		if err := discord.Sleep(ctx, time.Second/time.Duration(max(rate, 100))); err != nil {
			return nil, err
		}
		start := time.Now()
		if _, err = f.WriteAt(page, 0); err == nil {
			err = f.Sync()
		}
		if err != nil {
			return nil, fmt.Errorf("measure the disk: %w", err)
		}
		took = append(took, time.Since(start))
	}
	return took[1:], nil // the first one also allocates the file
}
