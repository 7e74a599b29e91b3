// Package worker runs work that needs a deep stack without keeping such a stack for everybody who waits.
// A thousand waiting tables with goroutines of their own would keep a thousand stacks that grew deep.
package worker

import "context"

// A Pool runs things on goroutines whose stack is deep. A few of them wait for more
// when they have finished, because making a stack deep and giving it back takes
// longer than many a move. A nil Pool starts a goroutine for each thing.
type Pool struct {
	work    chan func()
	waiting chan struct{}   // holds a token for each goroutine that waits
	over    <-chan struct{} // closed when none waits any more
}

// mostWaiting is how many goroutines wait at most. Each keeps a stack of 32 KB.
const mostWaiting = 8

// NewPool makes a pool. When ctx ends, its waiting goroutines end; it can still be used.
func NewPool(ctx context.Context) *Pool {
	return &Pool{work: make(chan func()), waiting: make(chan struct{}, mostWaiting), over: ctx.Done()}
}

// Go runs f on another goroutine at once.
func (p *Pool) Go(f func()) {
	if p == nil {
		go func() {
			GrowStack()
			f()
		}()
		return
	}
	select {
	case p.work <- f:
	default:
		go p.serve(f)
	}
}

// serve runs f, and then what comes while it waits.
func (p *Pool) serve(f func()) {
	for {
		GrowStack()
		f()
		select {
		case p.waiting <- struct{}{}:
		default:
			return
		}
		select {
		case f = <-p.work:
			<-p.waiting
		case <-p.over:
			return
		}
	}
}

// GrowStack makes the stack of a goroutine that has just begun as large as a move or a
// request needs it. A full stack is copied to one of twice the size, so one that
// grew bit by bit would be copied four times. Entering this function makes room for
// its frame; room itself is not used, because it would have to be cleared.
//
//go:noinline
func GrowStack() byte {
	if len(none) == 0 {
		return 0
	}
	var room [16 << 10]byte
	return room[len(none)&(len(room)-1)]
}

// none is always empty. The compiler can't know that, so it does not optimise room away.
var none []struct{}
