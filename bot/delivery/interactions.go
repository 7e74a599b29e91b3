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
	// deferAfter is the default of Sender.DeferAfter. Discord takes the first answer for 3 s after the press;
	// this leaves time for a second attempt.
	deferAfter = 1500 * time.Millisecond
	// answerable is how long Discord takes an answer after the deferral.
	// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback
	answerable = 15 * time.Minute
	// giveUpWithin is how long AnswerAll may take.
	giveUpWithin = 400 * time.Millisecond
)

// interactions are those that wait for their answer.
type interactions struct {
	mu   sync.Mutex
	open map[string]*interaction
}

// An interaction waits for its answer.
type interaction struct {
	discord.Interaction
	changes  bool          // the deferral acknowledges the press and changes nothing; false: it promises a message
	timer    *time.Timer   // defers it
	deferred chan struct{} // nil: not yet; closed when Discord has taken or refused the deferral
	err      error         // why Discord refused it
}

// Await has an interaction deferred if no answer comes soon. changes says that its answer will probably change
// the message in which it was pressed, which only its author sees; otherwise the author sees that the bot is
// thinking. forget ends the wait without an answer. Await may be called more than once before the answer.
func (s *Sender) Await(i discord.Interaction, changes bool) (forget func()) {
	w := &s.interactions
	w.mu.Lock()
	defer w.mu.Unlock()
	forget = func() { w.claim(i.ID) }
	if w.open[i.ID] != nil {
		return forget
	}
	if w.open == nil {
		w.open = map[string]*interaction{}
	}
	o := &interaction{Interaction: i, changes: changes}
	o.timer = time.AfterFunc(cmp.Or(s.DeferAfter, deferAfter), func() { s.deferred(o) })
	w.open[i.ID] = o
	return forget
}

// deferred defers an interaction, unless an answer came first.
func (s *Sender) deferred(o *interaction) {
	w := &s.interactions
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open[o.ID] != o || o.deferred != nil {
		return
	}
	o.deferred = make(chan struct{})
	o.timer = time.AfterFunc(answerable, func() { w.claim(o.ID) }) // nobody can answer it any more
	going := s.answers.Go("deferring an answer", func(ctx context.Context) error {
		defer close(o.deferred)
		if o.changes {
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

var errNoRoom = errors.New("too many answers are being sent")

// claim returns an interaction to the one who answers it; nil if it isn't awaited.
func (w *interactions) claim(id string) *interaction {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.open[id]
	if o != nil {
		delete(w.open, id)
		o.timer.Stop()
	}
	return o
}

// answer answers an interaction by first, or by later if it was deferred.
func (s *Sender) answer(ctx context.Context, t discord.Ticket, first func() error,
	later func(*interaction) error) error {

	o := s.interactions.claim(t.ID)
	if o == nil || o.deferred == nil {
		return first()
	}
	select {
	case <-o.deferred:
	case <-ctx.Done():
		return ctx.Err()
	}
	switch {
	case errors.Is(o.err, discord.ErrAnswered):
		return o.err // another process has answered it
	case o.err != nil:
		return first()
	}
	return later(o)
}

// Answer answers an interaction with a message, which only its author sees if private. If a public answer is
// late, it is posted in the channel.
func (s *Sender) Answer(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error {
	return s.answer(ctx, t, func() error { return s.rest.Answer(ctx, t, m, private) }, func(o *interaction) error {
		switch {
		case o.changes:
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

// Update answers a press by editing the message with the button. If that message is public and the answer is late, the
// answer is a separate private message.
func (s *Sender) Update(ctx context.Context, t discord.Ticket, m discord.Message) error {
	return s.answer(ctx, t, func() error { return s.rest.Update(ctx, t, m) },
		func(*interaction) error { return s.rest.EditAnswer(ctx, t, m) })
}

// Acknowledge answers a press whose effect is visible anyway. late is what the presser reads if they have
// waited for it; "": nothing.
func (s *Sender) Acknowledge(ctx context.Context, t discord.Ticket, late string) error {
	return s.answer(ctx, t, func() error { return s.rest.DeferUpdate(ctx, t) }, func(o *interaction) error {
		m := discord.Message{Content: late}
		switch {
		case late == "" && o.changes:
			return nil
		case late == "":
			return s.rest.DeleteAnswer(ctx, t)
		case o.changes:
			return s.rest.FollowUp(ctx, t, m, true)
		}
		return s.rest.EditAnswer(ctx, t, m)
	})
}

// Form answers a press with a form. late is what the presser reads if it is too late for a form.
func (s *Sender) Form(t discord.Ticket, f discord.Modal, late string) {
	s.answers.Go("opening a form", func(ctx context.Context) error {
		return s.answer(ctx, t, func() error { return s.rest.OpenModal(ctx, t, f) }, func(o *interaction) error {
			if o.changes {
				return s.rest.FollowUp(ctx, t, discord.Message{Content: late}, true)
			}
			return s.rest.EditAnswer(ctx, t, discord.Message{Content: late})
		})
	})
}

// Defer promises a message at once, because the answer will take long. It returns the interaction; nil if it
// isn't awaited.
func (s *Sender) Defer(t discord.Ticket) *interaction {
	w := &s.interactions
	w.mu.Lock()
	o := w.open[t.ID]
	if o != nil && o.deferred == nil {
		o.timer.Stop()
		o.changes = false
	}
	w.mu.Unlock()
	if o != nil {
		s.deferred(o)
	}
	return o
}

// Precede defers an interaction at once, so that its answer appears above anything posted in the channel afterwards.
func (s *Sender) Precede(ctx context.Context, t discord.Ticket) {
	if o := s.Defer(t); o != nil {
		select {
		case <-o.deferred:
		case <-ctx.Done():
		}
	}
}

// StillWriting tells the user that the outcome of their interaction is not known yet. The answer follows.
func (s *Sender) StillWriting(t discord.Ticket, text string) {
	w, o := &s.interactions, s.Defer(t)
	if o == nil {
		return
	}
	s.answers.Go("saying that a move is still being written", func(ctx context.Context) error {
		select {
		case <-o.deferred:
		case <-ctx.Done():
			return ctx.Err()
		}
		w.mu.Lock()
		open := w.open[t.ID] == o
		w.mu.Unlock()
		if o.err != nil || o.changes || !open {
			return nil
		}
		return s.rest.EditAnswer(ctx, t, discord.Message{Content: text})
	})
}

// Withdraw ends the wait for an answer to an interaction that was answered before, by this process or by
// another one.
func (s *Sender) Withdraw(t discord.Ticket) {
	if t.ID == "" {
		return
	}
	if o := s.interactions.claim(t.ID); o != nil && o.deferred != nil && !o.changes {
		s.TakeAway(t)
	}
}

// AnswerAll answers all interactions that still wait, because the bot ends before it can.
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
			_ = s.Answer(ctx, o.Ticket, discord.Message{Content: text(o.Locale)}, true) // the bot ends anyway
		})
	}
	sent.Wait()
}
