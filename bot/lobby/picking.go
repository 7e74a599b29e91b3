package lobby

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/render/words"
	"settable/store/ids"
)

// A playerChannel identifies a player in a channel. In each channel, a player sees at most one choice at a time.
type playerChannel struct {
	who     ids.User
	channel ids.Channel
}

func playerChannelOf(w table.Word) playerChannel { return playerChannel{w.Who.ID, w.Channel} }

// A privateChoice is a message that lets a player choose piles or chips. It answers an interaction. The channel shown
// is closed once Discord has accepted or refused that answer.
type privateChoice struct {
	ticket discord.Ticket
	at     time.Time
	shown  chan struct{}
}

// latestByPlace is a map, safe for concurrent use, that holds the newest value for each place.
type latestByPlace[Place, What comparable] struct {
	mu      sync.Mutex
	current map[Place]What
}

// replace stores a value for a place and returns the previous one. The zero value means that there is no value.
func (o *latestByPlace[Place, What]) replace(at Place, now What) (old What) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var nothing What
	old = o.current[at]
	switch {
	case now == nothing:
		delete(o.current, at)
		return old
	case o.current == nil || len(o.current) > 1000: // starts again: older messages are not deleted
		o.current = map[Place]What{}
	}
	o.current[at] = now
	return old
}

func (o *latestByPlace[Place, What]) at(place Place) What {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.current[place]
}

// drop removes the values of all places that match.
func (o *latestByPlace[Place, What]) drop(matches func(Place) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.current, func(at Place, _ What) bool { return matches(at) })
}

// restore puts former back in place of now, unless now has been replaced in the meantime.
func (o *latestByPlace[Place, What]) restore(at Place, now, former What) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.current[at] == now {
		o.current[at] = former
	}
}

// editableFor is how long the bot edits or deletes an answer. An interaction's token is valid for 15 minutes.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
const editableFor = 14 * time.Minute

// A Picking is a press that adds or removes one pile or chip of a move.
type Picking struct {
	Table *Table
	Word  table.Word
}

// Pick returns the move as text, with all items that are chosen after this press.
func (p Picking) Pick() string {
	return p.Table.lobby.Picks.Choose(p.Word.Who.ID, p.Word.Words, p.Word.InWords)
}

// PrefersWords reports whether a player prefers buttons with words to buttons with letters.
func (p *Picks) PrefersWords(who ids.User) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.prefersWords[who]
}

func (p *Picks) setPrefersWords(who ids.User, worded bool) {
	if p.prefersWords == nil || len(p.prefersWords) >= maxPicks {
		p.prefersWords = map[ids.User]bool{}
	}
	if delete(p.prefersWords, who); worded {
		p.prefersWords[who] = true
	}
}

// Choose implements Picking.Pick for a button with these words. If the button switches between words and letters,
// Choose remembers the player's preference.
func (p *Picks) Choose(who ids.User, words string, inWords bool) string {
	verb, pressed, chosen := message.SplitPress(words)
	switch i := slices.Index(chosen, pressed); {
	case pressed == message.NoChoice:
		p.mu.Lock()
		p.setPrefersWords(who, inWords)
		p.mu.Unlock()
	case pressed == "":
	case i >= 0:
		chosen = slices.Delete(slices.Clone(chosen), i, i+1)
	default:
		chosen = append(slices.Clone(chosen), pressed)
	}
	return strings.Join(append([]string{verb}, chosen...), " ")
}

// Open answers a press with buttons for the piles or chips that the move can take. Only the player who pressed the
// button sees them. If there is nothing to choose now, Open sends nothing and returns false.
func (p Picking) Open() bool {
	c := p.choice(p.Table.Game.Session())
	if !c.May() {
		return false
	}
	if p.Word.OnOwnHand { // the choice appears below the hand
		p.Table.showHand(handAnswer{Viewer: p.Table.viewerOf(p.Word, true), choosing: c.Verb})
		return true
	}
	c.Worded, c.ShownPicture = p.Table.lobby.Picks.PrefersWords(p.Word.Who.ID), "" // a new message has no picture
	p.Table.lobby.Send.Send("showing the card picker", func(ctx context.Context) error {
		return p.answer(ctx, p.message(ctx, c))
	})
	return true
}

// answer shows the choice in a new message, and deletes the message with the player's previous choice in this
// channel.
func (p Picking) answer(ctx context.Context, asked discord.Message) error {
	now := privateChoice{ticketOf(p.Word), p.Word.At, make(chan struct{})}
	defer close(now.shown)
	// The choice is recorded first, because the player may press a button in the new message before Discord's
	// response arrives.
	old := p.Table.lobby.Picks.privateChoices.replace(playerChannelOf(p.Word), now)
	if err := p.Table.lobby.Send.Answer(ctx, now.ticket, asked, true); err != nil {
		p.Table.lobby.Picks.privateChoices.restore(playerChannelOf(p.Word), now, old)
		return err
	}
	if old.ticket.ID != "" && now.at.Sub(old.at) < editableFor {
		<-old.shown // two simultaneous presses may be answered in either order
		p.Table.lobby.Send.DeleteAnswer(old.ticket)
	}
	return nil
}

// ShowAgain shows the same buttons again after a press has added or removed one item.
func (p Picking) ShowAgain() {
	c := p.choice(p.Table.Game.Session())
	_, c.Chosen, _ = message.SplitChoice(p.Table.Manual, p.Word.Words)
	p.show(c)
}

// tell shows the choice with sentences above it.
func (p Picking) tell(now table.Session, told ...string) {
	c := p.choice(now)
	c.Told = told
	p.show(c)
}

func (p Picking) choice(now table.Session) message.Choice {
	verb, _, _ := message.SplitChoice(p.Table.Manual, p.Word.Words)
	c := p.Table.choice(now, p.Word.Who.ID, verb, p.Table.languages.reader(p.Word))
	c.Worded, c.ShownPicture = p.Word.InWords, shownPictureOf(p.Word)
	return c
}

func (t *Table) choice(now table.Session, who ids.User, verb string, lang *words.Language) message.Choice {
	return message.Choice{Table: int64(t.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[who]), Verb: verb,
		Lang: lang, Sign: t.sign()}
}

func (p Picking) message(ctx context.Context, c message.Choice) discord.Message {
	c.Style = p.Table.lobby.Settings.StyleFor(ctx, p.Word.Guild, p.Word.Who.ID)
	m, err := c.Message()
	if err != nil {
		p.Table.log.Error("drawing the card picker failed", "error", err)
	}
	return p.Table.withTrouble(p.Word, m)
}

// show shows the choice in the message whose button the player pressed.
func (p Picking) show(c message.Choice) {
	p.Table.lobby.Send.Send("choosing", func(ctx context.Context) error {
		return p.Table.lobby.Send.Update(ctx, ticketOf(p.Word), p.message(ctx, c))
	})
}
