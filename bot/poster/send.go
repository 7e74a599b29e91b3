package poster

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/games"
)

// refusedForGood tells a request that is refused as it is from one that may pass later.
func refusedForGood(err error) bool {
	var e *rest.Error
	return errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && !errors.Is(err, discord.ErrLimited)
}

// send edits the table's message while people still have it before their eyes,
// and posts it anew otherwise.
func (p *Poster) send(ctx context.Context, n *news, newest rest.Newest) error {
	most, anew := int32(scrolled), n.forced
	if p.ends(n) && !p.showsEnd {
		most = 1 // the end is shown where everybody sees it, and stays there
		// A post of it may stand there from the life before: by its nonce it stays the only one.
		anew = anew || p.outcomeUnknown
	}
	if p.message != "" && !anew && p.passed.Load() < most && time.Since(p.posted) < staleAfter {
		if err := p.Discord.EditNewest(ctx, p.Channel, p.message, newest); err != nil {
			return err
		}
		p.noteShown(ctx)
		return nil
	}
	return p.post(ctx, newest)
}

// ends says whether what is to be shown is the end of the game.
func (p *Poster) ends(n *news) bool {
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
func (p *Poster) post(ctx context.Context, newest rest.Newest) error {
	again := p.outcomeUnknown
	p.outcomeUnknown = true
	id, err := p.Discord.PostNewest(ctx, p.Channel, func() discord.Message {
		m := newest()
		m.Nonce = nonce(p.Table, p.before)
		return m
	})
	if err != nil {
		return err
	}
	if p.message != "" && p.message != id {
		p.old = append(p.old, p.message)
		p.old, p.untidy = p.old[max(0, len(p.old)-mostOld):], true
	}
	p.outcomeUnknown, p.message, p.before, p.posted = false, id, id, time.Now()
	p.newest.Store(id)
	p.passed.Store(0)
	if again {
		if err := p.Discord.EditNewest(ctx, p.Channel, id, newest); err != nil {
			p.note(ctx, 0) // it stands there, whatever it says
			return err
		}
	}
	p.noteShown(ctx)
	return nil
}

// nonce names the post of a table that follows the last one: the same before and after a
// restart, and never the same for two posts. Discord remembers it for minutes.
func nonce(table int64, after discord.MessageID) string {
	before, _ := strconv.ParseInt(string(after), 10, 64) // none: 0
	return strconv.FormatInt(table, 36) + "." + strconv.FormatInt(before, 36)
}

// mostOld is how many messages are still taken away; others are far up.
const mostOld = 20

// tidy takes old messages away while there is nothing to tell: that must not cost
// a busy table its pictures. It says whether there was any.
func (p *Poster) tidy(ctx context.Context) bool {
	if !p.untidy || p.current.Lang == nil { // nothing was shown yet
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

// noteShown notes what people have seen, for the next start.
func (p *Poster) noteShown(ctx context.Context) {
	line := p.current.Line
	p.showsEnd = p.current.View.Phase == games.Finished
	p.mu.Lock()
	if len(p.waiting) > 0 && p.waiting[0].line > 0 {
		line = min(line, p.waiting[0].line-1) // the picture is ahead of the sentences
	}
	p.mu.Unlock()
	p.note(ctx, line)
}

// noteWithin is how long is waited for the note of a message when the program ends.
const noteWithin = 500 * time.Millisecond

// note notes the message, and which line people have seen, also when ctx has ended: what
// stands in the channel must be known at the next start, or it is posted once more. It may
// fail: then people are shown a little more than once.
func (p *Poster) note(ctx context.Context, line int) {
	err := p.Shown(ctx, line, p.message)
	if err != nil && ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
		defer cancel()
		err = p.Shown(last, line, p.message)
	}
	if err != nil {
		p.Log.Warn("noting what was shown", "error", err)
	}
}

// retire takes a message away that has scrolled away, so that nobody plays on cards
// that lie there no more, and no channel fills with tables that were. It says
// whether that is done.
func (p *Poster) retire(ctx context.Context, old discord.MessageID) (done bool) {
	err := p.Discord.Delete(ctx, p.Channel, old)
	if err == nil || errors.Is(err, discord.ErrUnknownMessage) || refusedForGood(err) {
		return true
	}
	p.Log.Info("taking an old message away", "error", err)
	return false // with the next post
}
