package poster

import (
	"cmp"
	"slices"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
)

// Show has a post shown, unless a newer one comes first, and all sentences told.
func (p *Poster) Show(s message.Post, sentences []Sentence) {
	p.forgive()
	p.change(func() {
		p.scene = &s
		for _, one := range sentences {
			one.line = s.Line
			p.waiting = append(p.waiting, one)
		}
	})
}

// ShowAnew has a post shown in a new message, because a player asked for it.
func (p *Poster) ShowAnew(s message.Post) {
	p.change(func() { p.scene, p.forced, p.budget = &s, true, budget{} })
}

// Say has a sentence told below what is shown.
func (p *Poster) Say(s Sentence) { p.change(func() { p.waiting = append(p.waiting, s) }) }

// Spoken says that a player has said something to the table: a message that was deleted is posted again at
// once.
func (p *Poster) Spoken() {
	p.mu.Lock()
	was := p.budget
	p.budget = budget{}
	p.mu.Unlock()
	if was != (budget{}) {
		p.loop.Wake()
	}
}

// Retry has a table that can't be shown tried again, because somebody asked after it.
func (p *Poster) Retry() { p.loop.Wake() }

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
// they may name was forgotten. Of those that wait to be told, or are just being sent, it drops only those
// with that name.
func (p *Poster) Unsay(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unsaid = true
	without := func(all []Sentence) []Sentence {
		return slices.DeleteFunc(slices.Clone(all), func(s Sentence) bool { return strings.Contains(s.Text, name) })
	}
	p.waiting = without(p.waiting)
	if p.sending != nil {
		p.sending.sentences = without(p.sending.sentences)
	}
}

// A Sentence tells people what happened.
type Sentence struct {
	Text string
	line int // the line of the journal that it belongs to; 0: none
}

// texts are the sentences in words, each short enough.
func texts(all []Sentence) []string {
	var told []string
	for _, s := range all {
		if s.Text != "" {
			told = append(told, message.Cut(s.Text, message.SentenceSize))
		}
	}
	return told
}

// latest keeps the last few sentences, but at least the last fresh ones, which are new.
func latest(all []Sentence, fresh int) []Sentence {
	return slices.Clone(all[len(all)-len(message.Latest(lengths(all), fresh)):])
}

// lengths are the sentences as far as their length matters.
func lengths(all []Sentence) []string {
	cut := make([]string, len(all))
	for i, s := range all {
		cut[i] = message.Cut(s.Text, message.SentenceSize)
	}
	return cut
}

// news is what the next message has to show and tell.
type news struct {
	scene     *message.Post
	sentences []Sentence
	forced    bool
}

// next takes out what fits into one message. any says whether there is something,
// closing whether the poster is to end after that.
func (p *Poster) next() (n news, any, closing bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
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
	if p.scene == nil && len(p.waiting) == 0 || !p.closing && p.isPutOff() {
		return n, false, p.closing
	}
	n = news{scene: p.scene, forced: p.forced}
	n.sentences = p.waiting
	now, _ := message.Fit(lengths(n.sentences))
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
	now, _ := message.Fit(lengths(all.sentences))
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
	p.waiting = append(append([]Sentence(nil), n.sentences...), p.waiting...)
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
