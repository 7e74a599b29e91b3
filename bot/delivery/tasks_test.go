package delivery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func runTasks(t *testing.T, perSecond int, play func(*Tasks, func() string)) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var lines strings.Builder
		ctx, cancel := context.WithCancel(t.Context())
		all := NewTasks(ctx, slog.New(slog.NewTextHandler(lockedWriter{&mu, &lines}, nil)), perSecond)
		play(all, func() string { mu.Lock(); defer mu.Unlock(); return lines.String() })
		cancel()
		all.Wait()
	})
}

type lockedWriter struct {
	mu *sync.Mutex
	to *strings.Builder
}

func (l lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(p)
}

// Even with more than a minute's worth of pending tasks, the rate limit is respected and no task is dropped. Tasks run
// in the order of their rank; within a rank, those with the most recent activity come first.
func TestTasksAreNeverDropped(t *testing.T) {
	runTasks(t, 30, func(all *Tasks, log func() string) {
		begun := time.Now()
		var mu sync.Mutex
		var order []int64
		done := func() []int64 { mu.Lock(); defer mu.Unlock(); return slices.Clone(order) }
		stand := func(what string, rank Rank, of int64) {
			all.Add(Task{Kind: what, Number: of, Rank: rank, Active: begun.Add(time.Duration(of) * time.Second),
				Do: func(context.Context) error {
					mu.Lock()
					defer mu.Unlock()
					order = append(order, of)
					return nil
				}})
		}
		for i := range int64(2000) {
			stand("tables", RankSeen, i)
			stand("channels", RankHeard, 10_000+i)
		}
		all.Begin()
		all.MoveToFront("tables", 7, time.Now())
		time.Sleep(time.Minute + time.Second)
		synctest.Wait()
		burst := []int64{7, 11_999, 11_998, 11_997, 11_996, 11_995, 11_994}
		require.ElementsMatch(t, burst, done()[:7])
		require.InDelta(t, 61*30, len(done()), 30)
		require.Regexp(t, `tasks pending" tasks="channels=\d+, tables=1999"`, log())
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		require.Len(t, done(), 4000)
		require.Equal(t, int64(0), done()[3999])
		require.Empty(t, all.String())
	})
}

// A failing task is retried with growing pauses until it succeeds. The log reports it only once a minute.
func TestTasksAreRetriedUntilTheySucceed(t *testing.T) {
	runTasks(t, 30, func(all *Tasks, log func() string) {
		tries := 0
		all.Begin()
		all.Add(Task{Kind: "the slash commands", Do: func(context.Context) error {
			if tries++; tries < 10 {
				return errors.New("HTTP 500")
			}
			return nil
		}})
		all.Add(Task{Kind: "a bug", Do: func(context.Context) error { panic("broken") }})
		time.Sleep(10 * time.Second)
		synctest.Wait()
		require.Equal(t, "the slash commands=1", all.String())
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		require.Equal(t, 10, tries)
		require.Empty(t, all.String())
		require.LessOrEqual(t, strings.Count(log(), "will be retried"), 4)
		require.Contains(t, log(), `job="a bug"`)
	})
}

// A task that is added twice runs once. A task that is added while it runs is run again afterwards, never
// concurrently.
func TestTaskRunsOncePerRequest(t *testing.T) {
	runTasks(t, 30, func(all *Tasks, _ func() string) {
		done, at := []string{}, 0
		task := func(name string) Task {
			return Task{Kind: "x", Number: 1, Do: func(context.Context) error {
				require.Zero(t, at)
				at++
				time.Sleep(time.Second)
				at--
				done = append(done, name)
				return nil
			}}
		}
		for i := range 3 {
			all.Add(task(fmt.Sprint("first ", i)))
		}
		all.Begin()
		synctest.Wait()
		all.Add(task("second"))
		all.Add(task("third"))
		time.Sleep(10 * time.Second)
		synctest.Wait()
		require.Equal(t, []string{"first 0", "second"}, done)
	})
}
