package apart_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/apart"
)

func TestWhatIsDoneApartIsDoneWhenDoReturns(t *testing.T) {
	for name, pool := range map[string]*apart.Pool{"one after the other": apart.NewPool(), "no pool": nil} {
		t.Run(name, func(t *testing.T) {
			sum := 0
			for range 100 {
				pool.Do(func() { sum += deep(15) })
			}
			require.Equal(t, 100*15*16/2, sum)
		})
	}
}

// Nobody waits until another is done, however many come.
func TestManyAreDoneAtOnce(t *testing.T) {
	pool, met := apart.NewPool(), make(chan struct{})
	var here atomic.Int32
	var all sync.WaitGroup
	for range 3 {
		here.Store(0)
		met = make(chan struct{})
		for range 100 {
			all.Go(func() {
				pool.Do(func() {
					if here.Add(1) == 100 {
						close(met)
					}
					<-met
				})
			})
		}
		all.Wait()
	}
}

// A synctest ends when no goroutine is left.
func TestWhoWaitsInVainGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool, began, done := apart.NewPool(), time.Now(), 0
		for range 3 {
			pool.Do(func() { done++ })
			time.Sleep(time.Minute)
		}
		require.Equal(t, 3, done)
		require.Equal(t, 3*time.Minute, time.Since(began))
	})
}

// BenchmarkDo does what goes as deep as a move, in a pool, without one, and on a goroutine as it comes:
//
//	go test ./bot/apart -run xxx -bench Do
func BenchmarkDo(b *testing.B) {
	for name, pool := range map[string]*apart.Pool{"pool": apart.NewPool(), "no pool": nil} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				pool.Do(func() { deep(15) })
			}
		})
	}
	b.Run("go", func(b *testing.B) {
		for b.Loop() {
			done := make(chan struct{})
			go func() {
				defer close(done)
				deep(15)
			}()
			<-done
		}
	})
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
