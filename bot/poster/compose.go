package poster

import (
	"slices"
	"strings"
	"sync"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
)

// maxWaiting is how many unsent sentences are kept while the bot can't post, which might never change.
const maxWaiting = 200

// A sentence tells players about an event.
type sentence struct {
	text string
	line int // its journal line; 0: none
}

func (s sentence) isAboutALine() bool { return s.line > 0 }

// compose draws the newest scene with as many of the waiting sentences as fit below the earlier ones. It is called
// again for each attempt, so that a message that had to wait for a rate limit shows the newest state.
func (p *Poster) compose() discord.Message {
	p.mu.Lock()
	p.drawnScene = p.scene
	fits, _ := message.Fit(textsOf(p.waiting))
	p.sending = len(fits)
	if p.begins() {
		p.recent = nil // who sat down is in the list of players
	}
	told := latestSentences(append(slices.Clip(p.recent), p.waiting[:p.sending]...), p.sending)
	p.mu.Unlock()
	p.inWords = false
	if p.drawnScene == nil { // there was nothing to draw since the start
		return discord.Message{Content: message.QuoteLines(textsOf(told))}
	}
	return p.draw(p.drawnScene, textsOf(told))
}

// begins reports whether the game has started since players last saw the table. The caller holds the mutex.
func (p *Poster) begins() bool {
	return p.scene != nil && p.scene.View.Phase == games.Playing &&
		p.shownScene != nil && p.shownScene.View.Phase == games.Gathering
}

func (p *Poster) draw(s *message.Scene, told []string) discord.Message {
	if p.buffer == nil {
		p.buffer = buffers.Get().(*[]byte)
	}
	m, err := s.Message(told, (*p.buffer)[:0])
	if err != nil { // the message says everything in words, because another attempt would also fail
		p.Log.Error("drawing a table failed", "error", err)
		return m
	}
	*p.buffer = m.Files[0].Content
	inWords := m.InWords
	m.InWords = func() string {
		p.inWords = true
		return inWords()
	}
	return m
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// releaseBuffer returns the buffer to the pool once the message has been sent or dropped.
func (p *Poster) releaseBuffer() {
	if p.buffer != nil {
		buffers.Put(p.buffer)
		p.buffer = nil
	}
}

// textsOf returns the texts of the sentences, shortened where necessary.
func textsOf(all []sentence) []string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = message.Cut(s.text, message.SentenceSize)
	}
	return texts
}

// latestSentences returns the last few sentences, including at least the new ones. fresh is the number of new
// sentences at the end.
func latestSentences(all []sentence, fresh int) []sentence {
	return slices.Clone(all[len(all)-len(message.Latest(textsOf(all), fresh)):])
}

func withoutName(all []sentence, name string) []sentence {
	return slices.DeleteFunc(slices.Clone(all), func(s sentence) bool { return strings.Contains(s.text, name) })
}
