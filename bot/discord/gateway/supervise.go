package gateway

import (
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/websocket"

	"settable/bot/discord"
)

// supervise opens links until the session is closed or refused. If the session was closed, supervise returns nil.
func (s *Session) supervise() error {
	var l *link
	defer func() {
		if l != nil {
			l.drop()
		}
	}()
	content := s.config.MessageContent
	var fails failures
	for {
		s.config.Status(Status{State: Connecting})
		var err error
		if l, err = s.nextLink(l, content); err != nil {
			if s.ctx.Err() != nil { // the end of the session isn't an error
				return nil
			}
			return fmt.Errorf("open the session: %w", err)
		}
		begun := time.Now()
		live, usable, err := s.serve(l)
		if s.ctx.Err() != nil {
			return nil
		}
		v, gotHello := l.ending()
		code := closeCode(v, err)
		if r := refusal(code); r != nil {
			l.drop()
			if code != 4014 || !content || !s.config.FallBack {
				return r
			}
			s.config.Log.Warn("Discord refused the Message Content intent, continuing without it", "reason", r.Text)
			content, l = false, nil
			continue
		}
		s.late = v == errLate
		attempt := fails.count(live, time.Since(begun) >= s.config.times.handshake, v)
		pause, reason := s.pause(v, attempt), s.reason(v, err)
		s.config.Status(Status{State: Lost, Err: reason})
		if s.lost.IsZero() {
			s.lost = begun
			if live {
				s.lost = time.Now()
			}
		}
		s.outage.Warn(s.config.Log, "connection to Discord lost, reconnecting", "",
			"reason", reason, "code", code, "retry_in", pause)
		if !usable || !l.mayResume(v, gotHello, live) {
			l.drop()
			l = nil
		}
		if discord.Sleep(s.ctx, pause) != nil {
			return nil
		}
	}
}

// failures is the number of failures that determine the backoff. Failed dials are counted until a session is ready,
// or until an op 9 shows that Discord answers. Sessions that were lost quickly are counted until one lasts longer.
type failures struct{ dials, brief int }

// count records that a connection ended, and returns the number of earlier failures.
func (f *failures) count(live, lasted bool, v *ending) (attempt int) {
	switch {
	case live && lasted:
		*f = failures{}
	case live || v != nil && v.isInvalidSession():
		f.dials = 0
	}
	attempt = f.dials + f.brief
	if live {
		f.brief++
	} else {
		f.dials++
	}
	return attempt
}

// isInvalidSession reports whether the connection ended with an op 9 that also ends the session.
func (v *ending) isInvalidSession() bool { return v.sessionOver && v.code == 0 }

// pause returns how long to wait after a connection that ended in this way.
func (s *Session) pause(v *ending, attempt int) time.Duration {
	pause := s.config.times.backoff(attempt)
	switch {
	case v != nil && v.reconnect && attempt == 0:
		return 0
	case v != nil && v.isInvalidSession():
		return s.config.times.invalid()
	}
	return pause
}

// maxFails is how many times in a row a session may fail to resume after a HELLO before the bot starts a new session.
const maxFails = 3

// nextLink returns the link to open next: l if that can be resumed, and otherwise a new link once the budget of
// IDENTIFYs allows one.
func (s *Session) nextLink(l *link, content bool) (*link, error) {
	if l != nil {
		return l, nil
	}
	if l, err := s.adoptedLink(content); l != nil || err != nil {
		return l, err
	}
	if err := s.awaitIdentify(); err != nil {
		return nil, err
	}
	s.counts.identifies.Add(1)
	s.config.Position.begin(place{}, nil)
	turn := time.Now()
	l, err := s.newLink(content)
	if err == nil && s.config.AwaitIdentify != nil {
		l.turn, l.late = turn, s.late
	}
	s.link.Store(l)
	return l, err
}

// adoptedLink returns a link that resumes another process's session, or nil if there is none. Discord may have refused
// the Message Content intent to that process.
func (s *Session) adoptedLink(content bool) (*link, error) {
	from, ok := s.config.Position.takeFormer()
	if !ok {
		return nil, nil
	}
	for _, content := range []bool{content, false} {
		l, err := s.newLink(content)
		if err != nil {
			return nil, err
		}
		if int(l.dg.Identify.Intents) == from.Intents {
			l.adopt(from)
			s.link.Store(l)
			return l, nil
		}
	}
	return nil, nil
}

// serve opens the link and returns when it is down or the session must end. live reports whether the link was ever
// ready, and usable whether it can be reopened.
func (s *Session) serve(l *link) (live, usable bool, err error) {
	usable, err = l.open(s.ctx)
	if err != nil {
		return false, usable, err
	}
	s.config.Status(Status{State: Live})
	if !s.lost.IsZero() {
		s.config.Log.Info("connected to Discord again", "after", time.Since(s.lost))
		s.lost, s.outage = time.Time{}, &discord.FaultLog{}
	}
	select {
	case <-l.down:
		s.counts.breaks.Add(1)
		s.intake.connectionLost()
		return true, true, errConnClosed
	case <-s.ctx.Done():
		l.closeCleanly()
		return true, false, s.ctx.Err()
	}
}

// mayResume reports whether the link can be reopened after a connection that ended in this way.
func (l *link) mayResume(v *ending, gotHello, live bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if gotHello {
		l.silent = 0
	}
	switch {
	case v != nil && v.sessionOver:
		return false
	case !gotHello: // no IDENTIFY was used, and no RESUME was refused
		if l.silent++; l.silent >= maxFails {
			l.resume = nil // the default address may be reachable
		}
		return true
	case !l.hasSession:
		return false
	case live:
		l.fails = 0
		return true
	}
	l.fails++
	return l.fails < maxFails
}

// closeCode returns the close code that the connection saw or that discordgo reports, or 0 if there was none.
func closeCode(v *ending, err error) int {
	var c *websocket.CloseError
	switch {
	case v != nil && v.code != 0:
		return v.code
	case errors.As(err, &c):
		return c.Code
	}
	return 0
}

// reason returns why a connection ended, without secrets.
func (s *Session) reason(v *ending, err error) error {
	if v != nil {
		return errors.New(discord.Scrub(v.Error(), s.config.Token))
	}
	if err == nil || errors.Is(err, errConnClosed) {
		return errConnClosed
	}
	return errors.New(discord.Scrub(err.Error(), s.config.Token))
}
