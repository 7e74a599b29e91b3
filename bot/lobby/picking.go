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
// presses one that knows of fewer; what it does not know was chosen a moment before. And
// who chooses in words is not asked to press for them again, until the bot is started anew.
type Picks struct {
	mu     sync.Mutex
	last   map[store.PlayerID]pick
	worded map[store.PlayerID]bool
	fronts latest[spot, front] // what lies in front of them to choose from
}

// A spot is where a player chooses: in each channel from one list.
type spot struct {
	who store.PlayerID
	in  store.ChannelID
}

func spotOf(w table.Word) spot { return spot{w.Who.ID, w.Channel} }

// A front is what one player is shown alone: the answer to a press, when that was, and what is
// closed when Discord has the answer, or refused it.
type front struct {
	ticket discord.Ticket
	at     time.Time
	shown  chan struct{}
}

// changeable is how long an answer can be taken away: Discord forgets its ticket after a quarter of an hour.
const changeable = 14 * time.Minute

type pick struct {
	table  store.TableID
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
func (p Picking) Pick() string { return p.Table.lobby.Picks.Pick(p.Word, p.Table.Manual) }

// mostPicks bounds how many are remembered who began to choose and chose no more, or who
// choose in words.
const mostPicks = 10_000

// Worded says whether a player chose in words last.
func (p *Picks) Worded(who store.PlayerID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.worded[who]
}

// turned notes that a player wishes for words, or for letters.
func (p *Picks) turned(who store.PlayerID, worded bool) {
	if p.worded == nil || len(p.worded) >= mostPicks {
		p.worded = map[store.PlayerID]bool{}
	}
	if delete(p.worded, who); worded {
		p.worded[who] = true
	}
}

// Pick is the same of a word, in the game of a manual.
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
		p.turned(w.Who.ID, w.Worded)
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

// Open answers a press with what there is to choose as buttons, for the presser alone, and
// says whether there is anything now.
func (p Picking) Open() bool {
	c := p.choice(p.Table.Session())
	if !c.May() {
		return false
	}
	c.Worded, c.Stands = p.Word.Own || p.Table.lobby.Picks.Worded(p.Word.Who.ID), "" // a new message
	p.Table.lobby.Send.Go("showing what to choose", func(ctx context.Context) error {
		asked := p.drawn(ctx, c)
		if !p.Word.Own {
			return p.answer(ctx, asked)
		}
		// below one's own hand, in the same message
		hand := p.Table.handMessage(ctx, p.Table.Session(), p.Word, []string{asked.Content})
		hand.Rows = asked.Rows
		return p.Table.lobby.Discord.Update(ctx, ticketOf(p.Word), hand)
	})
	return true
}

// answer shows what there is to choose in place of what the player was shown before in this channel.
func (p Picking) answer(ctx context.Context, asked discord.Message) error {
	now := front{ticketOf(p.Word), p.Word.At, make(chan struct{})}
	defer close(now.shown)
	// Noted first: who presses in it may be faster than Discord, which tells us that it is there.
	old := p.Table.lobby.Picks.fronts.replace(spotOf(p.Word), now)
	if err := p.Table.lobby.Discord.Answer(ctx, now.ticket, asked, true); err != nil {
		return err
	}
	if old.ticket.ID != "" && now.at.Sub(old.at) < changeable {
		<-old.shown // who presses twice at once is answered in any order
		p.Table.lobby.Send.TakeAway(old.ticket)
	}
	return nil
}

// Turn shows the same buttons with one more or less chosen.
func (p Picking) Turn() {
	c := p.choice(p.Table.Session())
	_, c.Chosen, _ = message.Chosen(p.Table.Manual, p.Word.Words)
	p.show(c)
}

// tell says how it went, above what there is to choose now.
func (p Picking) tell(now table.Session, told ...string) {
	c := p.choice(now)
	c.Told = told
	p.show(c)
}

// choice is what the move may take, as the player sees it now.
func (p Picking) choice(now table.Session) message.Choice {
	verb, _, _ := message.Chosen(p.Table.Manual, p.Word.Words)
	return message.Choice{
		Table: int64(p.Table.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[p.Word.Who.ID]),
		Verb: verb, Worded: p.Word.Worded, Stands: showsOf(p.Word),
		Lang: p.Table.reader(p.Word), Sign: p.Table.sign(),
	}
}

// drawn is the choice as a message.
func (p Picking) drawn(ctx context.Context, c message.Choice) discord.Message {
	c.Style = p.Table.lobby.Settings.StyleFor(ctx, p.Word.Guild, p.Word.Who.ID)
	m, err := c.Message()
	if err != nil {
		p.Table.log.Error("drawing what to choose", "error", err)
	}
	return m
}

// show replaces the message that was pressed in.
func (p Picking) show(c message.Choice) {
	p.Table.lobby.Send.Go("choosing", func(ctx context.Context) error {
		return p.Table.lobby.Discord.Update(ctx, ticketOf(p.Word), p.drawn(ctx, c))
	})
}
