package bot

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
	"settable/games"
	"settable/store"
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
	gone    func()        // told when the channel is no more

	mu      sync.Mutex
	waiting []telling
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
	old     []discord.MessageID // messages that still have buttons
	nonce   string              // of a message that may have been posted, or not
}

func (p *poster) show(s scene, sentences []string) {
	p.change(func() {
		p.scene = &s
		for _, text := range sentences {
			p.waiting = append(p.waiting, telling{s.line, text})
		}
	})
}

// showAnew shows the table in a new message.
func (p *poster) showAnew(s scene) { p.change(func() { p.scene, p.forced = &s, true }) }

// say adds a sentence to what is shown.
func (p *poster) say(sentence string) {
	p.change(func() { p.waiting = append(p.waiting, telling{text: sentence}) })
}

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

// A telling is a sentence with the line it belongs to; 0: to none.
type telling struct {
	line int
	text string
}

// news is what there is to tell.
type news struct {
	scene     *scene
	sentences []telling
	forced    bool
}

func (n news) texts() []string {
	texts := make([]string, len(n.sentences))
	for i, s := range n.sentences {
		texts[i] = s.text
	}
	return texts
}

// next takes what one message holds, and says whether more may come.
func (p *poster) next() (n news, any, closing bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.Contains(p.deleted, p.message) && !p.closing {
		p.message = ""
		if p.scene == nil {
			p.scene = &p.current
		}
	}
	p.deleted = nil
	if p.scene == nil && len(p.waiting) == 0 {
		return n, false, p.closing
	}
	n = news{scene: p.scene, forced: p.forced}
	n.sentences = p.waiting
	now, _ := fit(n.texts())
	n.sentences, p.waiting = p.waiting[:len(now):len(now)], p.waiting[len(now):]
	p.scene, p.forced = nil, false
	return n, true, p.closing
}

// run posts until finish or mute, and until ctx ends.
func (p *poster) run(ctx context.Context) {
	defer p.bot.tables.Done()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		for {
			n, any, closing := p.next()
			if !any && closing {
				return
			}
			if !any {
				break
			}
			useful, refused := p.publish(ctx, n)
			if !useful || refused && closing {
				return
			}
			if refused {
				break // the next move tries again, when a permission may be back
			}
		}
	}
}

// publish sends what there is to tell, again and again until it is told: a
// sentence is lost only with its channel or with the program, and then it is
// told at the next start. It says whether the poster is still of use, and
// whether Discord refused what it sent: then it waits again.
func (p *poster) publish(ctx context.Context, n news) (useful, refused bool) {
	defer func() {
		if broken := recover(); broken != nil {
			p.log.Error("a bug in the poster", "panic", broken, "stack", string(debug.Stack()))
			useful = true
		}
	}()
	if n.scene != nil {
		p.current = *n.scene
	}
	texts, before := n.texts(), p.recent
	for i, text := range texts {
		texts[i] = cut(text, sentenceSize)
	}
	p.recent = latest(append(p.recent, texts...), len(texts))
	for {
		err := p.send(ctx, n.forced)
		switch {
		case err == nil:
			return true, false
		case ctx.Err() != nil:
			return false, false
		case errors.Is(err, discord.ErrUnknownChannel):
			p.log.Warn("the channel of a table is gone", "error", err)
			p.gone()
			return false, false
		case errors.Is(err, discord.ErrUnknownMessage):
			p.message = ""
			continue
		case errors.Is(err, discord.ErrTooOld):
			n.forced = true
			continue
		case errors.Is(err, discord.ErrMissingAccess), errors.Is(err, discord.ErrInvalid), refusedForGood(err):
			p.log.Error("a table cannot be shown", "error", err)
			p.recent = before
			p.putBack(n.sentences)
			return true, true
		}
		p.log.Warn("a table could not be shown yet", "error", err)
		select {
		case <-ctx.Done():
			return false, false
		case <-time.After(patience):
		}
		p.mu.Lock() // newest wins, even over one that could not be sent
		if p.scene != nil {
			p.current, p.scene = *p.scene, nil
		}
		p.mu.Unlock()
	}
}

// mostWaiting bounds what waits for a permission that may never come back.
const mostWaiting = 200

// putBack makes sentences wait again, before those that came meanwhile.
func (p *poster) putBack(sentences []telling) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(append([]telling(nil), sentences...), p.waiting...)
	if over := len(p.waiting) - mostWaiting; over > 0 {
		p.waiting = p.waiting[over:]
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
	return p.post(ctx, m)
}

// post sends a new message, and takes the buttons off those before it. A post
// whose answer was lost is tried again with the same nonce, so that it stands
// there once; then an edit makes sure that it says the latest.
func (p *poster) post(ctx context.Context, m discord.Message) error {
	again := p.nonce != ""
	if !again {
		p.nonce = discord.NewNonce()
	}
	m.Nonce = p.nonce
	id, err := p.bot.rest.Post(ctx, p.channel, m)
	if err != nil {
		return err
	}
	if p.message != "" && p.message != id {
		p.old = append(p.old, p.message)
	}
	p.nonce, p.message, p.posted = "", id, time.Now()
	p.newest.Store(number(id))
	p.passed.Store(0)
	if again {
		if err := p.bot.rest.Edit(ctx, p.channel, id, m); err != nil {
			return err
		}
	}
	p.shown(ctx)
	p.old = slices.DeleteFunc(p.old, func(old discord.MessageID) bool { return p.retire(ctx, old) })
	return nil
}

// shown notes what people have seen, for the next start. It may fail: then
// they are shown a little more than once.
func (p *poster) shown(ctx context.Context) {
	line := p.current.line
	p.mu.Lock()
	if len(p.waiting) > 0 && p.waiting[0].line > 0 {
		line = min(line, p.waiting[0].line-1) // the picture is ahead of the sentences
	}
	p.mu.Unlock()
	if err := p.bot.store.Shown(ctx, p.table, line, number(p.message)); err != nil {
		p.log.Warn("noting what was shown", "error", err)
	}
}

// retire takes buttons and picture off a message that has scrolled away, so
// that nobody plays on cards that lie there no more. It says whether that is done.
func (p *poster) retire(ctx context.Context, old discord.MessageID) (done bool) {
	err := p.bot.rest.Edit(ctx, p.channel, old, discord.Message{Content: "**" + p.current.view.Title + "**\n-# The table has moved on: it is further down."})
	if err == nil || errors.Is(err, discord.ErrUnknownMessage) || refusedForGood(err) {
		return true
	}
	p.log.Info("taking the buttons off an old message", "error", err)
	return false // with the next post
}
