package gateway

import (
	"context"
	"time"

	"github.com/coder/websocket"

	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// link is one socket of the bot. One goroutine writes its queued frames in order.
type link struct {
	gateway *Gateway
	ws      *websocket.Conn
	session *session
	version int
	queue   []frame
	wake    chan struct{}
	code    websocket.StatusCode // if set, the socket closes once the queue is sent
	reason  string
	timer   *time.Timer
	said    []time.Time // when the bot sent its recent frames
}

type frame struct {
	bytes []byte
	odd   bool
}

func newLink(g *Gateway, ws *websocket.Conn) *link {
	return &link{gateway: g, ws: ws, wake: make(chan struct{}, 1)}
}

// mayTalk counts a frame from the bot and reports whether the limit of 120 frames per minute allows it.
func (l *link) mayTalk(now time.Time) bool {
	for len(l.said) > 0 && now.Sub(l.said[0]) >= time.Minute {
		l.said = l.said[1:]
	}
	l.said = append(l.said, now)
	return len(l.said) <= 120
}

// send queues a frame. The caller holds the gateway's lock.
func (l *link) send(f frame) {
	switch {
	case l.code != 0:
		return
	case len(l.queue) >= keepFrames: // the bot no longer reads; its session survives the socket
		l.code = websocket.StatusPolicyViolation
		l.drop()
		return
	}
	l.queue = append(l.queue, f)
	l.nudge()
}

func (l *link) control(op int, d any) {
	out := map[string]any{"op": op, "d": d, "s": nil, "t": nil}
	if op == opAck || op == opReconnect {
		delete(out, "d")
	}
	l.send(frame{bytes: world.JSON(out)})
}

// hangUp closes the socket with the given code once all queued frames are sent.
func (l *link) hangUp(code websocket.StatusCode, reason string) {
	if l.code == 0 {
		l.code, l.reason = code, reason
		l.nudge()
	}
}

// drop cuts the connection without a close frame, as a network failure does. It doesn't block, so callers may hold the
// lock.
func (l *link) drop() {
	l.gateway.World.Go(func() { l.ws.CloseNow() })
}

func (l *link) nudge() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *link) run(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	written := make(chan struct{})
	go func() {
		defer close(written)
		l.write(ctx)
	}()
	code := l.read(ctx)
	stop()
	<-written
	l.ws.CloseNow()
	l.gateway.withLocks(func(w *world.World) { l.gateway.onClosed(w, l, code) })
}

func (l *link) read(ctx context.Context) websocket.StatusCode {
	for {
		_, raw, err := l.ws.Read(ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		l.gateway.Traffic.Add(traffic.Exchange{Gateway: true, Payload: raw})
		l.gateway.withLocks(func(w *world.World) {
			if l.code == 0 && !l.gateway.Faults.Silent() {
				l.gateway.take(w, l, raw)
			}
		})
	}
}

// next returns the frames to write now. While the gateway is silent, there are none.
func (l *link) next() (queue []frame, code websocket.StatusCode, reason string) {
	l.gateway.mu.Lock()
	defer l.gateway.mu.Unlock()
	if l.gateway.Faults.Silent() {
		return nil, 0, ""
	}
	queue, l.queue = l.queue, nil
	return queue, l.code, l.reason
}

func (l *link) write(ctx context.Context) {
	for {
		queue, code, reason := l.next()
		for _, f := range queue {
			if l.put(ctx, f) != nil {
				return
			}
		}
		if code != 0 {
			l.ws.Close(code, reason)
			return
		}
		if len(queue) > 0 {
			continue
		}
		select {
		case <-l.wake:
		case <-ctx.Done():
			return
		}
	}
}

func (l *link) put(ctx context.Context, f frame) error {
	l.gateway.Traffic.Add(traffic.Exchange{Gateway: true, Sent: true, Payload: f.bytes, Raw: f.odd})
	return l.ws.Write(ctx, websocket.MessageText, f.bytes)
}

func (l *link) expectHeartbeat() {
	l.stopTimer()
	l.timer = time.AfterFunc(l.gateway.Heartbeat*3/2, func() {
		l.gateway.mu.Lock()
		defer l.gateway.mu.Unlock()
		if l.gateway.Faults.Silent() { // a silent gateway reads no heartbeats
			l.expectHeartbeat()
			return
		}
		l.hangUp(closeTimedOut, "Session timed out.")
	})
}

func (l *link) stopTimer() {
	if l.timer != nil {
		l.timer.Stop()
	}
}
