package twenty

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Start begins the first hand and fixes the target (Twenty 10).
func (t *turn) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	if err := t.canDeal(); err != nil {
		return err
	}
	if t.target = t.settings.target; t.target == 0 {
		t.target = perPlayer * t.Roster.Here()
	}
	t.step.Tell(games.Began(seat))
	// Left begins with the seat after the given one, so the search starts at the dealer of the
	// options.
	t.begin(t.Left(t.settings.dealer-1, t.Present))
	return nil
}

// next begins a further hand (Twenty 9).
func (t *turn) next() error {
	switch t.phase {
	case gathering:
		return games.Refuse("games.say_start")
	case playing:
		return games.Refuse("games.hand_not_over")
	}
	if err := t.canDeal(); err != nil {
		return err
	}
	t.begin(t.Left(t.dealer, t.Present))
	return nil
}

// begin owes the cards of a new hand (Twenty 1).
func (t *turn) begin(dealer games.Seat) {
	t.phase, t.dealer, t.deadline = playing, dealer, games.Never
	t.hand++
	t.NewHand()
	t.table, t.deck, t.discard, t.shuffled = [onTable]cards.Card{}, cards.SETPack(), cards.Bag{}, 0
	t.winner, t.taken, t.takenBy = games.Watcher, nil, games.Watcher
	for i := range t.Players {
		p, in := &t.Players[i], t.Present(games.Seat(i+1))
		*p = player{score: p.score, dealt: in, took: p.took || in}
	}
	in := t.round()
	t.step.Tell(handBegan{n: t.hand, dealer: dealer, in: in})
	due := make([]spot, 0, dealt*len(in)+onTable)
	for slot := range dealt {
		for _, s := range in {
			due = append(due, spot{s, slot})
		}
	}
	for place := range onTable {
		due = append(due, spot{games.Watcher, place})
	}
	t.owe(due...)
}

type hand struct{ *turn }

func (h hand) StillIn(s games.Seat) bool { return h.plays(s) }
func (h hand) Void()                     { h.void() }

// win ends a hand and scores it for the player without personal cards (Twenty 8).
func (t hand) win(seat games.Seat) {
	points := 0
	for i := range t.Players {
		points += t.Players[i].held()
	}
	t.Of(seat).score += points
	t.phase, t.winner = between, seat
	t.step.Tell(wonHand{seat: seat, points: points, target: t.target, last: t.settings.oneHand})
	for _, s := range t.Where(t.plays) {
		t.step.Count(s, games.Hands, 1)
	}
	t.anew()
	if t.settings.oneHand || t.Of(seat).score >= t.target {
		t.crown(seat)
		return
	}
	t.afterHand()
}

// crown ends the game with its winners: the first to reach the target (Twenty 10), the winner of the hand
// with `length=hand`, the last player left, or those who lead when the game is closed early.
func (t *turn) crown(winners ...games.Seat) {
	t.phase, t.champions = over, winners
	t.NoTurn()
	t.step.Tell(games.Ended(slices.Clone(winners), t.Forfeit))
	t.Honour(t.Where(t.tookPart), winners, &t.step)
}

// tookPart tells whether the seat was in a hand of this game.
func (g *game) tookPart(s games.Seat) bool { return g.Of(s).took }

// Tick deals the next hand, or says none for those who haven't (Presence 6).
func (t *turn) Tick() error {
	if t.phase == between {
		return t.next()
	}
	if t.Closing && t.Count(t.denies) == 0 {
		hand{t}.void() // nobody plays the last hand on
		return nil
	}
	for _, s := range t.Where(t.asked) {
		if p := t.Of(s); !p.none {
			p.none = true
			t.Misses(s)
		}
	}
	return nil
}

// wind sets the deadline: it runs between two hands, and in a hand from the first none on.
func (t *turn) wind() {
	wait := t.settings.turn
	switch {
	case t.phase == between && t.canDeal() == nil:
		wait = t.settings.pause
	case t.phase != playing || len(t.due) > 0 || t.Count(t.denies) == 0:
		wait = 0
	}
	switch {
	case wait == 0:
		t.deadline = games.Never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(wait)
	}
}

// afterHand sends home the players whose departure waited for the end of the hand, and closes the
// table if that waited too.
func (t hand) afterHand() {
	t.deadline = games.Never
	t.NoTurn()
	for _, s := range t.GoingHome() {
		if t.phase != over && t.Leave(s) != nil {
			panic("who sits here may not leave")
		}
	}
	if t.Closing && t.phase != over {
		t.Finish()
	}
}

// canDeal refuses a hand where fewer than two players are present.
func (g *game) canDeal() error {
	if n := g.Count(g.Present); n < fewestPlayers {
		return games.Refuse("games.too_few_there", "N", n)
	}
	return nil
}
