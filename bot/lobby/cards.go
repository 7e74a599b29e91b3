package lobby

import (
	"context"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
)

// Picking is a claim that one player picks card by card.
type Picking struct {
	Table *Table
	Word  table.Word
}

// Open answers a press with the cards as buttons, for the presser alone, and says
// whether they fit and may be claimed now.
func (p Picking) Open() bool {
	c := p.cards(p.Table.Session())
	if !c.May() {
		return false
	}
	p.Table.lobby.Send.Go("showing cards", func(ctx context.Context) error {
		return p.Table.lobby.Discord.Answer(ctx, ticketOf(p.Word), c.Message(), true)
	})
	return true
}

// Turn shows the same buttons with a card more or less chosen.
func (p Picking) Turn() {
	c := p.cards(p.Table.Session())
	_, c.Chosen, _ = message.Chosen(p.Word.Words)
	p.show(c.Message())
}

// tell says how it went, above the cards that lie there now.
func (p Picking) tell(now table.Session, told ...string) {
	c := p.cards(now)
	c.Told = told
	p.show(c.Message())
}

// cards are those the claim may take, as the player sees them now.
func (p Picking) cards(now table.Session) message.Cards {
	verb, _, _ := message.Chosen(p.Word.Words)
	return message.Cards{
		Table: int64(p.Table.Row.ID), Line: now.Sight, View: now.Course.Game.View(now.Seats[p.Word.Who.ID]),
		Verb: verb, Lang: p.Table.lobby.Reader(p.Word), Sign: p.Table.sign(),
	}
}

func (p Picking) show(m discord.Message) {
	p.Table.lobby.Send.Go("turning cards", func(ctx context.Context) error {
		return p.Table.lobby.Discord.Update(ctx, ticketOf(p.Word), m)
	})
}
