// Package apart has deep work done where its stack is kept by nobody who waits.
package apart

import "time"

// A Pool does work for who waits on a shallow stack, on goroutines whose stack is deep: a thousand
// tables that wait would keep a thousand that grew deep. A few that have done something wait for more,
// for to make a stack deep and to give it back takes longer than many a move. The zero Pool is nil, and
// starts a goroutine for all it does.
type Pool struct {
	work    chan job
	waiting chan struct{} // a token for each that waits
}

type job struct {
	do   func()
	done chan struct{}
}

const (
	mostWaiting = 8           // deep stacks, of 32 KB
	waitsFor    = time.Second // and how long
)

// NewPool makes a pool. It needs no end: who waits in vain goes.
func NewPool() *Pool {
	return &Pool{work: make(chan job), waiting: make(chan struct{}, mostWaiting)}
}

// Do does f apart and returns when it is done.
func (p *Pool) Do(f func()) {
	j := job{f, make(chan struct{})}
	if p == nil {
		go j.run()
	} else {
		select {
		case p.work <- j:
		default:
			go p.serve(j)
		}
	}
	<-j.done
}

// serve does a job, and more while they come.
func (p *Pool) serve(j job) {
	var patience *time.Timer
	for {
		j.run()
		select {
		case p.waiting <- struct{}{}:
		default:
			return
		}
		if patience == nil {
			patience = time.NewTimer(waitsFor)
		} else {
			patience.Reset(waitsFor)
		}
		select {
		case j = <-p.work:
			<-p.waiting
		case <-patience.C:
			<-p.waiting
			return
		}
	}
}

func (j job) run() {
	defer close(j.done)
	Deepen()
	j.do()
}

// Deepen makes the stack of a goroutine that begins at once as deep as a move or a request needs it. A
// stack that is full moves to one of twice the size with all that stands on it: four times, where it
// grows as it goes. Room is made on entering, and what would have to be cleared is never reached.
//
//go:noinline
func Deepen() byte {
	if len(none) == 0 {
		return 0
	}
	var room [16 << 10]byte
	return room[len(none)&(len(room)-1)]
}

// none is nothing, which the compiler does not know: so the room is made.
var none []struct{}
