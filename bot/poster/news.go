package poster

import (
	"cmp"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
)

// Show has a post shown, unless a newer one comes first, and all sentences told.
func (p *Poster) Show(s message.Post, sentences []string) {
	p.forgive()
	p.change(func() {
		p.scene = &s
		for _, text := range sentences {
			p.waiting = append(p.waiting, sentence{s.Line, text})
		}
	})
}

// ShowAnew has a post shown in a new message.
func (p *Poster) ShowAnew(s message.Post) { p.change(func() { p.scene, p.forced = &s, true }) }

// Say has a sentence told below what is shown.
func (p *Poster) Say(text string) {
	p.change(func() { p.waiting = append(p.waiting, sentence{text: text}) })
}

// Deleted tells the poster that messages were deleted. If its own is among them, the table is posted anew.
func (p *Poster) Deleted(ids []discord.MessageID) {
	p.change(func() { p.deleted = append(p.deleted, ids...) })
}

// Mute drops what waits and ends the poster, because the channel is gone.
func (p *Poster) Mute() { p.change(func() { p.waiting, p.scene, p.closing = nil, nil, true }) }

// Finish ends the poster after it has sent what waits.
func (p *Poster) Finish() { p.change(func() { p.closing = true }) }

func (p *Poster) change(f func()) {
	p.mu.Lock()
	f()
	p.mu.Unlock()
	p.loop.Wake()
}

// Unsay removes with the next post the sentences that still stand below the table, because somebody whom
// they may name was forgotten. Of those that wait to be told it drops only those with that name.
func (p *Poster) Unsay(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unsaid = true
	p.waiting = slices.DeleteFunc(p.waiting, func(s sentence) bool { return strings.Contains(s.text, name) })
}

// A sentence belongs to a line of the journal; 0: to none.
type sentence struct {
	line int
	text string
}

// news is what the next message has to show and tell.
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

// next takes out what fits into one message. any says whether there is something,
// closing whether the poster is to end after that.
func (p *Poster) next() (n news, any, closing bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.Contains(p.deleted, p.message) && !p.closing {
		p.message = ""
		p.showAgain()
	}
	p.deleted = nil
	if p.unsaid {
		p.recent, p.unsaid = nil, false
		p.showAgain()
	}
	if p.Queued() { // even the end of a game waits for its turn, or for the next start
		nothing := p.scene == nil && len(p.waiting) == 0
		return n, false, p.closing && (nothing || p.Leaving != nil && p.Leaving.Err() != nil)
	}
	if p.plain && p.scene == nil && p.comes() {
		p.plain = false
		p.showAgain()
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

// gather adds what has come since next, while the message waited for Discord's
// limits or could not be sent. A newer scene replaces the older one.
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

// mostWaiting is how many sentences wait at most, in case a permission never comes back.
const mostWaiting = 200

// putBack puts news that could not be told before what has come since.
func (p *Poster) putBack(n news) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(append([]sentence(nil), n.sentences...), p.waiting...)
	if over := len(p.waiting) - mostWaiting; over > 0 {
		p.waiting = p.waiting[over:]
	}
	p.scene = cmp.Or(p.scene, n.scene)
	p.showAgain()
	p.forced = p.forced || n.forced
}

// showAgain has what was shown last shown again, unless something newer comes. Where nothing was shown since
// the start, what is shown first stands for it. Only the poster's loop calls it, with mu held.
func (p *Poster) showAgain() {
	if p.scene == nil && p.drawable {
		p.scene = &p.current
	}
}
