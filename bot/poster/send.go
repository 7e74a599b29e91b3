package poster

import (
	"context"
	"errors"
	"math"
	"slices"
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
	// staleAfter is how old a message may be for the poster to edit it. Discord limits edits of messages that are more
	// than an hour old.
	staleAfter = 45 * time.Minute
)

// send edits the table's message if it is near the end of the channel. Otherwise it posts the table in a new message. A
// message with a recap is always edited in place.
func (p *Poster) send(ctx context.Context, newMessage bool) error {
	below, err := p.keepRecap(ctx)
	if err != nil {
		return err
	}
	newMessage = newMessage || below
	most := int32(maxMessagesBelow)
	if p.endIsNews() {
		most = 1 // players must see the end, so only the last message in the channel is edited
		// The last run may have posted the end already. Posting with the same nonce finds the existing message.
		newMessage = newMessage || p.outcomeUnknown
	} else if p.showsRecap {
		most = math.MaxInt32 // a recap stays where players have reacted to it
	}
	mustEdit := p.message != 0 && !newMessage && p.messagesBelow.Load() < most && time.Since(p.postedAt) < staleAfter
	isNew := !mustEdit
	if isNew {
		if mustEdit, err = p.post(ctx); err != nil {
			return err
		}
	}
	if mustEdit {
		err := p.Discord.EditNewest(ctx, p.Channel, p.message, p.compose)
		if errors.Is(err, discord.ErrUnknownMessage) {
			p.message = 0 // the message was deleted
		}
		if err != nil && isNew && p.message != 0 {
			p.saveShown(ctx, 0) // the message exists, whatever it shows
		}
		if err != nil {
			return err
		}
	}
	p.noteShown(ctx)
	return nil
}

// endIsNews reports whether the end of the game still has to be shown to players.
func (p *Poster) endIsNews() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.scene != nil && p.scene.View.Phase == games.Finished && !p.showsEnd
}

// Open posts the table's first message, with the scene and sentences so far. It is called before Start, because a
// table opens only if Discord accepts its first message. The table opens even if that message is deleted before
// Discord's response arrives.
func (p *Poster) Open(ctx context.Context, first message.Scene) error {
	p.mu.Lock()
	if p.scene == nil {
		p.scene = &first
	}
	p.mu.Unlock()
	err := p.send(ctx, true)
	p.releaseBuffer()
	if errors.Is(err, discord.ErrUnknownMessage) {
		p.markShown()
		return nil
	}
	if err != nil {
		p.putBack(false) // for another attempt
	}
	return err
}

// post sends a new message. If the outcome of the last attempt is unknown, post reuses the nonce, so that Discord
// creates only one message, which isOld says may show an older state, so that it has to be edited. Discord refuses the
// nonce of a deleted message, so the next attempt uses another one.
func (p *Poster) post(ctx context.Context) (isOld bool, err error) {
	isOld = p.outcomeUnknown
	p.outcomeUnknown = true
	var first *message.Scene
	id, err := p.Discord.PostNewest(ctx, p.Channel, func() discord.Message {
		m := p.compose()
		if first == nil {
			first = p.drawnScene
		}
		isOld = isOld || first != p.drawnScene // an earlier attempt may have been shown
		m.Nonce = nonce(p.Table, p.lastPost, p.deletedPosts)
		return m
	})
	if errors.Is(err, discord.ErrUnknownMessage) {
		p.deletedPosts++
	}
	if err != nil {
		return isOld, err
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
	return isOld, nil
}

// nonce returns the nonce of the post that follows the post `after`, if `gone` posts in between were deleted. It is
// different for every post, but doesn't change with a restart. Discord remembers nonces for some minutes.
func nonce(table int64, after ids.Message, gone int) string {
	all := strconv.FormatInt(table, 36) + "." + strconv.FormatInt(int64(after), 36)
	if gone > 0 {
		all += "." + strconv.Itoa(gone)
	}
	return all
}

// maxOldPosts is how many old messages the poster remembers to delete. Older ones are far up in the channel.
const maxOldPosts = 20

// tidy deletes old messages, so that no player uses outdated cards and the channel does not fill with old tables. It
// stops when there is something to send, because a busy table's pictures come first. It reports whether it deleted
// any message.
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

// noteShown stores what players have seen, for the next start.
func (p *Poster) noteShown(ctx context.Context) {
	p.markShown()
	line := 0
	if p.drawnScene != nil {
		line = p.drawnScene.Line
		p.showsEnd, p.showsRecap = p.drawnScene.View.Phase == games.Finished, p.drawnScene.View.Recap
	}
	p.mu.Lock()
	if i := slices.IndexFunc(p.waiting, sentence.isAboutALine); i >= 0 {
		line = min(line, p.waiting[i].line-1) // some sentences about earlier moves are still waiting
	}
	p.mu.Unlock()
	p.saveShown(ctx, line)
}

// saveTimeout is the timeout for the last attempt of saveShown when the program ends.
const saveTimeout = 500 * time.Millisecond

// saveShown stores the message and the line that players have seen, even if ctx has ended. If that fails, the next
// start posts the table again, and players see some messages twice.
func (p *Poster) saveShown(ctx context.Context, line int) {
	err := p.SaveShown(ctx, line, p.message, p.kept)
	if err != nil && ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
		defer cancel()
		err = p.SaveShown(last, line, p.message, p.kept)
	}
	if err != nil {
		p.Log.Warn("saving the state of a posted message failed", "error", err)
	} else if p.message != p.kept {
		p.kept = 0
	}
}
