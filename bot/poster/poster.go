// Package poster shows a table in its channel: what its message should show, what it
// shows, and the next request to get there.
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
	// scrolled is how many messages may stand below a table before it is posted anew.
	scrolled = 4
	// staleAfter is the age from which a message is not edited any more: Discord
	// refuses edits of messages older than an hour when they are many.
	staleAfter = 45 * time.Minute
	// patience is the pause before a message that could not be sent is tried again.
	patience = 3 * time.Second
)

// Parts are what a poster is put together from.
type Parts struct {
	Discord *rest.Client
	Log     *slog.Logger
	Workers *worker.Pool // does what there is to do
	Channel discord.ChannelID
	Table   int64               // names its posts, so that none is made twice
	Last    discord.MessageID   // of a life before; "": none
	Style   func() render.Style // how pictures look now
	Tell    func(Trouble)       // hears what keeps the table from being shown
	Faults  *discord.Seldom     // what all posters of the bot have alike the log hears once
	Queue   func(refusals int)  // asks for a Turn: later where Discord refused so often in a row
	Leaving context.Context     // is over when the bot leaves: nothing that waits gets its turn; nil: never
	// Shown notes which line people have seen, and in which message.
	Shown func(ctx context.Context, line int, post discord.MessageID) error
}

// A Trouble is what keeps a table from being shown, or its end.
type Trouble int

// The troubles.
const (
	Gone    Trouble = iota // the channel is no more
	Hidden                 // Discord refuses what is to be shown
	Visible                // and takes it again
)

// A Poster shows one table in its channel. Sentences are never dropped and
// keep their order; of scenes only the newest is drawn and sent. It has a
// loop of its own, because Discord is slow and a table is not.
type Poster struct {
	Parts
	loop *worker.Loop
	turn
	memory
	passed atomic.Int32 // messages in the channel since the last post
	newest atomic.Value // the id of the last post, to know its echo

	mu      sync.Mutex
	waiting []sentence
	scene   *message.Post
	forced  bool // in a new message
	closing bool
	deleted []discord.MessageID

	// Only the poster's loop touches these.
	current        message.Post
	drawable       bool // a scene has come
	message        discord.MessageID
	posted         time.Time
	old            []discord.MessageID // messages that are to be taken away
	before         discord.MessageID   // the last post, though it may be gone
	outcomeUnknown bool                // the next post may be there already
	untidy         bool                // the old ones are to be taken away
	hidden         bool                // Discord refused the last one
	plain          bool                // or its picture
	showsEnd       bool                // the message shows the end
	buffer         *[]byte             // what the picture that is being sent lies in; nil: none is
}

// New makes a poster.
func New(parts Parts) *Poster {
	p := &Poster{Parts: parts, loop: worker.NewLoop(parts.Workers), message: parts.Last, before: parts.Last}
	p.turn.nudge = func() { p.change(func() {}) }
	if p.Last != "" {
		p.posted = discord.At(p.Last)
	}
	return p
}

// Reopened says that a life before may have posted and not noted it, and that what
// was said since then has scrolled it away, perhaps. It is shown when its turn comes,
// for all tables are reopened at once. Call it before Run.
func (p *Poster) Reopened(anew bool) {
	p.outcomeUnknown, p.forced = true, anew
	p.enqueue()
	p.Queue(0)
}

// Passed is a message that came into the channel, if it is not the poster's own.
func (p *Poster) Passed(id discord.MessageID) {
	if p.newest.Load() != id {
		p.passed.Add(1)
	}
}

// Start has the poster post until Finish or Mute, and until ctx ends. over is the last that it does. While it
// waits, it has no goroutine.
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

// work tells what there is to tell, and says whether the poster is still of use.
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
		if p.plain { // its picture has another turn, not all of this one
			p.took(false)
		}
		if refused {
			p.took(false)
			return true
		}
	}
}

// publish sends what there is to tell, again and again until it is told: a
// sentence is lost only with its channel or with the program, and then it is
// told at the next start. It says whether the poster is still of use, and
// whether Discord refused what it sent: then it waits again.
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
	for {
		err := p.send(ctx, &n, newest)
		p.release()
		switch {
		case err == nil:
			if p.plain = p.Discord.Pictureless(p.Channel); p.plain {
				p.Queue(p.refused())
			} else {
				p.forgive()
			}
			return true, false
		case ctx.Err() != nil:
			return false, false
		case errors.Is(err, discord.ErrUnknownChannel):
			p.Log.Warn("the channel of a table is gone", "error", err)
			p.Tell(Gone)
			return false, false
		case errors.Is(err, discord.ErrUnknownMessage):
			p.message = ""
			continue
		case errors.Is(err, discord.ErrTooOld):
			n.forced = true
			continue
		case errors.Is(err, discord.ErrMissingAccess), errors.Is(err, discord.ErrInvalid), refusedForGood(err):
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

// hide tells the table when Discord begins to refuse what it shows, and when it
// takes it again.
func (p *Poster) hide(refused bool) {
	switch {
	case refused && !p.hidden:
		p.Tell(Hidden)
	case !refused && p.hidden:
		p.Tell(Visible)
	}
	p.hidden = refused
}
