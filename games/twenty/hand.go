package twenty

import (
	"settable/games"
	"settable/games/cards"
)

// Start begins the first hand. "The target stays as at the start."
func (t *turn) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	t.target = perPlayer * t.Roster.Here()
	t.step.Tell(games.Began{Seat: seat})
	// The dealer named sits on the right of who is looked for, or is the one.
	t.begin(t.Left(t.house.dealer-1, t.Roster.Sits))
	return nil
}

// next begins a further hand: "The deal passes to the left, all cards are
// collected and shuffled."
func (t *turn) next() error {
	switch t.phase {
	case gathering:
		return games.Refuse("games.say_start")
	case playing:
		return games.Refuse("games.hand_not_over")
	}
	t.begin(t.Left(t.dealer, t.Roster.Sits))
	return nil
}

// begin owes the cards of a new hand: "six cards to each player, one at a
// time, dealer's left first; then six on the table".
func (t *turn) begin(dealer games.Seat) {
	t.phase, t.dealer, t.deadline = playing, dealer, never
	t.hand++
	t.table, t.deck, t.discard, t.shuffled = [onTable]cards.Card{}, cards.SETPack(), cards.Bag{}, 0
	t.winner, t.taken, t.takenBy = games.Watcher, nil, games.Watcher
	for i := range t.Players {
		p, in := &t.Players[i], t.Roster.Sits(games.Seat(i+1))
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

// win: who has no personal cards left "wins the hand at once and scores one
// point for each personal card the others hold". "Only the hand's winner
// scores."
func (t *turn) win(seat games.Seat) {
	points := 0
	for i := range t.Players {
		points += t.Players[i].held()
	}
	t.Of(seat).score += points
	t.phase, t.winner = between, seat
	t.step.Tell(wonHand{seat: seat, points: points, target: t.target})
	for _, s := range t.Where(t.plays) {
		t.step.Count(s, games.Hands, 1)
	}
	t.anew()
	if t.Of(seat).score >= t.target {
		t.crown(seat)
	}
}

// crown: "First to 10 × players points wins the game."
func (t *turn) crown(seat games.Seat) {
	t.phase, t.champion = over, seat
	t.step.Tell(games.Ended{Winners: []games.Seat{seat}})
	for _, s := range t.Where(func(s games.Seat) bool { return t.Of(s).took }) {
		t.step.Count(s, games.Games, 1)
	}
	t.step.Count(seat, games.Wins, 1)
}

// tick, by the clock, deals the next hand.
func (t *turn) Tick(seat games.Seat) error {
	if err := games.NeedTime(seat, t.at, t.deadline); err != nil {
		return err
	}
	return t.next()
}

// wind sets the clock between two hands.
func (t *turn) wind() {
	if t.phase != between || t.house.pause == 0 {
		t.deadline = never
	} else if t.deadline.IsZero() {
		t.deadline = t.at.Add(t.house.pause)
	}
}
