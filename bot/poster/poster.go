// Package poster shows a table in its channel. It compares what the table's message
// should show with what it does show, and makes the next request to Discord.
package poster

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/bot/worker"
	"settable/render"
)

const (
	// scrolled is how many messages may stand below a table's message before the table is posted anew.
	scrolled = 4
	// staleAfter is the age from which on a message is no longer edited, because
	// Discord limits edits of messages that are older than an hour.
	staleAfter = 45 * time.Minute
	// mostDeleted is how often the message that is to show something may be gone before the table waits.
	mostDeleted = 3
	// patience is the pause before a message that could not be sent is tried again.
	patience = 3 * time.Second
)

// Parts are what a poster is made of.
type Parts struct {
	Discord *rest.Client
	Log     *slog.Logger
	Workers *worker.Pool // runs the poster's loop
	Channel discord.ChannelID
	Table   int64               // the table's number, of which nonces are made
	Last    discord.MessageID   // the post of the last run; "": none
	Style   func() render.Style // returns how pictures look now
	Tell    func(Trouble)       // is told what keeps the table from being shown
	Faults  *discord.FaultLog   // logs faults that all posters have at once only once
	Queue   func(refusals int)  // asks for a Turn, later if Discord refused several times in a row
	Leaving context.Context     // ends when the bot stops, and with it all waiting for a Turn; nil: never
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
	Hidden                 // Discord refuses what is to be shown
	Visible                // Discord takes it again
)

// A Poster shows one table in its channel. Sentences keep their order, and none is
// dropped unless more than mostWaiting wait. Of scenes only the newest is drawn and
// sent. A poster has a loop of its own, so that a table never waits for Discord.
type Poster struct {
	Parts
	loop *worker.Loop
	turn
	passed atomic.Int32 // messages in the channel since the last post
	newest atomic.Value // the id of the last post, by which its own event is recognised

	mu      sync.Mutex
	waiting []sentence
	scene   *message.Post
	forced  bool // the next scene goes into a new message
	closing bool
	deleted []discord.MessageID
	unsaid  bool // see Unsay

	// Only the poster's loop touches these.
	current        message.Post
	recent         []string // the sentences that were told lately and still stand below the table
	drawable       bool     // current was set since the start
	message        discord.MessageID
	posted         time.Time
	old            []discord.MessageID // earlier posts that are to be deleted
	before         discord.MessageID   // the last post, even if it was deleted
	gone           int                 // how many posts after it were deleted before they were known
	outcomeUnknown bool                // the next post may exist already
	hidden         bool                // Discord refused the last message
	plain          bool                // the last message went out without its picture
	showsEnd       bool                // the message shows the end of the game
	buffer         *[]byte             // holds the picture that is being sent; nil: there is none
}

// New makes a poster. It posts nothing before Start.
func New(parts Parts) *Poster {
	p := &Poster{Parts: parts, loop: worker.NewLoop(parts.Workers), message: parts.Last, before: parts.Last}
	p.turn.nudge = func() { p.change(func() {}) }
	if p.Last != "" {
		p.posted = discord.At(p.Last)
	}
	return p
}

// Reopened says that the last run may have posted without noting it. The table waits for
// its turn, because all tables are reopened at once. anew has it shown in a new message,
// because what was said meanwhile may have scrolled the old one away. Call it before Start.
func (p *Poster) Reopened(anew bool) {
	p.outcomeUnknown, p.forced = true, anew
	p.enqueue()
	p.Queue(0)
}

// Passed counts a message in the channel, if it is not the poster's own.
func (p *Poster) Passed(id discord.MessageID) {
	if p.newest.Load() != id {
		p.passed.Add(1)
	}
}

// Start has the poster work until Finish, Mute or the end of ctx. over is called
// last. A poster that waits takes no goroutine.
func (p *Poster) Start(ctx context.Context, over func()) {
	stopped := []func() bool{context.AfterFunc(ctx, p.loop.Wake)}
	if p.Leaving != nil {
		stopped = append(stopped, context.AfterFunc(p.Leaving, p.loop.Wake))
	}
	p.loop.Start(func(bool) (time.Duration, bool) {
		return worker.Never, ctx.Err() == nil && work(ctx, p)
	}, func() {
		for _, stop := range stopped {
			stop()
		}
		p.took(true)
		over()
	})
}

// work sends what there is to send, and says whether the poster is still needed.
func work(ctx context.Context, p *Poster) bool {
	for {
		n, any, closing := p.next()
		if !any && p.tidy(ctx) {
			continue
		}
		if !any && closing {
			return false
		}
		if !any {
			p.took(false)
			return true
		}
		useful, refused := p.publish(ctx, n)
		if !useful || refused && closing {
			return false
		}
		p.hide(refused)
		if p.plain { // end this turn: the picture gets another
			p.took(false)
		}
		if refused {
			p.took(false)
			return true
		}
	}
}

// publish sends news, and tries again until they are sent. A sentence is lost only with its
// channel; if the program ends before, the next start tells it. useful says whether the poster is
// still needed, refused whether Discord refused the message: then the news wait for another turn.
func (p *Poster) publish(ctx context.Context, n news) (useful, refused bool) {
	defer func() {
		if broken := recover(); broken != nil {
			p.Log.Error("a bug in the poster", "panic", broken, "stack", string(debug.Stack()))
			useful = true
		}
	}()
	before := p.recent
	newest := func() discord.Message {
		p.gather(&n)
		if n.scene != nil {
			p.current, p.drawable = *n.scene, true
		}
		texts := n.texts()
		for i, text := range texts {
			texts[i] = message.Cut(text, message.SentenceSize)
		}
		p.recent = message.Latest(append(slices.Clip(before), texts...), len(texts))
		return p.compose()
	}
	for deleted := 0; ; {
		err := p.send(ctx, &n, newest)
		p.release()
		switch {
		case err == nil:
			if p.plain {
				p.Queue(p.refused())
			} else {
				p.forgive()
			}
			return true, false
		case ctx.Err() != nil:
			return false, false
		case errors.Is(err, discord.ErrUnknownMessage) && deleted < mostDeleted:
			deleted++
			continue
		case errors.Is(err, discord.ErrTooOld), errors.Is(err, discord.ErrArchived) && !n.forced:
			n.forced = true
			continue
		case rest.Refused(err):
			if errors.Is(err, discord.ErrUnknownChannel) {
				p.Tell(Gone)
			}
			if !p.hidden {
				p.Faults.Warn(p.Log, "a table cannot be shown: its clock stands still until it can", err.Error(),
					"error", err)
			}
			p.recent = before
			p.putBack(n)
			p.Queue(p.refused())
			return true, true
		}
		p.Faults.Warn(p.Log, "a table could not be shown yet", err.Error(), "error", err)
		select {
		case <-ctx.Done():
			return false, false
		case <-time.After(patience):
		}
	}
}

// hide tells the table when Discord begins to refuse its message, and when it takes it again.
func (p *Poster) hide(refused bool) {
	switch {
	case refused && !p.hidden:
		p.Tell(Hidden)
	case !refused && p.hidden:
		p.Tell(Visible)
	}
	p.hidden = refused
}
