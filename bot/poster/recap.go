package poster

import (
	"context"
	"errors"
	"slices"

	"settable/bot/discord"
	"settable/bot/message"
)

// keepRecap leaves a recap in the channel after the table has moved on. The message that showed the recap, or was about
// to, becomes permanent and loses its buttons for moves. keepRecap reports whether the table has to be posted again
// below that message.
func (p *Poster) keepRecap(ctx context.Context) (below bool, err error) {
	recap := p.pastRecap()
	if recap == nil || p.message == 0 {
		return false, nil
	}
	if p.message == p.kept {
		return true, nil
	}
	if p.postLine > recap.Line {
		return false, nil
	}
	hasPicture := p.isShown(recap)
	err = p.Discord.EditNewest(ctx, p.Channel, p.message, func() discord.Message {
		told := p.tellUntil(recap.Line)
		if hasPicture {
			return recap.Words(told)
		}
		return p.draw(recap, told)
	})
	p.releaseBuffer()
	switch {
	case err == nil:
	case errors.Is(err, discord.ErrUnknownMessage):
		p.message = 0
	case !errors.Is(err, discord.ErrTooOld) && !errors.Is(err, discord.ErrArchived): // Discord doesn't allow this edit, so the message stays unchanged
		return false, err
	}
	p.mu.Lock()
	p.waiting, p.recent, p.sending = p.waiting[p.sending:], nil, 0
	p.mu.Unlock()
	if p.kept = p.message; p.kept != 0 && !hasPicture {
		p.saveShown(ctx, recap.Line)
	}
	return true, nil
}

// pastRecap returns the newest recap that the table no longer shows, or nil.
func (p *Poster) pastRecap() *message.Scene {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.scene == nil {
		return nil
	}
	return p.scene.Before
}

// isShown reports whether the table's message has the picture of this recap.
func (p *Poster) isShown(recap *message.Scene) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shownScene != nil && p.shownScene.Line == recap.Line && !p.inWords
}

// tellUntil returns the latest sentences about lines up to the given one, to be shown with a recap.
func (p *Poster) tellUntil(line int) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sending = 0
	for _, s := range p.waiting {
		if s.line > line {
			break
		}
		p.sending++
	}
	return textsOf(latestSentences(append(slices.Clip(p.recent), p.waiting[:p.sending]...), p.sending))
}
