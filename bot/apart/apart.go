// Package apart has deep work done where its stack is kept by nobody who waits.
package apart

// Do does f on a goroutine of its own and returns when it is done. The stack there is soon that of
// somebody else: a thousand tables that wait would keep a thousand that grew deep.
func Do(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		Deepen()
		f()
	}()
	<-done
}

// Deepen makes the stack of a goroutine that begins at once as deep as a move or a request needs it. A
// stack that is full moves to one of twice the size with all that stands on it: four times, where it
// grows as it goes. Room is made on entering, and what would have to be cleared is never reached.
//
//go:noinline
func Deepen() byte {
	if len(done) == 0 {
		return 0
	}
	var room [16 << 10]byte
	return room[len(done)&(len(room)-1)]
}

// done is nothing, which the compiler does not know: so the room is made.
var done []struct{}
