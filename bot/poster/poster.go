// Package poster keeps a table's message up to date. It compares what the message should show with what it does show,
// and sends the necessary requests.
package poster

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/store/ids"
)

// Parts are the dependencies of a poster.
type Parts struct {
	Discord       *rest.Client
	Log           *slog.Logger
	Channel       ids.Channel
	Table         int64                // the table's number, used in nonces
	LastPost      ids.Message          // the last run's post; 0: none
	LastPostLine  int                  // a line after which LastPost showed the table
	LastPostStays bool                 // LastPost shows the recap that is on the table
	ReportTrouble func(Trouble, error) // called with the reason when the table can't be shown, or with nil when it can
	Faults        *discord.FaultLog    // logs a fault of all posters only once
	RequestSlot   func(refusals int)   // requests a slot, which comes later if Discord refused several requests in a row
	Leaving       context.Context      // cancelled when the bot stops, which ends every wait for a slot; nil: never
	// SaveShown stores the last line that players have seen, or 0 if it is not known, and the message that showed it.
	// kept is an earlier message that stays in the channel; 0: none.
	SaveShown func(ctx context.Context, line int, post, kept ids.Message) error
	// DeleteOld deletes an earlier message of the table, now or later.
	DeleteOld func(ctx context.Context, old ids.Message)
}

// A Trouble tells the table why it can't be shown, or that it can be shown again.
type Trouble int

const (
	ChannelGone       Trouble = iota // the channel seems to be gone
	Hidden                           // the table can't be shown; the error, such as ErrKeepsBeingDeleted, says why
	Visible                          // the table can be shown again
	KeepsBeingDeleted                // the table's messages keep being deleted, so it is posted less often from now on
)

// A Poster shows one table in its channel. It sends sentences in order, and drops none unless more than maxWaiting are
// unsent. Of the scenes, it draws and sends only the newest. A poster with nothing to send has no goroutine, because a
// thousand idle ones would hold on to the large stacks that their last requests needed.
type Poster struct {
	Parts
	messagesBelow atomic.Int32 // messages in the channel since the last post
	newestPost    atomic.Value // the id of the last post, used to recognise its own event

	mu        sync.Mutex
	ctx       context.Context // ends the poster; nil: before Start
	over      func()          // called when the poster has ended
	isRunning bool            // run is active, or has ended for good
	isPoked   bool            // there may be something to send that run has not noticed
	timer     *time.Timer     // wakes the poster when a postponed message is due; nil: none has been postponed yet
	isClosing bool

	scene       *message.Scene // the newest; nil: none since the start
	drawnScene  *message.Scene // the scene in the message that was sent last or is being sent
	shownScene  *message.Scene // the scene that players see; nil: none
	forceNew    bool           // the next scene goes into a new message
	waiting     []sentence     // not sent yet
	sending     int            // how many waiting sentences are in the message that is being sent
	recent      []sentence     // sent recently and still below the table
	deleted     []ids.Message
	repostLimit repostLimit

	isQueued bool          // the poster shows nothing before it gets a slot
	slot     chan struct{} // closed to release the slot; nil: the poster has no slot
	hasEnded bool
	refusals int // how many requests in a row Discord refused since there was something new to show

	// Only the poster's goroutine uses the fields below.
	message        ids.Message
	postLine       int         // a line after which the message showed the table
	kept           ids.Message // a message that stays for a recap, until this is recorded; 0: none
	postedAt       time.Time
	oldPosts       []ids.Message // earlier posts to be deleted
	lastPost       ids.Message
	deletedPosts   int     // how many newer posts were deleted before their ids were known
	outcomeUnknown bool    // the next post may already exist
	trouble        error   // why the table can't be shown; nil: the table can be shown
	inWords        bool    // the last message was sent without its picture
	showsEnd       bool    // the message shows the end of the game
	showsRecap     bool    // the message shows a recap
	buffer         *[]byte // holds the picture that is being sent; nil: none
}

// New returns a poster that posts nothing until Start is called.
func New(parts Parts) *Poster {
	p := &Poster{Parts: parts, message: parts.LastPost, postLine: parts.LastPostLine, lastPost: parts.LastPost,
		showsRecap: parts.LastPostStays}
	if p.LastPost != 0 {
		p.postedAt = ids.Time(p.LastPost)
	}
	return p
}

// MarkReopened must be called before Start if the last run may have posted the table without recording it. The poster
// then waits for a slot, because all tables are reopened at the same time. Set newMessage if other messages may have
// pushed the old one out of sight. The message of a recap is kept anyway, because players may have reacted to it.
func (p *Poster) MarkReopened(newMessage bool) {
	p.mu.Lock()
	p.outcomeUnknown, p.forceNew, p.isQueued = true, newMessage && !p.LastPostStays, true
	p.mu.Unlock()
	p.RequestSlot(0)
}

// CountMessage counts a message in the channel, unless it is the poster's own.
func (p *Poster) CountMessage(id ids.Message) {
	if p.newestPost.Load() != id {
		p.messagesBelow.Add(1)
	}
}

// Show sends all the sentences, and the scene unless a newer one replaces it first.
func (p *Poster) Show(s message.Scene, sentences []string) {
	p.change(func() {
		p.refusals, p.scene = 0, &s
		for _, text := range sentences {
			p.waiting = append(p.waiting, sentence{text, s.Line})
		}
	})
}

// ShowAnew shows a scene in a new message, because a player asked for it.
func (p *Poster) ShowAnew(s message.Scene) {
	p.change(func() { p.scene, p.forceNew, p.repostLimit = &s, true, repostLimit{} })
}

// Say adds a sentence to the table's message.
func (p *Poster) Say(text string) {
	p.change(func() { p.waiting = append(p.waiting, sentence{text: text}) })
}

// PlayerSpoke is called when a player has said something to the table. If the table's message was deleted, the poster
// posts it again immediately.
func (p *Poster) PlayerSpoke() {
	p.mu.Lock()
	isWaiting := p.repostLimit != (repostLimit{})
	p.repostLimit = repostLimit{}
	p.mu.Unlock()
	if isWaiting {
		p.poke()
	}
}

// Retry makes another attempt to show a table that couldn't be shown. It is called when a player asks for the table.
func (p *Poster) Retry() { p.poke() }

// MessagesDeleted is called when messages were deleted. If the table's message was one of the deleted messages, the
// poster posts the table again.
func (p *Poster) MessagesDeleted(ids []ids.Message) {
	p.change(func() { p.deleted = append(p.deleted, ids...) })
}

// Mute drops all waiting sentences and ends the poster. It is called when the channel is gone.
func (p *Poster) Mute() {
	p.giveUp()
	p.Finish()
}

// Finish ends the poster once it has sent everything.
func (p *Poster) Finish() { p.change(func() { p.isClosing = true }) }

// RemoveSentences removes all sentences from the table's message, because they might name a player whose data was
// deleted. It drops unsent sentences only if they contain the given name.
func (p *Poster) RemoveSentences(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sending = len(withoutName(p.waiting[:p.sending], name))
	p.waiting, p.recent = withoutName(p.waiting, name), nil
	p.showAgain()
}

// showAgain makes the poster send the current scene again. The caller holds mu.
func (p *Poster) showAgain() {
	if p.scene != nil {
		again := *p.scene
		p.scene = &again
	}
}

// hasNews reports whether there is anything to send. The caller holds mu.
func (p *Poster) hasNews() bool {
	return len(p.waiting) > 0 || p.scene != p.shownScene || p.forceNew && p.scene != nil
}

// UseSlot lets a queued poster show its table. It returns nil when everything is shown, or when Discord has refused the
// message and the poster is queued again. Otherwise it returns ctx.Err().
func (p *Poster) UseSlot(ctx context.Context) error {
	p.mu.Lock()
	p.isQueued = false
	if p.hasEnded {
		p.mu.Unlock()
		return nil
	}
	if p.slot == nil {
		p.slot = make(chan struct{})
	}
	over := p.slot
	p.mu.Unlock()
	p.poke()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// IsQueued reports whether the poster is waiting for a slot.
func (p *Poster) IsQueued() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.isQueued
}

func (p *Poster) releaseSlot() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.slot != nil {
		close(p.slot)
		p.slot = nil
	}
}

// countRefusal returns the number of refusals in a row.
func (p *Poster) countRefusal() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusals++
	return p.refusals
}
