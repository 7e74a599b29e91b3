package english

import (
	"slices"

	"settable/games"
)

// Join sits down before the game starts, because cards are dealt only to those who are there then.
func (t *draft) Join(seat games.Seat) error {
	if t.phase != gathering && !t.Roster.Sits(seat) {
		return games.Refuse("games.started_without_you")
	}
	return t.SitDown(seat, mostPlayers, &t.step)
}

// changeOption changes an option before the start: whether the clock or the players turn the starters.
func (t *draft) changeOption(seat games.Seat, c games.Choose) error {
	chosen, err := manual.Change(t.options, t.phase == gathering, seat, c, &t.step)
	if err != nil {
		return err
	}
	t.options, t.settings = chosen, options.Read(chosen)
	return nil
}

// Start deals the hands.
func (t *draft) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	t.phase = dealing
	for _, s := range t.Roster.Seats() {
		t.Of(s).tookPart = true
	}
	t.step.Tell(games.Began(seat))
	t.continueGame()
	return nil
}

// Leave stands up. Complete sets stay counted. The hand and incomplete sets go back into the pack, so
// that those who play on can still complete these sets. With fewer than two players left the game
// ends.
func (t *draft) Leave(s games.Seat) error {
	var untold games.Step // gone tells it, together with the cards that go back
	if err := t.StandUp(s, &untold); err != nil {
		return err
	}
	t.step.Tell(playerLeft(s, t.returnCardsOf(s)))
	switch {
	case t.phase == gathering:
		return nil
	case t.Roster.Here() < fewestPlayers:
		t.endWithTooFew(s)
		return nil
	}
	t.resumePlay()
	return nil
}

// endWithTooFew ends a game with fewer than two players: the last one wins if the others have forfeited the game
// (Leaving 8), and otherwise the players who lead.
func (t *draft) endWithTooFew(leaver games.Seat) {
	if last, won := t.WonByForfeit(leaver, t.Count(t.tookPart)); won {
		t.endGame([]games.Seat{last})
		return
	}
	t.endGame(t.leaders(t.Forfeited))
}

// tookPart reports whether the seat was dealt in.
func (g *game) tookPart(s games.Seat) bool { return g.Of(s).tookPart }

// returnCardsOf puts the hand and the incomplete sets of a leaver into the pack, and returns how many cards
// those were.
func (t *draft) returnCardsOf(s games.Seat) int {
	p := t.Of(s)
	list := p.hand.list()
	p.hand, p.choice = hand{}, ""
	for r, lying := range t.sets {
		if lying.owner == s && lying.incomplete() {
			list = append(list, lying.list()...)
			t.sets[r] = set{}
		}
	}
	if len(list) > 0 {
		t.returnCards(list)
		t.shuffle()
	}
	return len(list)
}

// endGame ends the game with these winners.
func (t *draft) endGame(winners []games.Seat) {
	t.clearChoices()
	t.phase, t.winners = finished, winners
	t.owed, t.turningStarter, t.drawQueue = 0, false, nil
	t.step.Tell(games.Ended(slices.Clone(winners), t.Forfeit))
	t.CountGame(t.Where(t.tookPart), winners, &t.step)
}

// endByScore ends the game: the most complete sets win (English 6).
func (t *draft) endByScore() { t.endGame(t.leaders(t.Forfeited)) }

// lastRanks discounts ranks that are left in several hands with an empty pack, or with last_rank=majority gives
// them to the player with most of their cards (English 5). One that is left in a single hand is a complete set.
func (t *draft) lastRanks(held []int) {
	for _, r := range held {
		holders, most := t.holders(r)
		switch {
		case len(holders) == 1:
			t.layHand(holders[0], r)
		case t.settings.majority && most != games.Watcher:
			t.gatherRank(most, r)
		default:
			t.tell(cardsDiscounted(r))
		}
	}
}

// End closes the table before the game has ended: there is no winner.
func (t *draft) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	t.clearChoices()
	t.phase, t.closed = finished, true
	t.owed, t.turningStarter, t.drawQueue = 0, false, nil
	t.step.Tell(games.TableClosed(t.leaders(nobody)...))
	return nil
}

// Finish ends the game early: the players who lead win, if anybody has a set (Rights 11).
func (t *draft) Finish() {
	ahead := t.leaders(t.Forfeited)
	if len(ahead) == 0 {
		_ = t.End(games.Dealer) // the dealer always may
		return
	}
	t.endGame(ahead)
}

func nobody(games.Seat) bool { return false }

// leaders are the seats with the most complete sets, without those for which but is true. A player without a set
// never leads.
func (g *game) leaders(but func(games.Seat) bool) []games.Seat {
	return g.Best(1, func(s games.Seat) int {
		if but(s) {
			return 0
		}
		return g.score(s)
	})
}
