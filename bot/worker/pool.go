// Package worker has deep work done where its stack is kept by nobody who waits: a thousand tables that wait
// would keep a thousand that grew deep.
package worker

import "context"

// A Pool does things on goroutines whose stack is deep. A few that have done something wait for more:
// to make a stack deep and to give it back takes longer than many a move. A nil Pool starts a goroutine
// for each thing.
type Pool struct {
	work    chan func()
	waiting chan struct{}   // a token for each that waits
	over    <-chan struct{} // nobody waits any more
}

// mostWaiting is how many deep stacks, of 32 KB, are kept.
const mostWaiting = 8

// NewPool makes a pool, in which nobody waits for more to do when ctx is over.
func NewPool(ctx context.Context) *Pool {
	return &Pool{work: make(chan func()), waiting: make(chan struct{}, mostWaiting), over: ctx.Done()}
}

// Go does f, beside whoever asks for it and at once.
func (p *Pool) Go(f func()) {
	if p == nil {
		go func() {
			Deepen()
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

// serve does f, and what comes while it waits.
func (p *Pool) serve(f func()) {
	for {
		Deepen()
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

// Deepen makes the stack of a goroutine that has just begun as large as a move or a request needs it. A
// stack that is full is copied to one of twice the size, and one that grew bit by bit would be copied four
// times. The stack grows for room on entering; room itself is never used, for it would have to be cleared.
//
//go:noinline
func Deepen() byte {
	if len(none) == 0 {
		return 0
	}
	var room [16 << 10]byte
	return room[len(none)&(len(room)-1)]
}

// none is always empty. The compiler can't know that, and so it doesn't leave room out.
var none []struct{}
