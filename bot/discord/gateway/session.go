package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"settable/bot/discord"
)

// Session is a supervised connection to Discord. It reconnects automatically, and reports where events may have been
// lost.
type Session struct {
	config Config
	api    API
	me     discord.UserRef
	queue  *queue
	intake *intake
	budget budget
	counts counts

	ctx     context.Context // ends when the session must end
	stop    context.CancelFunc
	answers sync.WaitGroup // answers in progress to interactions that aren't handled
	done    chan struct{}
	link    atomic.Pointer[link] // the current link
	late    bool                 // the last connection was too late for its turn; only supervise uses it
	lost    time.Time            // when the connection was lost; zero while it is up; only supervise uses it
	outage  *discord.FaultLog    // logs failures of one outage; only supervise uses it
	err     atomic.Pointer[Refused]
}

// Dial verifies the token, opens the session and keeps it open until Close. If Discord refuses the token, the error is
// a *Refused. All other errors come from the network. ctx limits only the verification. The first event is a Ready. If
// the gateway refuses the session later, Events is closed and Err gives the reason.
func Dial(ctx context.Context, api API, c Config) (*Session, error) {
	c = c.withDefaults()
	if c.Token == "" {
		return nil, &Refused{Code: 401,
			Text: "no Discord token: set SETTABLE_TOKEN to the token on the Bot page of the Developer Portal"}
	}
	if at := c.Shard; at.Of > 1 && (at.K < 0 || at.K >= at.Of) {
		return nil, fmt.Errorf("open the session: shard %[2]d doesn't exist (%[1]d shards)", at.Of, at.K)
	}
	me, err := api.Me(ctx)
	if errors.Is(err, discord.ErrUnauthorized) {
		return nil, refusal(401)
	}
	if err != nil {
		return nil, fmt.Errorf("reaching Discord: %w", discord.Explain(err))
	}
	s := &Session{config: c, api: api, me: me, outage: &discord.FaultLog{}, queue: newQueue(c.times.queue), done: make(chan struct{})}
	s.intake = newIntake(s)
	s.budget.windows = c.times.identify
	s.ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	go s.queue.pump()
	go s.watchToken()
	go s.run()
	return s, nil
}

// Events returns the events, in the order of the gateway. The channel is closed when the session has ended.
func (s *Session) Events() <-chan discord.Event { return s.queue.out }

// Me returns the bot's own user.
func (s *Session) Me() discord.UserRef { return s.me }

// Err returns the *Refused that ended the session. Err is set once Events is closed, and is nil after Close.
func (s *Session) Err() error {
	if r := s.err.Load(); r != nil {
		return r
	}
	return nil
}

// StopIntake refuses further events. Queued events are still delivered, and interactions are answered with Busy.
// StopIntake is the first step of a shutdown, so that the tables can finish before Close.
func (s *Session) StopIntake() { s.intake.stop() }

// Close ends the session and takes the bot offline immediately. It returns nil when everything has stopped. If ctx ends
// first, Close cuts the connection and returns ctx.Err().
func (s *Session) Close(ctx context.Context) error {
	s.StopIntake()
	s.stop()
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		if l := s.link.Load(); l != nil {
			l.drop()
		}
		return fmt.Errorf("close the session: %w", ctx.Err())
	}
}

func (s *Session) run() {
	defer close(s.done)
	defer s.queue.end()
	err := s.supervise()
	if s.isRevoked() {
		err = refusal(http.StatusUnauthorized)
	}
	if r, is := errors.AsType[*Refused](err); is {
		s.err.Store(r)
		s.config.Log.Error(r.Text, "code", r.Code)
	}
	s.intake.end()
	s.stop()
	s.answers.Wait()
	s.config.Status(Status{State: Stopped, Err: err})
}

// watchToken ends the session when REST finds that Discord refuses the token.
func (s *Session) watchToken() {
	select {
	case <-s.api.Revoked():
		s.stop()
	case <-s.ctx.Done():
	}
}

func (s *Session) isRevoked() bool {
	select {
	case <-s.api.Revoked():
		return true
	default:
		return false
	}
}

// answer answers an interaction that the bot doesn't handle. The intake holds its lock when it calls answer.
func (s *Session) answer(i discord.Interaction, why func(locale string) string) {
	if s.intake.ended || !s.intake.reserveBusy() {
		return
	}
	s.answers.Go(func() {
		defer func() { <-s.intake.busySlots }()
		defer s.logPanic("answering a dropped interaction")
		ctx, cancel := context.WithTimeout(s.ctx, 3*time.Second)
		defer cancel()
		if err := s.api.Answer(ctx, i.Ticket, discord.Message{Content: why(i.Locale)}, true); err != nil {
			s.config.Log.Warn("answering a dropped interaction failed", "err", err)
		}
	})
}

// logPanic logs a panic in a goroutine and lets the bot continue.
func (s *Session) logPanic(what string) {
	if p := recover(); p != nil {
		s.config.Log.Error("panic", "while", what, "panic", discord.Scrub(fmt.Sprint(p), s.config.Token))
	}
}

// Counts holds the figures for the host's metrics. Except for Waiting, they never decrease.
type Counts struct {
	Events     uint64 // events accepted
	Lost       uint64 // events for which there was no room
	Identifies uint64 // sessions started; Discord resets the token after a thousand in a day
	Breaks     uint64 // connections that were lost
	Waiting    int    // events in the queue
}

type counts struct{ events, identifies, breaks atomic.Uint64 }

// Counts returns the current figures.
func (s *Session) Counts() Counts {
	c := &s.counts
	lost, waiting := s.queue.counts()
	return Counts{Events: c.events.Load(), Lost: uint64(lost), Identifies: c.identifies.Load(),
		Breaks: c.breaks.Load(), Waiting: waiting}
}
