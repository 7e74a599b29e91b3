package gateway

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/websocket"

	"settable/bot/discord"
)

// supervise opens lines until the session is closed or refused.
func (s *Session) supervise() error {
	var l *line
	defer func() {
		if l != nil {
			l.drop()
		}
	}()
	content := s.config.MessageContent
	for attempt := 0; ; attempt++ {
		s.config.Status(Status{State: Connecting})
		var err error
		if l, err = s.ready(l, content); err != nil {
			return ended(s.ctx, err)
		}
		begun := time.Now()
		stood, usable, err := s.live(l)
		if s.ctx.Err() != nil {
			return nil
		}
		if stood && time.Since(begun) >= s.config.times.handshake {
			attempt = 0 // it worked: this is the first failure after that
		}
		v, greeted := l.verdict()
		code := codeOf(v, err)
		if r := refusal(code); r != nil {
			l.drop()
			if code != 4014 || !content || !s.config.FallBack {
				return r
			}
			s.config.Log.Warn(r.Text + "; going on without it")
			content, l = false, nil
			continue
		}
		pause := s.config.times.backoff(attempt)
		if v != nil && v.ended && code == 0 {
			pause = max(pause, s.config.times.invalid())
		}
		if v != nil && v.reconnect && attempt == 0 {
			pause = 0
		}
		s.config.Status(Status{State: Lost, Err: s.reason(v, err)})
		s.config.Log.Warn("the connection to Discord is lost", "why", s.reason(v, err), "code", code, "again", pause)
		if !usable || !l.resumable(v, greeted, stood) {
			l.drop()
			l = nil
		}
		if discord.Sleep(s.ctx, pause) != nil {
			return nil
		}
	}
}

// maxFails is how often in a row a session may greet and then fail to resume
// before a new one is made.
const maxFails = 3

// ready gives the line to open: the one that may be resumed, or a new one, when
// the budget of IDENTIFYs has room.
func (s *Session) ready(l *line, content bool) (*line, error) {
	if l != nil {
		return l, nil
	}
	if err := s.sparing(); err != nil {
		return nil, err
	}
	s.counts.identifies.Add(1)
	l, err := s.newLine(content)
	s.line.Store(l)
	return l, err
}

// live opens the line and stays until it is down, or the session is to end.
func (s *Session) live(l *line) (stood, usable bool, err error) {
	usable, err = l.open(s.ctx)
	if err != nil {
		return false, usable, err
	}
	s.config.Status(Status{State: Live, ContentAllowed: l.content})
	select {
	case <-l.down:
		s.counts.breaks.Add(1)
		s.intake.lost()
		return true, true, errWire
	case <-s.ctx.Done():
		l.farewell()
		return true, false, s.ctx.Err()
	}
}

// resumable says whether the line may be opened again, after a connection that
// ended so.
func (l *line) resumable(v *verdict, greeted, stood bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if greeted {
		l.unheard = 0
	}
	switch {
	case v != nil && v.ended:
		return false
	case !greeted: // nothing was said: an IDENTIFY was not spent, a RESUME not refused
		if l.unheard++; l.unheard >= maxFails {
			l.resume = nil // the door everybody takes may be open
		}
		return true
	case !l.began:
		return false
	case stood && (v == nil || !v.garbage):
		l.fails = 0
		return true
	}
	l.fails++
	return l.fails < maxFails
}

// codeOf is the close code: the wire saw it pass, or discordgo tells it.
func codeOf(v *verdict, err error) int {
	var c *websocket.CloseError
	switch {
	case v != nil && v.code != 0:
		return v.code
	case errors.As(err, &c):
		return c.Code
	}
	return 0
}

// reason is why a connection ended, without secrets.
func (s *Session) reason(v *verdict, err error) error {
	if v != nil {
		return errors.New(discord.Scrub(v.Error(), s.config.Token))
	}
	if err == nil || errors.Is(err, errWire) {
		return errWire
	}
	return errors.New(discord.Scrub(err.Error(), s.config.Token))
}

func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("open the session: %w", err)
}
