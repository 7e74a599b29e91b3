package poster

import (
	"slices"
	"sync/atomic"

	"settable/bot/discord"
	"settable/bot/message"
)

// Show shows a post, unless a newer one comes first, and tells all sentences.
func (p *Poster) Show(s message.Post, sentences []string) {
	p.forgive()
	p.change(func() {
		p.scene = &s
		for _, text := range sentences {
			p.waiting = append(p.waiting, sentence{s.Line, text})
		}
	})
}

// ShowAnew shows the table in a new message.
func (p *Poster) ShowAnew(s message.Post) { p.change(func() { p.scene, p.forced = &s, true }) }

// Say adds a sentence to what is shown.
func (p *Poster) Say(text string) {
	p.change(func() { p.waiting = append(p.waiting, sentence{text: text}) })
}

// Deleted hears that messages were deleted: a table whose own is among them is
// posted anew.
func (p *Poster) Deleted(ids []discord.MessageID) {
	p.change(func() { p.deleted = append(p.deleted, ids...) })
}

// Mute drops what waits: there is nobody to tell.
func (p *Poster) Mute() { p.change(func() { p.waiting, p.scene, p.closing = nil, nil, true }) }

// Finish lets the poster stop after what is waiting.
func (p *Poster) Finish() { p.change(func() { p.closing = true }) }

func (p *Poster) change(f func()) {
	p.mu.Lock()
	f()
	p.mu.Unlock()
	p.loop.Wake()
}

// A memory is what was told lately, and stands below the table yet.
type memory struct {
	recent []string // only the poster's goroutine touches it
	unsaid atomic.Bool
}

// Unsay takes back what was told lately, with the next post: somebody whom it names was forgotten.
func (m *memory) Unsay() { m.unsaid.Store(true) }

// A sentence has the line it belongs to; 0: none.
type sentence struct {
	line int
	text string
}

// news is what there is to tell.
type news struct {
	scene     *message.Post
	sentences []sentence
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
func (p *Poster) next() (n news, any, closing bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.Contains(p.deleted, p.message) && !p.closing {
		p.message = ""
		if p.scene == nil {
			p.scene = &p.current
		}
	}
	p.deleted = nil
	if p.unsaid.Swap(false) {
		p.recent, p.waiting = nil, nil
		if p.scene == nil {
			p.scene = &p.current
		}
	}
	if p.Queued() { // an end waits for its turn, or for the next start
		nothing := p.scene == nil && len(p.waiting) == 0
		return n, false, p.closing && (nothing || p.Leaving != nil && p.Leaving.Err() != nil)
	}
	if p.plain && p.scene == nil && p.comes() {
		p.scene, p.plain = &p.current, false
	}
	if p.scene == nil && len(p.waiting) == 0 {
		return n, false, p.closing
	}
	n = news{scene: p.scene, forced: p.forced}
	n.sentences = p.waiting
	now, _ := message.Fit(n.texts())
	n.sentences, p.waiting = p.waiting[:len(now):len(now)], p.waiting[len(now):]
	p.scene, p.forced = nil, false
	return n, true, p.closing
}

// gather adds what has come meanwhile to what is about to be sent: newest wins,
// also over what has waited for Discord's limits or could not be sent.
func (p *Poster) gather(n *news) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.scene != nil && !p.forced {
		n.scene, p.scene = p.scene, nil
	}
	all := news{sentences: append(slices.Clip(n.sentences), p.waiting...)}
	now, _ := message.Fit(all.texts())
	if more := len(now) - len(n.sentences); more > 0 {
		n.sentences, p.waiting = all.sentences[:len(now)], p.waiting[more:]
	}
}

// mostWaiting bounds what waits for a permission that may never come back.
const mostWaiting = 200

// putBack makes what could not be told wait again, before what came meanwhile.
func (p *Poster) putBack(n news) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(append([]sentence(nil), n.sentences...), p.waiting...)
	if over := len(p.waiting) - mostWaiting; over > 0 {
		p.waiting = p.waiting[over:]
	}
	if p.scene == nil {
		p.scene = &p.current
	}
	p.forced = p.forced || n.forced
}

func (p *Poster) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.scene != nil || len(p.waiting) > 0
}
