package apart_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/apart"
)

func TestWhatIsDoneApartIsDoneWhenDoReturns(t *testing.T) {
	sum := 0
	for range 100 {
		apart.Do(func() { sum += deep(15) })
	}
	require.Equal(t, 100*15*16/2, sum)
}

// BenchmarkDo does what goes as deep as a move, apart and on a goroutine as it comes:
//
//	go test ./bot/apart -run xxx -bench Do
func BenchmarkDo(b *testing.B) {
	b.Run("apart", func(b *testing.B) {
		for b.Loop() {
			apart.Do(func() { deep(15) })
		}
	})
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
