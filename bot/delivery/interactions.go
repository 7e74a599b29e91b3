package delivery

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"settable/bot/discord"
)

const (
	// deferAfter is the default of Sender.DeferAfter. Discord accepts the first answer only within 3 s of the press,
	// so the default leaves time for a second attempt.
	deferAfter = 1500 * time.Millisecond
	// answerableFor is how long Discord accepts an answer after it was deferred.
	// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback
	answerableFor = 15 * time.Minute
	// giveUpWithin is the timeout of AnswerAll.
	giveUpWithin = 400 * time.Millisecond
)

// interactions holds the interactions that haven't been answered yet.
type interactions struct {
	mu   sync.Mutex
	open map[string]*interaction
}

type interaction struct {
	discord.Interaction
	updatesMessage bool // the deferral only acknowledges the press; if false, it promises a message
	timer          *time.Timer
	deferred       chan struct{} // nil before the deferral; closed when Discord has accepted or refused it
	err            error         // why Discord refused the deferral

	stopNotice  func()        // cancels the notice of StillWriting; nil: none is being sent
	noticeEnded chan struct{} // closed when that notice was sent or cancelled
}

// Await defers an interaction if it isn't answered within DeferAfter. Set changes if the answer will probably edit the
// pressed message; otherwise Discord shows the user that the bot is thinking. Calling forget ends the wait without an
// answer. If an interaction is already awaited, further calls have no effect.
func (s *Sender) Await(i discord.Interaction, changes bool) (forget func()) {
	w := &s.interactions
	w.mu.Lock()
	defer w.mu.Unlock()
	forget = func() { w.take(i.ID) }
	if w.open[i.ID] != nil {
		return forget
	}
	if w.open == nil {
		w.open = map[string]*interaction{}
	}
	o := &interaction{Interaction: i, updatesMessage: changes}
	o.timer = time.AfterFunc(cmp.Or(s.DeferAfter, deferAfter), func() { s.deferAnswer(o) })
	w.open[i.ID] = o
	return forget
}

func (s *Sender) deferAnswer(o *interaction) {
	w := &s.interactions
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open[o.ID] != o || o.deferred != nil {
		return
	}
	o.deferred = make(chan struct{})
	o.timer = time.AfterFunc(answerableFor, func() { w.take(o.ID) }) // it can no longer be answered
	going := s.answers.Go("deferring an answer", func(ctx context.Context) error {
		defer close(o.deferred)
		if o.updatesMessage {
			o.err = s.rest.DeferUpdate(ctx, o.Ticket)
		} else {
			o.err = s.rest.Defer(ctx, o.Ticket, true)
		}
		return o.err
	})
	if !going {
		o.err = errNoRoom
		close(o.deferred)
	}
}

var errNoRoom = errors.New("too many answers in progress")

// take removes an interaction and returns it to the caller, who must answer it. It returns nil if the interaction isn't
// awaited.
func (w *interactions) take(id string) *interaction {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.open[id]
	if o != nil {
		delete(w.open, id)
		o.timer.Stop()
	}
	return o
}

// answer calls first to answer an interaction or, if the interaction has already been deferred, later.
func (s *Sender) answer(ctx context.Context, t discord.Ticket, first func() error,
	later func(*interaction) error) error {

	o := s.interactions.take(t.ID)
	if o == nil || o.deferred == nil {
		return first()
	}
	select {
	case <-o.deferred:
	case <-ctx.Done():
		return ctx.Err()
	}
	if o.err != nil { // if another process has answered it, Discord refuses this answer, too
		return first()
	}
	if o.stopNotice != nil { // otherwise the notice might replace the answer
		o.stopNotice()
		select {
		case <-o.noticeEnded:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return later(o)
}

// Answer answers an interaction with a message. If private is set, only the interaction's author sees the message. A
// late public answer is posted in the channel.
func (s *Sender) Answer(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error {
	return s.answer(ctx, t, func() error { return s.rest.Answer(ctx, t, m, private) }, func(o *interaction) error {
		switch {
		case o.updatesMessage:
			return s.rest.FollowUp(ctx, t, m, private)
		case private:
			return s.rest.EditAnswer(ctx, t, m)
		}
		if _, err := s.rest.Post(ctx, o.Channel, m); err != nil {
			return s.rest.EditAnswer(ctx, t, m)
		}
		return s.rest.DeleteAnswer(ctx, t)
	})
}

// Update answers a press by editing the message that contains the button. If the pressed message is gone, or is
// public and the answer is late, the answer is a separate private message instead.
func (s *Sender) Update(ctx context.Context, t discord.Ticket, m discord.Message) error {
	return s.answer(ctx, t, func() error {
		err := s.rest.Update(ctx, t, m)
		if errors.Is(err, discord.ErrUnknownMessage) {
			return s.rest.Answer(ctx, t, m, true)
		}
		return err
	}, func(*interaction) error {
		err := s.rest.EditAnswer(ctx, t, m)
		if errors.Is(err, discord.ErrUnknownMessage) {
			return s.rest.FollowUp(ctx, t, m, true)
		}
		return err
	})
}

// EditAnswer replaces the private answer to an interaction that has already been answered.
func (s *Sender) EditAnswer(ctx context.Context, t discord.Ticket, m discord.Message) error {
	return s.rest.EditAnswer(ctx, t, m)
}

// FollowUp sends another private message about an interaction that has already been answered or acknowledged.
func (s *Sender) FollowUp(ctx context.Context, t discord.Ticket, m discord.Message) error {
	return s.rest.FollowUp(ctx, t, m, true)
}

// Acknowledge answers a press that needs no message because its effect is visible anyway. If the interaction was
// already deferred, the user gets the text in late, unless it is empty.
func (s *Sender) Acknowledge(ctx context.Context, t discord.Ticket, late string) error {
	return s.answer(ctx, t, func() error { return s.rest.DeferUpdate(ctx, t) }, func(o *interaction) error {
		m := discord.Message{Content: late}
		switch {
		case late == "" && o.updatesMessage:
			return nil
		case late == "":
			return s.rest.DeleteAnswer(ctx, t)
		case o.updatesMessage:
			return s.rest.FollowUp(ctx, t, m, true)
		}
		return s.rest.EditAnswer(ctx, t, m)
	})
}

// Form answers a press with a form. If the interaction was already deferred, Discord no longer accepts a form, and
// the user gets the text in late instead.
func (s *Sender) Form(t discord.Ticket, f discord.Modal, late string) {
	s.answers.Go("opening a form", func(ctx context.Context) error {
		return s.answer(ctx, t, func() error { return s.rest.OpenModal(ctx, t, f) }, func(o *interaction) error {
			if o.updatesMessage {
				return s.rest.FollowUp(ctx, t, discord.Message{Content: late}, true)
			}
			return s.rest.EditAnswer(ctx, t, discord.Message{Content: late})
		})
	})
}

// promise defers an interaction at once and returns it, or returns nil if the interaction isn't awaited.
func (s *Sender) promise(t discord.Ticket) *interaction {
	w := &s.interactions
	w.mu.Lock()
	o := w.open[t.ID]
	if o != nil && o.deferred == nil {
		o.timer.Stop()
		o.updatesMessage = false
	}
	w.mu.Unlock()
	if o != nil {
		s.deferAnswer(o)
	}
	return o
}

// DeferNow defers an interaction immediately, so that its answer appears above anything that is posted in the channel
// afterwards.
func (s *Sender) DeferNow(ctx context.Context, t discord.Ticket) {
	if o := s.promise(t); o != nil {
		select {
		case <-o.deferred:
		case <-ctx.Done():
		}
	}
}

// StillWriting tells the user that the outcome of their interaction is not known yet. The actual answer follows later.
func (s *Sender) StillWriting(t discord.Ticket, text string) {
	w, o := &s.interactions, s.promise(t)
	if o == nil {
		return
	}
	s.answers.Go("telling a player that their move is still being saved", func(ctx context.Context) error {
		select {
		case <-o.deferred:
		case <-ctx.Done():
			return ctx.Err()
		}
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		w.mu.Lock()
		if o.err != nil || o.updatesMessage || w.open[t.ID] != o || o.stopNotice != nil {
			w.mu.Unlock()
			return nil
		}
		o.stopNotice, o.noticeEnded = stop, make(chan struct{})
		w.mu.Unlock()
		defer close(o.noticeEnded)
		err := s.rest.EditAnswer(ctx, t, discord.Message{Content: text})
		if ctx.Err() != nil {
			return nil // the answer came first
		}
		return err
	})
}

// StopAwaiting forgets an interaction that has already been answered by this process or another one.
func (s *Sender) StopAwaiting(t discord.Ticket) {
	if t.ID == "" {
		return
	}
	if o := s.interactions.take(t.ID); o != nil && o.deferred != nil && !o.updatesMessage {
		s.DeleteAnswer(t)
	}
}

// AnswerAll answers all waiting interactions, because the bot is about to stop.
func (s *Sender) AnswerAll(text func(locale string) string) {
	w := &s.interactions
	w.mu.Lock()
	var all []*interaction
	for _, o := range w.open {
		all = append(all, o)
	}
	w.mu.Unlock()
	ctx, stop := context.WithTimeout(s.ctx, giveUpWithin)
	defer stop()
	var sent sync.WaitGroup
	for _, o := range all {
		sent.Go(func() {
			_ = s.Answer(ctx, o.Ticket, discord.Message{Content: text(o.Locale)}, true) // errors don't matter, because the bot is stopping
		})
	}
	sent.Wait()
}
