package poster

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
)

const (
	// maxDeleted is how often the poster immediately retries a message that Discord reports as deleted.
	maxDeleted = 3
	// retryPause is the pause before the poster retries a message that it could not send.
	retryPause = 3 * time.Second
	// never is how long a poster waits if it has nothing to send.
	never time.Duration = math.MaxInt64
)

// Start runs the poster until Finish or Mute is called or ctx ends. When the poster has ended, it calls over.
func (p *Poster) Start(ctx context.Context, over func()) {
	stops := []func() bool{context.AfterFunc(ctx, p.poke)}
	if p.Leaving != nil {
		stops = append(stops, context.AfterFunc(p.Leaving, p.poke))
	}
	p.mu.Lock()
	p.ctx = ctx
	p.over = func() {
		for _, stop := range stops {
			stop()
		}
		over()
	}
	p.mu.Unlock()
	p.poke()
}

// poke wakes the poster. If it is already working, it checks once more for something to send before it goes idle.
func (p *Poster) poke() { p.change(func() {}) }

// change calls f, which may change what the poster has to show, and wakes the poster.
func (p *Poster) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	switch {
	case p.ctx == nil:
	case p.isRunning:
		p.isPoked = true
	default:
		p.isRunning = true
		go p.run()
	}
}

// run sends everything that is due, until there is nothing left to send or the poster ends.
func (p *Poster) run() {
	for p.ctx.Err() == nil {
		p.noticeDeleted()
		maySend, isClosing := p.next()
		if !maySend && p.tidy(p.ctx) {
			continue
		}
		if !maySend && isClosing {
			break
		}
		wait := never // for another slot, if Discord refuses the message
		if maySend {
			outcome := p.publish(p.ctx)
			if outcome == stopped || outcome == refused && isClosing {
				break
			}
			if outcome == published {
				p.report(nil)
				if p.inWords { // end this turn: the picture gets a turn of its own
					p.releaseSlot()
				}
			}
			if outcome != refused {
				continue
			}
		} else {
			wait = p.postponedFor()
		}
		p.releaseSlot()
		if p.idle(wait) {
			return
		}
	}
	p.mu.Lock()
	p.hasEnded = true
	if p.timer != nil {
		p.timer.Stop() // otherwise the timer would keep the poster in memory
	}
	p.mu.Unlock()
	p.releaseSlot()
	p.over()
}

// idle arranges for the poster to be woken after the given time and lets its goroutine end. It returns false if there
// may already be more to send.
func (p *Poster) idle(wait time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isPoked {
		p.isPoked = false
		return false
	}
	p.isRunning = false
	switch {
	case wait == never:
	case p.timer == nil:
		p.timer = time.AfterFunc(wait, p.poke)
	default:
		p.timer.Reset(wait)
	}
	return true
}

// next reports whether the poster may send something now, and whether it should end after that.
func (p *Poster) next() (maySend, isClosing bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isQueued { // even the end of a game waits for a slot, or for the next start
		return false, p.isClosing && (!p.hasNews() || p.Leaving != nil && p.Leaving.Err() != nil)
	}
	if p.inWords && p.scene == p.shownScene && p.slot != nil {
		p.inWords = false
		p.showAgain()
	}
	return p.hasNews() && (p.isClosing || !p.isPostponed()), p.isClosing
}

type outcome int

const (
	published outcome = iota
	refused           // Discord refused the message, which waits for another turn
	deleted           // the message was deleted, and waits until it may be posted again
	stopped           // the poster is no longer needed
)

// publish sends the table's message and retries until it succeeds. If the program stops first, the sentences are sent
// after the next start, so none is lost unless the channel is deleted.
func (p *Poster) publish(ctx context.Context) (o outcome) {
	defer func() {
		if broken := recover(); broken != nil {
			p.Log.Error("panic while posting a table, please report it", "panic", broken, "stack", string(debug.Stack()))
			p.giveUp() // otherwise it would be sent again and again
			o = published
		}
	}()
	p.mu.Lock()
	newMessage := p.forceNew
	p.forceNew = false
	p.mu.Unlock()
	for gone := 0; ; {
		isEdit := p.message != 0
		err := p.send(ctx, newMessage)
		p.releaseBuffer()
		switch {
		case err == nil:
			if p.inWords {
				p.RequestSlot(p.countRefusal())
			} else {
				p.resetRefusals()
			}
			return published
		case ctx.Err() != nil:
			return stopped
		case errors.Is(err, discord.ErrUnknownMessage) && isEdit && p.message == 0:
			p.putBack(newMessage)
			p.countDeletion()
			return deleted
		case errors.Is(err, discord.ErrUnknownMessage) && gone < maxDeleted:
			gone++
			continue
		case errors.Is(err, discord.ErrTooOld), errors.Is(err, discord.ErrArchived) && !newMessage:
			newMessage = true
			continue
		case rest.IsRefusal(err):
			if errors.Is(err, discord.ErrUnknownChannel) {
				p.ReportTrouble(ChannelGone, err)
			}
			p.putBack(newMessage)
			if p.trouble == nil || !rest.Unsent(err) { // a request that was not sent doesn't count as a refusal
				p.RequestSlot(p.countRefusal())
			}
			p.report(err)
			return refused
		}
		p.report(err)
		select {
		case <-ctx.Done():
			return stopped
		case <-time.After(retryPause):
		}
	}
}

func (p *Poster) resetRefusals() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusals = 0
}

// putBack keeps the content of a message that could not be sent for another attempt, which posts a new message if
// newMessage is set.
func (p *Poster) putBack(newMessage bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sending = 0
	p.waiting = p.waiting[max(0, len(p.waiting)-maxWaiting):]
	p.forceNew = p.forceNew || newMessage
	p.showAgain()
}

// markShown records that players can see what was drawn last.
func (p *Poster) markShown() {
	p.mu.Lock()
	defer p.mu.Unlock()
	told := p.waiting[:p.sending]
	p.recent, p.waiting = latestSentences(append(p.recent, told...), len(told)), p.waiting[len(told):]
	p.shownScene, p.sending = p.drawnScene, 0
}

// giveUp drops all waiting sentences.
func (p *Poster) giveUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting, p.sending, p.shownScene, p.forceNew = nil, 0, p.scene, false
}

// report tells the table why it can't be shown. If why is nil, it tells the table that it can be shown again.
func (p *Poster) report(why error) {
	switch {
	case why == nil && p.trouble != nil:
		p.ReportTrouble(Visible, p.trouble)
	case why == nil, p.trouble != nil && rest.Unsent(why):
		return
	default:
		p.Faults.Warn(p.Log, "posting a table failed, its clock is paused", why.Error(), "error", why)
		p.ReportTrouble(Hidden, why)
	}
	p.trouble = why
}
