package worker_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/worker"
)

// Nobody waits until another is done, however many come.
func TestManyAreDoneAtOnce(t *testing.T) {
	for name, pool := range map[string]*worker.Pool{"pool": worker.NewPool(t.Context()), "no pool": nil} {
		t.Run(name, func(t *testing.T) {
			for range 3 {
				met := make(chan struct{})
				var here atomic.Int32
				var all sync.WaitGroup
				all.Add(100)
				for range 100 {
					pool.Go(func() {
						defer all.Done()
						if here.Add(1) == 100 {
							close(met)
						}
						<-met
					})
				}
				all.Wait()
			}
		})
	}
}

// A synctest ends when no goroutine is left.
func TestNobodyWaitsForMoreAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		pool, done := worker.NewPool(ctx), make(chan int)
		for i := range 30 {
			go pool.Go(func() {
				time.Sleep(time.Second)
				done <- i
			})
		}
		for range 30 {
			<-done
		}
		synctest.Wait()
		end()
		pool.Go(func() { done <- 1 })
		<-done
	})
}

// A loop is never at work twice at once, and misses nothing: what came is seen after it.
func TestALoopSeesAllThatCame(t *testing.T) {
	loop := worker.NewLoop(worker.NewPool(t.Context()))
	const each, most = 200, 8
	var came, at atomic.Int32
	seen := make(chan int32, 1)
	loop.Start(func(bool) (time.Duration, bool) {
		require.Equal(t, int32(1), at.Add(1))
		defer at.Add(-1)
		n := came.Load()
		return worker.Never, n < each*most
	}, func() { seen <- came.Load() })
	for range most {
		go func() {
			for range each {
				came.Add(1)
				loop.Wake()
			}
		}()
	}
	require.Equal(t, int32(each*most), <-seen)
	loop.Wake() // in vain
}

// Woken before its start, a loop goes at once, and else when it is woken; its bell rings after the wait that
// was said last, and not once more when it was woken first. It ends once, and has no goroutine while it
// waits.
func TestALoopIsWokenOrRung(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type turn struct {
			rung  bool
			after time.Duration
		}
		var turns []turn
		ends, began := 0, time.Now()
		var lock sync.Mutex
		start := func(loop *worker.Loop) {
			loop.Start(func(rung bool) (time.Duration, bool) {
				lock.Lock()
				defer lock.Unlock()
				turns = append(turns, turn{rung, time.Since(began)})
				return time.Minute, len(turns) < 5
			}, func() { ends++ })
		}
		after := func(pause time.Duration) []turn {
			time.Sleep(pause)
			synctest.Wait()
			lock.Lock()
			defer lock.Unlock()
			return slices.Clone(turns)
		}
		early, late := worker.NewLoop(nil), worker.NewLoop(nil)
		early.Wake()
		start(early)
		require.Len(t, after(0), 1)
		require.Len(t, after(90*time.Second), 2)
		early.Wake()
		all := []turn{{false, 0}, {true, time.Minute}, {false, 90 * time.Second}, {true, 150 * time.Second},
			{true, 210 * time.Second}}
		require.Equal(t, all, after(time.Hour))
		require.Equal(t, 1, ends)
		early.Wake()
		require.Equal(t, all, after(time.Hour))

		start(late)
		require.Equal(t, all, after(time.Hour), "nothing has come")
		late.Wake()
		require.Len(t, after(time.Hour), len(all)+1)
		require.Equal(t, 2, ends)
	})
}

// A bell that rang just as its loop was woken is not heard after that.
func TestABellRingsNoSoonerThanWasSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const wait = time.Millisecond
		loop, last, early := worker.NewLoop(nil), time.Now(), 0
		ended := make(chan struct{})
		end := time.Now().Add(3000 * wait)
		loop.Start(func(rung bool) (time.Duration, bool) {
			if rung && time.Since(last) < wait {
				early++
			}
			last = time.Now()
			return wait, last.Before(end)
		}, func() { close(ended) })
		for last := time.Now(); last.Before(end); last = time.Now() {
			loop.Wake()
			time.Sleep(wait)
		}
		loop.Wake()
		<-ended
		require.Zero(t, early)
	})
}

// BenchmarkGo does what goes as deep as a move, in a pool, without one, and on a goroutine as it comes:
//
//	go test ./bot/worker -run xxx -bench Go
func BenchmarkGo(b *testing.B) {
	var pool *worker.Pool
	for name, do := range map[string]func(func()){
		"pool": worker.NewPool(b.Context()).Go, "no pool": pool.Go, "go": func(f func()) { go f() },
	} {
		b.Run(name, func(b *testing.B) {
			done := make(chan struct{})
			for b.Loop() {
				do(func() {
					deep(15)
					done <- struct{}{}
				})
				<-done
			}
		})
	}
}

// deep takes half a kilobyte of the stack for each n, and adds up all of them.
//
//go:noinline
func deep(n int) int {
	var frame [64]int
	for i := range frame {
		frame[i] = n
	}
	if n > 0 {
		return frame[n] + deep(n-1)
	}
	return frame[0]
}
