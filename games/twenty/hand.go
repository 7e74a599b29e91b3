package twenty

import (
	"settable/games"
	"settable/games/cards"
)

// Start begins the first hand and fixes the target (Twenty 10).
func (t *draft) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.seats.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	if err := t.canDealHand(); err != nil {
		return err
	}
	if t.target = t.settings.target; t.target == 0 {
		t.target = perPlayer * t.seats.Roster.SeatedCount()
	}
	t.step.Tell(games.Began(seat))
	// FirstLeftOf starts its search at the next seat. The search should start at the chosen dealer, so the call passes
	// the seat before.
	t.beginHand(t.seats.FirstLeftOf(t.settings.dealer-1, t.seats.IsPresent))
	return nil
}

// next begins another hand (Twenty 9).
func (t *draft) next() error {
	switch t.phase {
	case gathering:
		return games.Refuse("games.say_start")
	case playing:
		return games.Refuse("games.hand_not_over")
	}
	if err := t.canDealHand(); err != nil {
		return err
	}
	t.beginHand(t.seats.FirstLeftOf(t.dealer, t.seats.IsPresent))
	return nil
}

// canDealHand returns a refusal if fewer than two players are present.
func (g *game) canDealHand() error {
	if n := g.seats.Count(g.seats.IsPresent); n < fewestPlayers {
		return games.Refuse("games.too_few_there", "N", n)
	}
	return nil
}

// beginHand makes the dealer owe the cards of a new hand (Twenty 1).
func (t *draft) beginHand(dealer games.Seat) {
	t.phase, t.dealer, t.deadline = playing, dealer, games.Never
	t.hand++
	t.seats.NewHand()
	t.table, t.deck, t.discard, t.shuffled = [tableCards]cards.Card{}, cards.SETPack(), cards.Bag{}, 0
	t.winner, t.taken, t.takenBy = games.Watcher, nil, games.Watcher
	for i := range t.seats.Players {
		p, in := &t.seats.Players[i], t.seats.IsPresent(games.Seat(i+1))
		*p = player{score: p.score, dealt: in, tookPart: p.tookPart || in}
	}
	in := t.fromDealersLeft()
	t.step.Tell(handBegan{n: t.hand, dealer: dealer, in: in})
	due := make([]place, 0, cardsDealt*len(in)+tableCards)
	for slot := range cardsDealt {
		for _, s := range in {
			due = append(due, place{s, slot})
		}
	}
	for i := range tableCards {
		due = append(due, place{games.Watcher, i})
	}
	t.oweCards(due...)
}

func (t *draft) StillIn(s games.Seat) bool { return t.isInHand(s) }
func (t *draft) Void()                     { t.voidHand() }

// winHand ends a hand and scores it. The winner is a player without personal cards (Twenty 8).
func (t *draft) winHand(seat games.Seat) {
	points := t.handPoints()
	t.seats.Of(seat).score += points
	t.seats.DropEndVotes()
	t.phase, t.winner = between, seat
	t.step.Tell(handWon{seat: seat, points: points, target: t.target, last: t.settings.oneHand})
	for _, s := range t.seats.Where(t.isInHand) {
		t.step.Count(s, games.Hands, 1)
	}
	t.restartNones()
	if t.settings.oneHand || t.seats.Of(seat).score >= t.target {
		t.endGame(seat)
		return
	}
	t.afterHand()
}

// handPoints returns how many points the hand is worth: one for each card that players still hold (Twenty 8).
func (g *game) handPoints() (points int) {
	for i := range g.seats.Players {
		points += g.seats.Players[i].held()
	}
	return points
}

// voidHand ends a hand without a winner. A hand is voided if fewer than two of its players are left while others wait
// for the next hand, if its players agree to void it, or if no one is present and the table is about to close.
func (t *draft) voidHand() {
	t.phase = between
	t.restartNones()
	t.step.Tell(games.NewEvent("twenty.voided"))
	t.afterHand()
}

// Tick deals the next hand, or says none for silent players (Presence 6).
func (t *draft) Tick() error {
	if t.phase == between {
		return t.next()
	}
	if t.seats.Closing && t.seats.Count(t.saidNone) == 0 {
		t.voidHand() // no player is left to finish the last hand
		return nil
	}
	for _, s := range t.seats.Where(t.isAsked) {
		if p := t.seats.Of(s); !p.saidNone {
			p.saidNone = true
			t.seats.CountMiss(s)
		}
	}
	return nil
}

// setDeadline sets the deadline for the next hand or, during a hand, for players who have not responded to a none.
func (t *draft) setDeadline() {
	wait := t.settings.turnTime
	switch {
	case t.phase == between && t.canDealHand() == nil:
		wait = t.settings.pause
	case t.phase != playing || len(t.due) > 0 || t.seats.Count(t.saidNone) == 0:
		wait = 0
	}
	switch {
	case wait == 0:
		t.deadline = games.Never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(wait)
	}
}

// afterHand removes players who have waited to leave until the end of the hand, and closes the table if closing it had
// to wait too.
func (t *draft) afterHand() {
	t.deadline = games.Never
	t.seats.StopHurry()
	for _, s := range t.seats.LeavingSeats() {
		if t.phase != over && t.Leave(s) != nil {
			panic("a seated player can't leave")
		}
	}
	if t.seats.Closing && t.phase != over {
		t.Finish()
	}
}
