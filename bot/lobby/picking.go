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
	"settable/games"
	"settable/store"
)

// Picks remembers what players are choosing. A player may press a button that was drawn before their last
// press arrived, so that its id does not contain the last choice; Picks adds it. It also remembers, until
// the bot ends, which players prefer words to letters on the buttons.
type Picks struct {
	mu     sync.Mutex
	last   map[store.PlayerID]pick
	worded map[store.PlayerID]bool
	fronts latest[spot, front] // the choices that players have in front of them
}

// A spot is one player in one channel, where they see one choice at a time.
type spot struct {
	who store.PlayerID
	in  store.ChannelID
}

func spotOf(w table.Word) spot { return spot{w.Who.ID, w.Channel} }

// A front is a choice that one player sees alone: the interaction that it answers, the time of that press,
// and a channel that is closed when Discord has taken or refused the answer.
type front struct {
	ticket discord.Ticket
	at     time.Time
	shown  chan struct{}
}

// latest remembers what was put into each place last. Each place holds one thing at a time.
type latest[Place, What comparable] struct {
	mu       sync.Mutex
	standing map[Place]What
}

// replace records what is in a place now and returns what was there before. The zero What means nothing.
func (o *latest[Place, What]) replace(at Place, now What) (old What) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var nothing What
	old = o.standing[at]
	switch {
	case now == nothing:
		delete(o.standing, at)
		return old
	case o.standing == nil || len(o.standing) > 1000: // begins anew: what stands elsewhere is left there
		o.standing = map[Place]What{}
	}
	o.standing[at] = now
	return old
}

// drop forgets what is in some places.
func (o *latest[Place, What]) drop(such func(Place) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.standing, func(at Place, _ What) bool { return such(at) })
}

// putBack notes that in a place the former thing stands after all, if nothing has replaced the new one.
func (o *latest[Place, What]) putBack(at Place, now, former What) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.standing[at] == now {
		o.standing[at] = former
	}
}

// changeable is how long an answer can be deleted. An interaction's token is valid for 15 minutes.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
const changeable = 14 * time.Minute

type pick struct {
	table  store.TableID
	verb   string
	chosen []string
	at     time.Time
}

// fresh is how long after a press buttons may be pressed that were drawn before it.
const fresh = 3 * time.Second

// Picking is the press with which a player chooses the cards, piles or chips of a move, button by button.
type Picking struct {
	Table *Table
	Word  table.Word
}

// Pick is the move with all that its player has chosen, after this press chose one more thing or gave one
// back.
func (p Picking) Pick() string { return p.Table.lobby.Picks.Pick(p.Word, p.Table.Manual) }

// mostPicks is how many players are remembered at most who stopped choosing half-way, or who prefer words.
const mostPicks = 10_000

// Worded reports whether a player prefers buttons with words.
func (p *Picks) Worded(who store.PlayerID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.worded[who]
}

// Forget drops what is remembered of a player.
func (p *Picks) Forget(who store.PlayerID) {
	p.mu.Lock()
	delete(p.last, who)
	delete(p.worded, who)
	p.mu.Unlock()
	p.fronts.drop(func(s spot) bool { return s.who == who })
}

// turned notes that a player prefers words (worded) or letters.
func (p *Picks) turned(who store.PlayerID, worded bool) {
	if p.worded == nil || len(p.worded) >= mostPicks {
		p.worded = map[store.PlayerID]bool{}
	}
	if delete(p.worded, who); worded {
		p.worded[who] = true
	}
}

// Pick is Picking.Pick for a word, in the game of a manual.
func (p *Picks) Pick(w table.Word, m games.Manual) string {
	verb, pressed, chosen := message.Pressed(w.Words)
	p.mu.Lock()
	defer p.mu.Unlock()
	last, has := p.last[w.Who.ID]
	knows := func(one string) bool { return slices.Contains(last.chosen, one) }
	if has && last.table == w.Sight.Table && last.verb == verb && w.At.Sub(last.at) < fresh && !knows(pressed) &&
		!slices.ContainsFunc(chosen, func(one string) bool { return !knows(one) }) {
		chosen = last.chosen
	}
	switch i := slices.Index(chosen, pressed); {
	case pressed == message.Nothing:
		p.turned(w.Who.ID, w.InWords)
	case pressed == "":
	case i >= 0:
		chosen = slices.Delete(slices.Clone(chosen), i, i+1)
	default:
		chosen = append(slices.Clone(chosen), pressed)
	}
	words := strings.Join(append([]string{verb}, chosen...), " ")
	if _, _, all := message.Chosen(m, words); all {
		delete(p.last, w.Who.ID)
	} else {
		if p.last == nil || len(p.last) >= mostPicks {
			p.last = map[store.PlayerID]pick{}
		}
		p.last[w.Who.ID] = pick{w.Sight.Table, verb, chosen, w.At}
	}
	return words
}

// Open answers a press with buttons for what the move may take, which only the presser sees. If there is
// nothing to choose now, it answers nothing and returns false.
func (p Picking) Open() bool {
	c := p.choice(p.Table.Game.Session())
	if !c.May() {
		return false
	}
	c.Worded, c.Stands = p.Word.OnOwnHand || p.Table.lobby.Picks.Worded(p.Word.Who.ID), "" // new: no picture
	p.Table.lobby.Send.Send("showing what to choose", func(ctx context.Context) error {
		asked := p.drawn(ctx, c)
		if !p.Word.OnOwnHand {
			return p.answer(ctx, asked)
		}
		// The message shows the player's hand: the choice goes below it.
		hand := p.Table.handMessage(ctx, p.Table.Game.Session(), p.Word, []string{asked.Content})
		hand.Rows = asked.Rows
		return p.Table.lobby.Send.Update(ctx, ticketOf(p.Word), hand)
	})
	return true
}

// answer shows the choice in a new message, and deletes the one that the player had in this channel before.
func (p Picking) answer(ctx context.Context, asked discord.Message) error {
	now := front{ticketOf(p.Word), p.Word.At, make(chan struct{})}
	defer close(now.shown)
	// It is noted first, because the player may press in the new message before Discord's answer comes
	// back.
	old := p.Table.lobby.Picks.fronts.replace(spotOf(p.Word), now)
	if err := p.Table.lobby.Send.Answer(ctx, now.ticket, asked, true); err != nil {
		p.Table.lobby.Picks.fronts.putBack(spotOf(p.Word), now, old)
		return err
	}
	if old.ticket.ID != "" && now.at.Sub(old.at) < changeable {
		<-old.shown // of two presses at once, either may be answered first
		p.Table.lobby.Send.TakeAway(old.ticket)
	}
	return nil
}

// Turn shows the same buttons after a press chose one more thing or gave one back.
func (p Picking) Turn() {
	c := p.choice(p.Table.Game.Session())
	_, c.Chosen, _ = message.Chosen(p.Table.Manual, p.Word.Words)
	p.show(c)
}

// tell shows the told sentences above what there is to choose now.
func (p Picking) tell(now table.Session, told ...string) {
	c := p.choice(now)
	c.Told = told
	p.show(c)
}

// choice is what the move may take, as its player sees the table now.
func (p Picking) choice(now table.Session) message.Choice {
	verb, _, _ := message.Chosen(p.Table.Manual, p.Word.Words)
	return message.Choice{
		Table: int64(p.Table.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[p.Word.Who.ID]),
		Verb: verb, Worded: p.Word.InWords, Stands: showsOf(p.Word),
		Lang: p.Table.languages.reader(p.Word), Sign: p.Table.sign(),
	}
}

// drawn is the choice as a message.
func (p Picking) drawn(ctx context.Context, c message.Choice) discord.Message {
	c.Style = p.Table.lobby.Settings.StyleFor(ctx, p.Word.Guild, p.Word.Who.ID)
	m, err := c.Message()
	if err != nil {
		p.Table.log.Error("drawing the card picker failed", "error", err)
	}
	return p.Table.noted(p.Word, m)
}

// show replaces the message in which the player pressed.
func (p Picking) show(c message.Choice) {
	p.Table.lobby.Send.Send("choosing", func(ctx context.Context) error {
		return p.Table.lobby.Send.Update(ctx, ticketOf(p.Word), p.drawn(ctx, c))
	})
}
