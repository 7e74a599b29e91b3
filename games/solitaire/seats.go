package solitaire

import "settable/games"

// admitHouse returns a refusal if only one player may move at this table.
func (t *draft) admitHouse() error {
	if t.settings.oneMover {
		return games.Refuse("solitaire.house_alone")
	}
	return nil
}

// Start begins the game and lays the first round (Solitaire 1). Any player at the table may start the game.
func (t *draft) Start(seat games.Seat) error {
	t.laidAt = t.at
	return t.Begin(seat, 1, piles)
}

// mayMoveCards returns a refusal if the player may not move cards at this table (Solitaire, option who).
func (g *game) mayMoveCards(seat games.Seat) error {
	if err := g.Seats.Roster.Need(seat); err != nil {
		return err
	}
	if first := g.Seats.Roster.Seats()[0]; g.settings.oneMover && seat != first {
		return games.Refuse("solitaire.alone", "who", first)
	}
	return nil
}

func (g *game) mayMove(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	return g.mayMoveCards(seat)
}

// mayPlay returns a refusal if the player isn't seated or if no cards can be played: before the game, after it, or
// while cards are being laid.
func (g *game) mayPlay(seat games.Seat) error {
	if err := g.Seats.Roster.Need(seat); err != nil {
		return err
	}
	switch {
	case g.Phase == games.Finished:
		return games.ErrFinished
	case g.Phase == games.Gathering:
		return games.ErrGathering
	case g.Owes > 0:
		return games.ErrDealing
	}
	return nil
}

// movers returns the seats that may move the cards. With who=alone, only the player who opened the table may, or the
// next one if that player leaves; otherwise all players may.
func (g *game) movers() []games.Seat {
	seats := g.Seats.Roster.Seats()
	if g.settings.oneMover && len(seats) > 1 {
		return seats[:1]
	}
	return seats
}

// done ends the game once the deck is empty (Solitaire 6).
func (t *draft) done() error {
	if n := t.Unseen.Len(); n > 0 {
		return games.Refuse("solitaire.deal_first", "N", n)
	}
	t.endGame()
	return nil
}

// endGame ends the game, which is won if at most nine cards are left (Solitaire 6). It updates the players' records
// only now, because until now players could take back sets.
func (t *draft) endGame() {
	t.Phase = games.Finished
	t.countPassedSets()
	end := result{sets: t.sets(), left: t.left(), undos: t.undos}
	if t.won() {
		end.winners = t.movers()
	}
	t.Step.Tell(end)
	t.countSets()
	for _, s := range t.movers() {
		t.Step.Count(s, games.Games, 1)
	}
	for _, s := range end.winners {
		t.Step.Count(s, games.Solved, 1)
	}
}

func (g *game) won() bool {
	return g.Phase == games.Finished && !g.closed && g.left() <= winning
}

// countSets counts the sets of all players, including those who have left.
func (t *draft) countSets() {
	for i, p := range t.Seats.Players {
		t.Step.Count(games.Seat(i+1), games.Sets, p.sets-p.setsAlone)
		t.Step.Count(games.Seat(i+1), games.SetsAlone, p.setsAlone)
	}
}

// Finish closes the table. If the whole deck has been dealt, the game ends as with done.
func (t *draft) Finish() {
	if t.Phase == games.Playing && t.Unseen.Len() == 0 && t.Owes == 0 {
		t.endGame()
		return
	}
	_ = t.End(games.Dealer) // the dealer may always close the table
}

// End closes the table before the game is over, so nobody wins.
func (t *draft) End(seat games.Seat) error {
	if err := t.Close(seat); err != nil {
		return err
	}
	t.closed = true
	t.countPassedSets()
	t.countSets()
	return nil
}
