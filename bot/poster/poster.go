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
	Table   int64                // the table's number, of which nonces are made
	Last    discord.MessageID    // the post of the last run; "": none
	Style   func() render.Style  // returns how pictures look now
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
	waiting []Sentence
	scene   *message.Post
	forced  bool // the next scene goes into a new message
	closing bool
	deleted []discord.MessageID
	unsaid  bool  // see Unsay
	sending *news // what publish is sending; nil: nothing
	budget  budget

	// Only the poster's loop touches these.
	current        message.Post
	recent         []Sentence // that were told lately and still stand below the table
	drawable       bool       // current was set since the start
	message        discord.MessageID
	posted         time.Time
	old            []discord.MessageID // earlier posts that are to be deleted
	before         discord.MessageID   // the last post, even if it was deleted
	gone           int                 // how many posts after it were deleted before they were known
	outcomeUnknown bool                // the next post may exist already
	hidden         error               // why the table can't be shown; nil: it can
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
		if ctx.Err() != nil {
			return 0, false
		}
		return work(ctx, p)
	}, func() {
		for _, stop := range stopped {
			stop()
		}
		p.took(true)
		over()
	})
}

// work sends what there is to send. It returns how long to wait for a message that is put off, and whether the
// poster is still needed.
func work(ctx context.Context, p *Poster) (wait time.Duration, on bool) {
	for {
		p.noticeDeleted()
		n, any, closing := p.next()
		if !any && p.tidy(ctx) {
			continue
		}
		if !any && closing {
			return 0, false
		}
		if !any {
			p.took(false)
			return p.putOff(), true
		}
		switch result := p.publish(ctx, n); {
		case result == stopped, result == refused && closing:
			return 0, false
		case result == deleted:
			continue
		case result == refused:
			p.took(false)
			return worker.Never, true
		}
		p.show(nil)
		if p.plain { // end this turn: the picture gets another
			p.took(false)
		}
	}
}

// A result is what became of news.
type result int

const (
	published result = iota
	refused          // Discord refused the message: the news wait for another turn
	deleted          // the message was deleted: the news wait until it may be posted again
	stopped          // the poster is no longer needed
)

// publish sends news, and tries again until they are sent. A sentence is lost only with its
// channel; if the program ends before, the next start tells it.
func (p *Poster) publish(ctx context.Context, n news) (r result) {
	defer func() {
		if broken := recover(); broken != nil {
			p.Log.Error("a bug in the poster", "panic", broken, "stack", string(debug.Stack()))
			r = published
		}
	}()
	before := p.recent
	p.setSending(&n)
	defer p.setSending(nil)
	newest := p.newestOf(&n, before)
	for gone := 0; ; {
		edits := p.message
		err := p.send(ctx, &n, newest)
		p.release()
		switch {
		case err == nil:
			if p.plain {
				p.Queue(p.refused())
			} else {
				p.forgive()
			}
			return published
		case ctx.Err() != nil:
			return stopped
		case errors.Is(err, discord.ErrUnknownMessage) && edits != "" && p.message == "":
			p.recent = before
			p.putBack(n)
			p.lost()
			return deleted
		case errors.Is(err, discord.ErrUnknownMessage) && gone < mostDeleted:
			gone++
			continue
		case errors.Is(err, discord.ErrTooOld), errors.Is(err, discord.ErrArchived) && !n.forced:
			n.forced = true
			continue
		case rest.Refused(err):
			if errors.Is(err, discord.ErrUnknownChannel) {
				p.Tell(Gone, err)
			}
			p.recent = before
			p.putBack(n)
			if p.hidden == nil || !rest.Unsent(err) { // one that was not sent is no further refusal
				p.Queue(p.refused())
			}
			p.show(err)
			return refused
		}
		p.show(err)
		select {
		case <-ctx.Done():
			return stopped
		case <-time.After(patience):
		}
	}
}

// newestOf makes the message that shows news, and what has come since, below the sentences told before.
func (p *Poster) newestOf(n *news, before []Sentence) rest.Newest {
	return func() discord.Message {
		p.gather(n)
		if n.scene != nil {
			p.current, p.drawable = *n.scene, true
		}
		p.mu.Lock()
		if p.unsaid {
			before = nil
		}
		p.recent = latest(append(slices.Clip(before), n.sentences...), len(n.sentences))
		p.mu.Unlock()
		return p.compose()
	}
}

func (p *Poster) setSending(n *news) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sending = n
}

// show tells the table when it can't be shown any more, and when it can be again. why is nil if it can.
func (p *Poster) show(why error) {
	switch {
	case why == nil && p.hidden != nil:
		p.Tell(Visible, p.hidden)
	case why == nil, p.hidden != nil && rest.Unsent(why):
		return
	default:
		p.Faults.Warn(p.Log, "a table can't be shown: its clock is stopped until it can", why.Error(), "error", why)
		p.Tell(Hidden, why)
	}
	p.hidden = why
}
