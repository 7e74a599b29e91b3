package rest

import "context"

// A lane lets only one request through at a time, in the order of arrival. A lane is a channel of size one, and Go
// serves waiting senders in order.
type lane struct {
	turn  chan struct{}
	users int
}

// enter waits for a turn in the named lane. If the name is "", enter doesn't wait. The error is ctx.Err().
func (l *limits) enter(ctx context.Context, name string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	l.mu.Lock()
	in := l.lanes[name]
	if in == nil {
		in = &lane{turn: make(chan struct{}, 1)}
		l.lanes[name] = in
	}
	in.users++
	l.mu.Unlock()
	leave := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if in.users--; in.users == 0 {
			delete(l.lanes, name)
		}
	}
	select {
	case in.turn <- struct{}{}:
		return func() { <-in.turn; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}
