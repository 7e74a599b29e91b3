// Package poster shows a table in its channel. It compares what the table's message
// should show with what it does show, and makes the next request to Discord.
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
)

// Parts are what a poster is made of.
type Parts struct {
	Discord *rest.Client
	Log     *slog.Logger
	Channel discord.ChannelID
	Table   int64                // the table's number, of which nonces are made
	Last    discord.MessageID    // the post of the last run; "": none
	Tell    func(Trouble, error) // is told what keeps the table from being shown; nil error: nothing does
	Faults  *discord.FaultLog    // logs faults that all posters have at once only once
	Queue   func(refusals int)   // asks for a Turn, later if Discord refused several times in a row
	Leaving context.Context      // ends when the bot stops, and with it all waiting for a Turn; nil: never
	// Shown writes down which line people have seen, or 0 if that is not known, and in which message.
	Shown func(ctx context.Context, line int, post discord.MessageID) error
	// TakeAway deletes an earlier message of the table, later if that can't be done now.
	TakeAway func(ctx context.Context, old discord.MessageID)
}

// A Trouble is what keeps a table from being shown, or the end of that.
type Trouble int

// The troubles.
const (
	Gone    Trouble = iota // the channel seems to be gone
	Hidden                 // the table can't be shown: the error says why, ErrSwept among others
	Visible                // it can be shown again
	Swept                  // its messages keep being deleted: from now on it is posted less often
)

// A Poster shows one table in its channel. Sentences keep their order, and none is dropped unless more than
// mostWaiting wait. Of scenes only the newest is drawn and sent. While a poster has nothing to send, it has no
// goroutine: a thousand of them would keep the deep stacks of their last requests.
type Poster struct {
	Parts
	passed atomic.Int32 // messages in the channel since the last post
	newest atomic.Value // the id of the last post, by which its own event is recognised

	mu        sync.Mutex
	run       func()      // works until there is nothing to send; nil: before Start
	isRunning bool        // run runs, or has ended for good
	isPoked   bool        // there may be more to send than run has seen
	timer     *time.Timer // pokes the poster when a message that was put off is due; nil: none was yet
	isClosing bool

	scene    *message.Scene // the newest; nil: none since the start
	drawn    *message.Scene // the one in the message that was sent last, or is being sent
	shown    *message.Scene // the one that people see; nil: none
	forceNew bool           // the next scene goes into a new message
	waiting  []Sentence     // not told yet
	sending  int            // how many of them are in the message that is being sent
	recent   []Sentence     // told lately: they still stand below the table
	deleted  []discord.MessageID
	budget   budget

	isQueued bool          // the poster shows nothing before its Turn
	turn     chan struct{} // closed at the end of its turn; nil: it is not its turn
	hasEnded bool
	refusals int // how often Discord refused in a row since something new was to be shown

	// Only the poster's goroutine touches these.
	message        discord.MessageID
	postedAt       time.Time
	old            []discord.MessageID // earlier posts that are to be deleted
	before         discord.MessageID   // the last post, even if it was deleted
	gone           int                 // how many posts after it were deleted before they were known
	outcomeUnknown bool                // the next post may exist already
	trouble        error               // why the table can't be shown; nil: it can
	inWords        bool                // the last message went out without its picture
	showsEnd       bool                // the message shows the end of the game
	buffer         *[]byte             // holds the picture that is being sent; nil: there is none
}

// New makes a poster. It posts nothing before Start.
func New(parts Parts) *Poster {
	p := &Poster{Parts: parts, message: parts.Last, before: parts.Last}
	if p.Last != "" {
		p.postedAt = discord.At(p.Last)
	}
	return p
}

// Reopened says that the last run may have posted without noting it. The table waits for
// its turn, because all tables are reopened at once. anew has it shown in a new message,
// because what was said meanwhile may have scrolled the old one away. Call it before Start.
func (p *Poster) Reopened(anew bool) {
	p.mu.Lock()
	p.outcomeUnknown, p.forceNew, p.isQueued = true, anew, true
	p.mu.Unlock()
	p.Queue(0)
}

// Passed counts a message in the channel, if it is not the poster's own.
func (p *Poster) Passed(id discord.MessageID) {
	if p.newest.Load() != id {
		p.passed.Add(1)
	}
}

// Show has a scene shown, unless a newer one comes first, and all sentences told.
func (p *Poster) Show(s message.Scene, sentences []Sentence) {
	p.change(func() {
		p.refusals, p.scene = 0, &s
		for _, one := range sentences {
			one.line = s.Line
			p.waiting = append(p.waiting, one)
		}
	})
}

// ShowAnew has a scene shown in a new message, because a player asked for it.
func (p *Poster) ShowAnew(s message.Scene) {
	p.change(func() { p.scene, p.forceNew, p.budget = &s, true, budget{} })
}

// Say has a sentence told below what is shown.
func (p *Poster) Say(s Sentence) { p.change(func() { p.waiting = append(p.waiting, s) }) }

// Spoken says that a player has said something to the table: a message that was deleted is posted again at
// once.
func (p *Poster) Spoken() {
	p.mu.Lock()
	isWaiting := p.budget != (budget{})
	p.budget = budget{}
	p.mu.Unlock()
	if isWaiting {
		p.poke()
	}
}

// Retry tries again to show a table that couldn't be shown, because a player asked for it.
func (p *Poster) Retry() { p.poke() }

// Deleted tells the poster that messages were deleted. If its own is among them, the table is posted anew.
func (p *Poster) Deleted(ids []discord.MessageID) {
	p.change(func() { p.deleted = append(p.deleted, ids...) })
}

// Mute drops what waits and ends the poster, because the channel is gone.
func (p *Poster) Mute() {
	p.giveUp()
	p.Finish()
}

// Finish ends the poster after it has sent what waits.
func (p *Poster) Finish() { p.change(func() { p.isClosing = true }) }

// Unsay removes the sentences below the table with the next message, because they may name a player who was forgotten.
// Of the sentences that were not sent yet, it drops only those with that name.
func (p *Poster) Unsay(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sending = len(withoutName(p.waiting[:p.sending], name))
	p.waiting, p.recent = withoutName(p.waiting, name), nil
	p.showAgain()
}

// showAgain has the scene sent once more, even if nothing newer comes. The caller holds mu.
func (p *Poster) showAgain() {
	if p.scene != nil {
		again := *p.scene
		p.scene = &again
	}
}

// hasNews reports whether there is anything to show or to tell. The caller holds mu.
func (p *Poster) hasNews() bool {
	return len(p.waiting) > 0 || p.scene != p.shown || p.forceNew && p.scene != nil
}

// Turn lets a queued poster show what there is. It returns nil when nothing is left to show, or when Discord has
// refused it and the poster waits again, and otherwise ctx's error.
func (p *Poster) Turn(ctx context.Context) error {
	p.mu.Lock()
	p.isQueued = false
	if p.hasEnded {
		p.mu.Unlock()
		return nil
	}
	if p.turn == nil {
		p.turn = make(chan struct{})
	}
	over := p.turn
	p.mu.Unlock()
	p.poke()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Queued reports whether the poster waits for its turn.
func (p *Poster) Queued() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.isQueued
}

// endTurn ends the poster's turn, if it has one.
func (p *Poster) endTurn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn != nil {
		close(p.turn)
		p.turn = nil
	}
}

// countRefusal counts one more refusal by Discord, and returns how many there were in a row.
func (p *Poster) countRefusal() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refusals++
	return p.refusals
}
