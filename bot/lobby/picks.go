package lobby

import (
	"slices"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Picks remembers, until the bot stops, which cards players have picked for their next claims, and which players prefer
// words to pictures.
type Picks struct {
	mu             sync.Mutex
	began          time.Time // picks from before this time are lost
	at             map[store.TableID]map[ids.User]*pick
	prefersWords   map[ids.User]bool
	privateChoices latestByPlace[playerChannel, privateChoice] // the choices that players see now
	dealMessages   latestByPlace[playerDeal, discord.Ticket]   // the messages in which players see their daily deals
}

// A pick holds the cards that one player has picked at one table. The mutex of Picks guards all its fields except line.
type pick struct {
	cards   []games.Cell // at most two
	claimed []games.Cell // the claimed cards while the table judges the claim
	at      time.Time    // when the claim was made
	line    privateLine
}

type playerDeal struct {
	who  ids.User
	deal store.TableID
}

// NoteDealMessage records the ticket of the message that now shows a daily deal. It returns the ticket for deleting
// the message that showed the deal before; ok is false if there is none or its ticket has expired.
func (p *Picks) NoteDealMessage(deal store.TableID, who ids.User, now discord.Ticket, at time.Time) (old discord.Ticket, ok bool) {
	old = p.dealMessages.replace(playerDeal{who, deal}, now)
	return old, old.ID != "" && old.ID != now.ID && at.Sub(ids.Time(interactionID(old))) < editableFor
}

// maxPicks limits how many players' preferences, and how many tables' picks, are remembered.
const maxPicks = 10_000

// For restartTold after a start, the bot tells players that it has lost their earlier picks. After that, the private
// lines that listed these picks are too old to be edited.
const restartTold = 15 * time.Minute

// judgedWithin is how long the table may take to judge a claim. After that time, the cards of the claim can be picked
// again.
const judgedWithin = 10 * time.Second

// A Pressed is the result of a press on a card.
type Pressed struct {
	Picked  []games.Cell // the cards that are picked now
	Gone    []games.Cell // picked before, but no longer on the table
	Missing bool         // the pressed card is no longer on the table
	Ignored bool         // the card is part of a claim that the table is judging
	Claim   []games.Cell // the three cards of a claim that is to be played
	Lost    bool         // a restart may have lost earlier picks
}

// of returns a player's pick at a table, and creates it if necessary. fresh reports whether it is new.
func (p *Picks) of(t store.TableID, who ids.User) (k *pick, fresh bool) {
	if k = p.at[t][who]; k != nil {
		return k, false
	}
	if p.at == nil || len(p.at) >= maxPicks {
		p.at = map[store.TableID]map[ids.User]*pick{}
	}
	if p.at[t] == nil {
		p.at[t] = map[ids.User]*pick{}
	}
	k = &pick{}
	p.at[t][who] = k
	return k, true
}

// Press picks a card for a player, or takes the card back if it was picked before. claimable holds the cards that the
// player can claim now. Picked cards that aren't among them are dropped. The third card completes a claim.
func (p *Picks) Press(row store.Table, who ids.User, at time.Time, card string, claimable []games.Cell) (r Pressed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, fresh := p.of(row.ID, who)
	r.Lost = fresh && row.Opened.Before(p.began) && at.Sub(p.began) < restartTold
	r.Gone = k.drop(claimable)
	named := func(c games.Cell) bool { return c.Card.String() == card }
	i := slices.IndexFunc(claimable, named)
	switch {
	case slices.ContainsFunc(k.claimed, named) && at.Sub(k.at) < judgedWithin:
		r.Ignored = r.Gone == nil
	case i < 0:
		r.Missing = true
	case slices.ContainsFunc(k.cards, named):
		k.cards = slices.DeleteFunc(k.cards, named)
	default:
		k.cards = append(k.cards, claimable[i])
	}
	if len(k.cards) == 3 {
		for _, c := range claimable { // in the order on the table
			if slices.ContainsFunc(k.cards, func(p games.Cell) bool { return p.Card == c.Card }) {
				r.Claim = append(r.Claim, c)
			}
		}
		k.claimed, k.at, k.cards = r.Claim, at, nil
	}
	r.Picked = slices.Clone(k.cards)
	return r
}

// drop removes the picked cards that are no longer on the table, and returns them. The remaining cards get their
// current labels.
func (k *pick) drop(claimable []games.Cell) (gone []games.Cell) {
	var kept []games.Cell
	for _, c := range k.cards {
		if i := slices.IndexFunc(claimable, func(l games.Cell) bool { return l.Card == c.Card }); i >= 0 {
			kept = append(kept, claimable[i])
		} else {
			gone = append(gone, c)
		}
	}
	k.cards = kept
	return gone
}

// Judged ends a claim that Press had completed. It returns the claimed cards and the cards that the player has picked
// since.
func (p *Picks) Judged(t store.TableID, who ids.User, claimable []games.Cell) (claimed, picked []games.Cell) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, _ := p.of(t, who)
	claimed, k.claimed = k.claimed, nil
	k.drop(claimable)
	return claimed, slices.Clone(k.cards)
}

// Picked returns the cards that a player has picked and that are still on the table.
func (p *Picks) Picked(t store.TableID, who ids.User, claimable []games.Cell) []games.Cell {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.at[t][who]
	if k == nil {
		return nil
	}
	k.drop(claimable)
	return slices.Clone(k.cards)
}

// line returns the message that shows a player the cards that they have picked at a table.
func (p *Picks) line(t store.TableID, who ids.User) *privateLine {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, _ := p.of(t, who)
	return &k.line
}

func (p *Picks) pickers(t store.TableID) (list []ids.User) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for who, k := range p.at[t] {
		if len(k.cards) > 0 {
			list = append(list, who)
		}
	}
	return list
}

func (p *Picks) dropGone(t store.TableID, who ids.User, claimable []games.Cell) (gone, picked []games.Cell) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, _ := p.of(t, who)
	return k.drop(claimable), slices.Clone(k.cards)
}

// EndTable forgets all picks at a table that has ended.
func (p *Picks) EndTable(t store.TableID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.at, t)
}

// Forget deletes everything that Picks remembers about a player.
func (p *Picks) Forget(who ids.User) {
	p.mu.Lock()
	for _, players := range p.at {
		delete(players, who)
	}
	delete(p.prefersWords, who)
	p.mu.Unlock()
	p.privateChoices.drop(func(s playerChannel) bool { return s.who == who })
	p.dealMessages.drop(func(d playerDeal) bool { return d.who == who })
}
