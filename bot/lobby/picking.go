package lobby

import (
	"context"
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

// Picks are what players are choosing. Who presses faster than the buttons are drawn anew
// presses one that knows of fewer; what it does not know was chosen a moment before.
type Picks struct {
	mu   sync.Mutex
	last map[store.PlayerID]pick
}

type pick struct {
	verb   string
	chosen []string
	at     time.Time
}

// fresh is how long buttons may be that were drawn before the last press.
const fresh = 3 * time.Second

// Picking is a move whose cards, piles or chips one player picks, button by button.
type Picking struct {
	Table *Table
	Word  table.Word
}

// Pick is the move with what its player has chosen by a press on one more, or on one that
// is given back.
func (p Picking) Pick() string { return p.Table.picks.Pick(p.Word, p.Table.Manual) }

// mostPicks bounds how many are remembered who began to choose and chose no more.
const mostPicks = 10_000

// Pick is the same of a word, in the game of a manual.
func (p *Picks) Pick(w table.Word, m games.Manual) string {
	verb, pressed, chosen := message.Pressed(w.Words)
	p.mu.Lock()
	defer p.mu.Unlock()
	last, has := p.last[w.Who.ID]
	knows := func(one string) bool { return slices.Contains(last.chosen, one) }
	if has && last.verb == verb && w.At.Sub(last.at) < fresh && !knows(pressed) &&
		!slices.ContainsFunc(chosen, func(one string) bool { return !knows(one) }) {
		chosen = last.chosen
	}
	switch i := slices.Index(chosen, pressed); {
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
		p.last[w.Who.ID] = pick{verb, chosen, w.At}
	}
	return words
}

// Open answers a press with what there is to choose as buttons, for the presser alone, and
// says whether there is anything now.
func (p Picking) Open() bool {
	c := p.choice(p.Table.Session())
	if !c.May() {
		return false
	}
	p.Table.lobby.Send.Go("showing what to choose", func(ctx context.Context) error {
		if !p.Word.Own {
			return p.Table.lobby.Discord.Answer(ctx, ticketOf(p.Word), c.Message(), true)
		}
		asked := c.Message() // below one's own hand, in the same message
		hand := p.Table.handMessage(ctx, p.Table.Session(), p.Word, []string{asked.Content})
		hand.Rows = asked.Rows
		return p.Table.lobby.Discord.Update(ctx, ticketOf(p.Word), hand)
	})
	return true
}

// Turn shows the same buttons with one more or less chosen.
func (p Picking) Turn() {
	c := p.choice(p.Table.Session())
	_, c.Chosen, _ = message.Chosen(p.Table.Manual, p.Word.Words)
	p.show(c.Message())
}

// tell says how it went, above what there is to choose now.
func (p Picking) tell(now table.Session, told ...string) {
	c := p.choice(now)
	c.Told = told
	p.show(c.Message())
}

// choice is what the move may take, as the player sees it now.
func (p Picking) choice(now table.Session) message.Choice {
	verb, _, _ := message.Chosen(p.Table.Manual, p.Word.Words)
	return message.Choice{
		Table: int64(p.Table.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[p.Word.Who.ID]),
		Verb: verb, Lang: p.Table.reader(p.Word), Sign: p.Table.sign(),
	}
}

func (p Picking) show(m discord.Message) {
	p.Table.lobby.Send.Go("choosing", func(ctx context.Context) error {
		return p.Table.lobby.Discord.Update(ctx, ticketOf(p.Word), m)
	})
}
