package poster

import (
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/store/ids"
)

const (
	// maxMessagesBelow is how many messages may follow a table's message before the table is posted again.
	maxMessagesBelow = 4
	// staleAfter is the age at which a message is no longer edited, because Discord limits edits of messages that are
	// older than an hour.
	staleAfter = 45 * time.Minute
)

// send edits the table's message if it is near the end of the channel, and posts the table anew otherwise. A message
// with a recap stays where it is.
func (p *Poster) send(ctx context.Context, anew bool) error {
	below, err := p.keepRecap(ctx)
	if err != nil {
		return err
	}
	anew = anew || below
	most := int32(maxMessagesBelow)
	if p.endIsNews() {
		most = 1 // the end must be seen: only the channel's last message is edited
		// The last run may have posted the end already. A post with the same nonce finds that post.
		anew = anew || p.outcomeUnknown
	} else if p.showsRecap {
		most = math.MaxInt32 // a recap stays where players have reacted to it
	}
	if p.message != 0 && !anew && p.messagesBelow.Load() < most && time.Since(p.postedAt) < staleAfter {
		if err := p.edit(ctx); err != nil {
			return err
		}
		p.noteShown(ctx)
		return nil
	}
	return p.post(ctx)
}

// edit brings the table's message up to date, and forgets it if it is gone.
func (p *Poster) edit(ctx context.Context) error {
	err := p.Discord.EditNewest(ctx, p.Channel, p.message, p.compose)
	if errors.Is(err, discord.ErrUnknownMessage) {
		p.message = 0
	}
	return err
}

// endIsNews reports whether the end of the game still has to be shown.
func (p *Poster) endIsNews() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.scene != nil && p.scene.View.Phase == games.Finished && !p.showsEnd
}

// Open posts the table's first message, with the scene and sentences so far. It is called before Start, because a table
// whose first message Discord refuses never opens. If the message was deleted before Discord's answer arrived, the
// table is open all the same.
func (p *Poster) Open(ctx context.Context, first message.Scene) error {
	p.mu.Lock()
	if p.scene == nil {
		p.scene = &first
	}
	p.mu.Unlock()
	err := p.post(ctx)
	p.releaseBuffer()
	if errors.Is(err, discord.ErrUnknownMessage) {
		p.markShown()
		return nil
	}
	if err != nil {
		p.putBack(false) // for another try
	}
	return err
}

// post sends a new message. If the outcome of the last attempt is unknown, it uses the same nonce, so that the message
// exists only once, and then edits it, because the first attempt may have shown something older. Discord refuses the
// nonce of a deleted message; the next post then has another nonce.
func (p *Poster) post(ctx context.Context) error {
	again := p.outcomeUnknown
	p.outcomeUnknown = true
	var first *message.Scene
	id, err := p.Discord.PostNewest(ctx, p.Channel, func() discord.Message {
		m := p.compose()
		if first == nil {
			first = p.drawnScene
		}
		again = again || first != p.drawnScene // an attempt before may have shown something older
		m.Nonce = nonce(p.Table, p.lastPost, p.deletedPosts)
		return m
	})
	if errors.Is(err, discord.ErrUnknownMessage) {
		p.deletedPosts++
	}
	if err != nil {
		return err
	}
	if p.message != 0 && p.message != id && p.message != p.kept {
		p.oldPosts = append(p.oldPosts, p.message)
		p.oldPosts = p.oldPosts[max(0, len(p.oldPosts)-maxOldPosts):]
	}
	p.outcomeUnknown, p.message, p.lastPost, p.deletedPosts, p.postedAt = false, id, id, 0, time.Now()
	p.newestPost.Store(id)
	p.messagesBelow.Store(0)
	if p.drawnScene != nil {
		p.postLine = p.drawnScene.Line
	}
	if again {
		if err := p.edit(ctx); err != nil {
			if p.message != 0 {
				p.saveShown(ctx, 0) // it exists, whatever it shows
			}
			return err
		}
	}
	p.noteShown(ctx)
	return nil
}

// nonce returns the nonce of the post that follows the post after, if gone posts there were deleted. It is the same
// before and after a restart, and differs between any two posts. Discord remembers nonces for some minutes.
func nonce(table int64, after ids.Message, gone int) string {
	all := strconv.FormatInt(table, 36) + "." + strconv.FormatInt(int64(after), 36)
	if gone > 0 {
		all += "." + strconv.Itoa(gone)
	}
	return all
}

// maxOldPosts is how many old messages are deleted; the others have scrolled far up.
const maxOldPosts = 20

// tidy deletes old messages, so that no one plays cards that are gone and the channel does not fill with old tables. It
// works only while there is nothing to send, so that a busy table's pictures don't wait. It reports whether it deleted
// any.
func (p *Poster) tidy(ctx context.Context) (took bool) {
	for len(p.oldPosts) > 0 && !p.isBusy() {
		p.DeleteOld(ctx, p.oldPosts[0])
		p.oldPosts, took = p.oldPosts[1:], true
	}
	return took
}

func (p *Poster) isBusy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hasNews()
}

// noteShown stores what people have seen, for the next start.
func (p *Poster) noteShown(ctx context.Context) {
	p.markShown()
	line := 0
	if p.drawnScene != nil {
		line = p.drawnScene.Line
		p.showsEnd, p.showsRecap = p.drawnScene.View.Phase == games.Finished, p.drawnScene.View.Recap
	}
	p.mu.Lock()
	if len(p.waiting) > 0 && p.waiting[0].line > 0 {
		line = min(line, p.waiting[0].line-1) // some sentences of the picture's moves still wait
	}
	p.mu.Unlock()
	p.saveShown(ctx, line)
}

// saveTimeout is how long saveShown may take when the program ends.
const saveTimeout = 500 * time.Millisecond

// saveShown stores the message and the line that people have seen, even if ctx has ended; otherwise the next start
// would post the table once more. If it fails, people see some things twice.
func (p *Poster) saveShown(ctx context.Context, line int) {
	err := p.SaveShown(ctx, line, p.message, p.kept)
	if err != nil && ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
		defer cancel()
		err = p.SaveShown(last, line, p.message, p.kept)
	}
	if err != nil {
		p.Log.Warn("saving what was posted failed", "error", err)
	} else if p.message != p.kept {
		p.kept = 0
	}
}
