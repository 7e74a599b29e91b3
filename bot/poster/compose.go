package poster

import (
	"slices"
	"strings"
	"sync"

	"settable/bot/discord"
	"settable/bot/message"
)

// maxWaiting is how many sentences may wait, in case a permission never comes back.
const maxWaiting = 200

// A Sentence tells players about an event.
type Sentence struct {
	Text string
	line int // the journal line that it belongs to; 0: none
}

// compose draws the newest scene with as many of the waiting sentences as fit below the earlier ones. It may be called
// several times before a message is sent, so that a message that waited for Discord's limits is up to date.
func (p *Poster) compose() discord.Message {
	p.mu.Lock()
	p.drawnScene = p.scene
	fits, _ := message.Fit(textsOf(p.waiting))
	p.sending = len(fits)
	told := latestSentences(append(slices.Clip(p.recent), p.waiting[:p.sending]...), p.sending)
	p.mu.Unlock()
	p.inWords = false
	if p.drawnScene == nil { // nothing to draw has come since the start
		return discord.Message{Content: message.QuoteLines(textsOf(told))}
	}
	return p.draw(p.drawnScene, textsOf(told))
}

// draw draws a scene into the poster's buffer.
func (p *Poster) draw(s *message.Scene, told []string) discord.Message {
	if p.buffer == nil {
		p.buffer = buffers.Get().(*[]byte)
	}
	m, err := s.Message(told, (*p.buffer)[:0])
	if err != nil { // it says everything in words: trying again would fail, too
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

// buffers hold the pictures of tables until they are sent.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// releaseBuffer returns the buffer once the message was sent or given up.
func (p *Poster) releaseBuffer() {
	if p.buffer != nil {
		buffers.Put(p.buffer)
		p.buffer = nil
	}
}

// textsOf returns the texts of the sentences, each short enough.
func textsOf(all []Sentence) []string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = message.Cut(s.Text, message.SentenceSize)
	}
	return texts
}

// latestSentences keeps the last few sentences, but at least the last fresh ones, which are new.
func latestSentences(all []Sentence, fresh int) []Sentence {
	return slices.Clone(all[len(all)-len(message.Latest(textsOf(all), fresh)):])
}

// withoutName leaves out the sentences that contain a name.
func withoutName(all []Sentence, name string) []Sentence {
	return slices.DeleteFunc(slices.Clone(all), func(s Sentence) bool { return strings.Contains(s.Text, name) })
}
