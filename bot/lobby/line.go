package lobby

import (
	"context"
	"errors"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/table"
	"settable/store/ids"
)

// A privateLine is the private message that lists the cards that a player has picked at a table. Each player has at
// most one per table. The bot sends it as the answer to a press, and edits it with the token of that press as long as
// the token is valid.
type privateLine struct {
	mu      sync.Mutex
	opened  discord.Ticket // the press that the line answers; zero: there is no line
	newest  discord.Ticket // the newest press; zero: the line answers no press
	content string
	isNew   bool          // the line hasn't been sent yet
	stale   bool          // Discord doesn't have the newest content
	sending bool          // requests are sent one at a time, so that they arrive in order
	acked   chan struct{} // closed when the newest press has been acknowledged
}

// press answers a press by editing the line. If the line can no longer be edited or is above the pressed message,
// press sends a new one.
func (l *privateLine) press(send *delivery.Sender, w table.Word, content string) {
	t := ticketOf(w)
	l.mu.Lock()
	old := l.opened
	openedID, alive := l.mayEdit(w.At)
	edits := alive && openedID > pressedMessageOf(w)
	l.newest, l.content, l.stale, l.acked = t, content, true, make(chan struct{})
	acked := l.acked
	if !edits {
		l.opened, l.isNew = t, true
	}
	l.mu.Unlock()
	if edits {
		send.Send("acknowledging a pick", func(ctx context.Context) error {
			defer close(acked)
			return send.Acknowledge(ctx, t, "")
		})
	} else if alive {
		send.DeleteAnswer(old)
	}
	l.flush(send)
}

// mayEdit reports whether there is a line whose token is still valid at that time. opened is the id of the press that
// the line answered. It can be compared with the ids of messages, because all ids are snowflakes.
func (l *privateLine) mayEdit(at time.Time) (opened ids.Message, may bool) {
	opened, _ = ids.Parse[ids.Message](l.opened.ID)
	return opened, opened != 0 && at.Sub(ids.Time(opened)) < editableFor
}

// edit changes the line if it can be edited, and otherwise sends nothing.
func (l *privateLine) edit(send *delivery.Sender, now time.Time, content string) {
	l.mu.Lock()
	_, exists := l.mayEdit(now)
	if exists {
		l.newest, l.content, l.stale = discord.Ticket{}, content, true
	}
	l.mu.Unlock()
	if exists {
		l.flush(send)
	}
}

// flush sends the newest content, unless a goroutine is already sending the line.
func (l *privateLine) flush(send *delivery.Sender) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sending {
		return
	}
	l.sending = true
	if !send.Send("picking", func(ctx context.Context) (err error) {
		for l.hasMore(err) {
			err = l.sendNewest(ctx, send)
		}
		return err
	}) {
		l.sending = false
	}
}

// hasMore reports whether there is something left to send. Otherwise, or after an error, the sending goroutine ends.
func (l *privateLine) hasMore(err error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sending = l.stale && err == nil
	return l.sending
}

// sendNewest sends the newest content. If the line was deleted, the content answers the newest press instead.
func (l *privateLine) sendNewest(ctx context.Context, send *delivery.Sender) error {
	l.mu.Lock()
	m, opened, newest, isNew, acked := discord.Message{Content: l.content}, l.opened, l.newest, l.isNew, l.acked
	l.stale, l.isNew = false, false
	l.mu.Unlock()
	if isNew {
		return send.Answer(ctx, opened, m, true)
	}
	err := send.EditAnswer(ctx, opened, m)
	if !errors.Is(err, discord.ErrUnknownMessage) && !errors.Is(err, discord.ErrGone) {
		return err
	}
	l.mu.Lock()
	if l.opened == opened {
		l.opened = discord.Ticket{}
	}
	l.mu.Unlock()
	if newest.ID == "" || newest.ID == opened.ID {
		return nil // the player has dismissed the line
	}
	select {
	case <-acked:
	case <-ctx.Done():
		return ctx.Err()
	}
	return send.FollowUp(ctx, newest, m)
}
