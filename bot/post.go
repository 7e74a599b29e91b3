package bot

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/store"
)

const (
	// scrolled is how many messages may stand below a table before it is posted anew.
	scrolled = 4
	// stale is the age from which a message is not edited any more: Discord
	// refuses edits of messages older than an hour when they are many.
	staleAfter = 45 * time.Minute
	// kept is how many of the last sentences stay under the table's heading.
	kept = 5
	// mostWords is where the sentences of one message end, so that heading and
	// people fit beside them into Discord's 2,000 characters.
	mostWords = 1100
	// patience is the pause before a message that could not be sent is tried again.
	patience = 3 * time.Second
)

// A scene is what a message shows: a picture, the words around it, buttons.
type scene struct {
	view   games.View
	line   int    // the number of the line it shows
	head   string // the heading
	people string // who sits, by the letters in the picture
	rows   []discord.Row
}

// A poster shows one table in its channel. Sentences are never dropped and
// keep their order; of scenes only the newest is drawn and sent. It has a
// goroutine of its own, because Discord is slow and a table is not.
type poster struct {
	bot     *Bot
	log     *slog.Logger
	table   store.TableID
	guild   store.GuildID
	channel discord.ChannelID
	passed  *atomic.Int32 // messages in the channel since the last post
	newest  atomic.Int64  // the id of the last post, to know its echo

	mu      sync.Mutex
	waiting []string
	scene   *scene
	forced  bool // in a new message
	closing bool
	deleted []discord.MessageID
	wake    chan struct{}

	// Only the poster's goroutine touches these.
	recent  []string
	current scene
	message discord.MessageID
	posted  time.Time
}

func (p *poster) show(s scene, sentences []string) {
	p.change(func() { p.scene = &s; p.waiting = append(p.waiting, sentences...) })
}

// say adds a sentence to what is shown.
func (p *poster) say(sentence string) { p.change(func() { p.waiting = append(p.waiting, sentence) }) }

// anew makes the next message a new one.
func (p *poster) anew() { p.change(func() { p.forced = true }) }

// lost hears that messages were deleted: a table whose own is among them is
// posted anew.
func (p *poster) lost(ids []discord.MessageID) {
	p.change(func() { p.deleted = append(p.deleted, ids...) })
}

// mute drops what waits: there is nobody to tell.
func (p *poster) mute() { p.change(func() { p.waiting, p.scene, p.closing = nil, nil, true }) }

// finish lets the poster stop after what is waiting.
func (p *poster) finish() { p.change(func() { p.closing = true }) }

func (p *poster) change(f func()) {
	p.mu.Lock()
	f()
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// run posts until finish or mute, and until ctx ends.
func (p *poster) run(ctx context.Context) {
	defer p.bot.tables.Done()
	defer p.bot.caught(p.log, "the poster")
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		for {
			p.mu.Lock()
			fresh, forced, closing := p.scene, p.forced, p.closing
			var sentences []string
			sentences, p.waiting = fit(p.waiting)
			deleted := slices.Contains(p.deleted, p.message)
			p.scene, p.forced, p.deleted = nil, false, nil
			p.mu.Unlock()
			if deleted && fresh == nil && !closing {
				p.message, fresh = "", &p.current
			}
			if fresh == nil && len(sentences) == 0 {
				if closing {
					return
				}
				break
			}
			if !p.publish(ctx, fresh, sentences, forced) {
				return
			}
		}
	}
}

// publish sends what there is to tell, again and again until it is told: a
// sentence is lost only with its channel or with the program. It says whether
// the poster is still of use.
func (p *poster) publish(ctx context.Context, fresh *scene, sentences []string, forced bool) bool {
	if fresh != nil {
		p.current = *fresh
	}
	p.recent = latest(append(p.recent, sentences...), len(sentences))
	for {
		err := p.send(ctx, forced)
		switch {
		case err == nil:
			return true
		case ctx.Err() != nil:
			return false
		case errors.Is(err, discord.ErrUnknownChannel):
			p.log.Warn("the channel of a table is gone", "error", err)
			return false
		case errors.Is(err, discord.ErrUnknownMessage), errors.Is(err, discord.ErrTooOld):
			forced, p.message = true, ""
			continue
		case errors.Is(err, discord.ErrMissingAccess), errors.Is(err, discord.ErrInvalid), refusedForGood(err):
			p.log.Error("a table cannot be shown", "error", err)
			return true // the next move tries again, when a permission may be back
		}
		p.log.Warn("a table could not be shown yet", "error", err)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(patience):
		}
		p.mu.Lock() // newest wins, even over one that could not be sent
		if p.scene != nil {
			p.current, p.scene = *p.scene, nil
		}
		p.mu.Unlock()
	}
}

// refusedForGood tells a request that is refused as it is from one that may pass later.
func refusedForGood(err error) bool {
	var e *discord.Error
	return errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && !errors.Is(err, discord.ErrLimited)
}

// send edits the table's message while people still have it before their eyes,
// and posts it anew otherwise.
func (p *poster) send(ctx context.Context, forced bool) error {
	m := p.compose()
	most := int32(scrolled)
	if p.current.view.Phase == games.Finished {
		most = 1 // the end is shown where everybody sees it
	}
	if p.message != "" && !forced && p.passed.Load() < most && time.Since(p.posted) < staleAfter {
		if err := p.bot.rest.Edit(ctx, p.channel, p.message, m); err != nil {
			return err
		}
		p.shown(ctx)
		return nil
	}
	id, err := p.bot.rest.Post(ctx, p.channel, m)
	if err != nil {
		return err
	}
	old := p.message
	p.message, p.posted = id, time.Now()
	p.newest.Store(number(id))
	p.passed.Store(0)
	p.shown(ctx)
	if old != "" {
		p.retire(ctx, old)
	}
	return nil
}

// shown notes what people have seen, for the next start. It may fail: then
// they are shown a little more than once.
func (p *poster) shown(ctx context.Context) {
	if err := p.bot.store.Shown(ctx, p.table, p.current.line, number(p.message)); err != nil {
		p.log.Warn("noting what was shown", "error", err)
	}
}

// retire takes the buttons off a message that has scrolled away.
func (p *poster) retire(ctx context.Context, old discord.MessageID) {
	err := p.bot.rest.Edit(ctx, p.channel, old, discord.Message{Content: p.current.head + "\n-# The table has moved on: it is further down.", KeepFiles: true})
	if err != nil && !errors.Is(err, discord.ErrUnknownMessage) {
		p.log.Info("taking the buttons off an old message", "error", err)
	}
}

func (p *poster) compose() discord.Message {
	m := discord.Message{Content: p.words(), Rows: p.current.rows}
	png, err := render.Draw(p.current.view, p.bot.choices.style(p.guild))
	if err != nil {
		p.log.Error("drawing a table", "error", err)
		m.Content += "\n" + render.Long(p.current.view)
		return m
	}
	m.Files = []discord.File{{Name: "table.png", Description: render.Alt(p.current.view), PNG: png}}
	return m
}

func (p *poster) words() string {
	parts := []string{p.current.head}
	if p.current.people != "" {
		parts = append(parts, p.current.people)
	}
	for _, s := range p.recent {
		parts = append(parts, "> "+s)
	}
	return strings.Join(parts, "\n")
}

// fit splits off the first sentences that one message holds.
func fit(all []string) (now, later []string) {
	length := 0
	for i, s := range all {
		length += len(s)
		if i > 0 && length > mostWords {
			return all[:i:i], all[i:]
		}
	}
	return all, nil
}

// latest keeps the last few sentences, and all that are new.
func latest(all []string, fresh int) []string {
	n, length := 0, 0
	for n < len(all) && (n < kept || n < fresh) {
		length += len(all[len(all)-1-n])
		if n >= fresh && length > mostWords {
			break
		}
		n++
	}
	return append([]string(nil), all[len(all)-n:]...)
}
