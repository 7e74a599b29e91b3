package bot

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	tables "settable/bot/table"
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
	// showAgain is the pause before one that Discord refused.
	showAgain = time.Minute
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
	passed  atomic.Int32       // messages in the channel since the last post
	newest  atomic.Int64       // the id of the last post, to know its echo
	tell    func(tables.Order) // the table, of a channel that is no more or can't be written to

	mu      sync.Mutex
	waiting []telling
	scene   *message.Post
	forced  bool // in a new message
	closing bool
	deleted []discord.MessageID
	wake    chan struct{}

	// Only the poster's goroutine touches these.
	recent  []string
	current message.Post
	message discord.MessageID
	posted  time.Time
	old     []discord.MessageID // messages that still have buttons
	before  discord.MessageID   // the last post, though it may be gone
	unsure  bool                // the next post may be there already
	untidy  bool                // the old ones' buttons are to be taken off
	hidden  bool                // Discord refused the last one
	page    *[]byte             // what the picture that is being sent lies in; nil: none is
}

// newPoster shows the table of a row in its channel; tell is how it is told of a
// channel that is no more, or can't be written to.
func newPoster(b *Bot, log *slog.Logger, row store.Table, tell func(tables.Order)) *poster {
	p := &poster{
		bot: b, log: log, table: row.ID, guild: row.Guild, channel: discordChannel(row.Channel), wake: make(chan struct{}, 1), tell: tell,
	}
	if row.Post != 0 {
		p.message, p.before = discordMessage(row.Post), discordMessage(row.Post)
		p.posted = discord.At(p.message)
	}
	return p
}

// run posts until finish or mute, and until ctx ends.
func (p *poster) run(ctx context.Context) {
	defer p.bot.tables.Done()
	var later <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		case <-later:
		}
		for {
			n, any, closing := p.next()
			if !any && p.tidy(ctx) {
				continue
			}
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
			p.hide(refused)
			if refused { // so does the next move, when a permission may be back
				later = time.After(showAgain)
				break
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
	before := p.recent
	newest := func() discord.Message {
		p.gather(&n)
		if n.scene != nil {
			p.current = *n.scene
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
		p.putAway()
		switch {
		case err == nil:
			return true, false
		case ctx.Err() != nil:
			return false, false
		case errors.Is(err, discord.ErrUnknownChannel):
			p.log.Warn("the channel of a table is gone", "error", err)
			p.tell(tables.Lost{})
			return false, false
		case errors.Is(err, discord.ErrUnknownMessage):
			p.message = ""
			continue
		case errors.Is(err, discord.ErrTooOld):
			n.forced = true
			continue
		case errors.Is(err, discord.ErrMissingAccess), errors.Is(err, discord.ErrInvalid), refusedForGood(err):
			if !p.hidden {
				p.log.Error("a table cannot be shown: its clock stands still until it can", "error", err)
			}
			p.recent = before
			p.putBack(n)
			return true, true
		}
		p.log.Warn("a table could not be shown yet", "error", err)
		select {
		case <-ctx.Done():
			return false, false
		case <-time.After(patience):
		}
	}
}

// hide tells the table when Discord begins to refuse what it shows, and when it
// takes it again.
func (p *poster) hide(refused bool) {
	switch {
	case refused && !p.hidden:
		p.tell(tables.Hidden{})
	case !refused && p.hidden:
		p.tell(tables.Visible{})
	}
	p.hidden = refused
}

// refusedForGood tells a request that is refused as it is from one that may pass later.
func refusedForGood(err error) bool {
	var e *rest.Error
	return errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && !errors.Is(err, discord.ErrLimited)
}

// send edits the table's message while people still have it before their eyes,
// and posts it anew otherwise.
func (p *poster) send(ctx context.Context, n *news, newest rest.Newest) error {
	most := int32(scrolled)
	if p.ends(n) {
		most = 1 // the end is shown where everybody sees it
	}
	if p.message != "" && !n.forced && p.passed.Load() < most && time.Since(p.posted) < staleAfter {
		if err := p.bot.rest.EditNewest(ctx, p.channel, p.message, newest); err != nil {
			return err
		}
		p.shown(ctx)
		return nil
	}
	return p.post(ctx, newest)
}

// ends says whether what is to be shown is the end of the game.
func (p *poster) ends(n *news) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range []*message.Post{p.scene, n.scene} {
		if s != nil {
			return s.View.Phase == games.Finished
		}
	}
	return p.current.View.Phase == games.Finished
}

// post sends a new message. One whose answer was lost, with the line or with this
// program, is tried again with the same nonce, so that it stands there once; then
// an edit makes sure that it says the latest.
func (p *poster) post(ctx context.Context, newest rest.Newest) error {
	again := p.unsure
	p.unsure = true
	id, err := p.bot.rest.PostNewest(ctx, p.channel, func() discord.Message {
		m := newest()
		m.Nonce = p.nonce()
		return m
	})
	if err != nil {
		return err
	}
	if p.message != "" && p.message != id {
		p.old = append(p.old, p.message)
		p.old, p.untidy = p.old[max(0, len(p.old)-mostOld):], true
	}
	p.unsure, p.message, p.before, p.posted = false, id, id, time.Now()
	p.newest.Store(number(id))
	p.passed.Store(0)
	if again {
		if err := p.bot.rest.EditNewest(ctx, p.channel, id, newest); err != nil {
			return err
		}
	}
	p.shown(ctx)
	return nil
}

// nonce names the post that follows the last one: the same before and after a
// restart, and never the same for two posts. Discord remembers it for minutes.
func (p *poster) nonce() string {
	return strconv.FormatInt(int64(p.table), 36) + "." + strconv.FormatInt(number(p.before), 36)
}

// mostOld is how many messages still have their buttons taken off; others are far up.
const mostOld = 20

// tidy takes the buttons off old messages while there is nothing to tell: that
// must not cost a busy table its pictures. It says whether there was any.
func (p *poster) tidy(ctx context.Context) bool {
	if !p.untidy {
		return false
	}
	p.untidy = false
	p.old = slices.DeleteFunc(p.old, func(old discord.MessageID) bool {
		if p.busy() {
			p.untidy = true
			return false
		}
		return p.retire(ctx, old)
	})
	return true
}

// shown notes what people have seen, for the next start. It may fail: then
// they are shown a little more than once.
func (p *poster) shown(ctx context.Context) {
	line := p.current.Line
	p.mu.Lock()
	if len(p.waiting) > 0 && p.waiting[0].line > 0 {
		line = min(line, p.waiting[0].line-1) // the picture is ahead of the sentences
	}
	p.mu.Unlock()
	if err := p.bot.store.Shown(ctx, p.table, line, number(p.message)); err != nil && !errors.Is(err, store.ErrTrouble) {
		p.log.Warn("noting what was shown", "error", err)
	}
}

// retire takes buttons and picture off a message that has scrolled away, so
// that nobody plays on cards that lie there no more. It says whether that is done.
func (p *poster) retire(ctx context.Context, old discord.MessageID) (done bool) {
	err := p.bot.rest.Edit(ctx, p.channel, old, discord.Message{Content: "**" + p.current.Lang.Key(p.current.View.Game+".title") + "**\n-# The table has moved on: it is further down."})
	if err == nil || errors.Is(err, discord.ErrUnknownMessage) || refusedForGood(err) {
		return true
	}
	p.log.Info("taking the buttons off an old message", "error", err)
	return false // with the next post
}
