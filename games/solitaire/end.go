package solitaire

import "settable/games"

// done ends the game once the deck is empty (Solitaire 6).
func (t *turn) done() error {
	if n := t.Unseen.Len(); n > 0 {
		return games.Refuse("solitaire.deal_first", "N", n)
	}
	t.over()
	return nil
}

// over ends the game, which is won with nine cards or fewer left (Solitaire 6). Records are counted only now, because until now every set could be taken back.
func (t *turn) over() {
	t.Phase = games.Finished
	t.pass()
	end := result{sets: t.sets(), left: t.left(), undos: t.undos}
	if t.won() {
		end.winners = t.movers()
	}
	t.Step.Tell(end)
	t.record()
	for _, s := range t.movers() {
		t.Step.Count(s, games.Games, 1)
	}
	for _, s := range end.winners {
		t.Step.Count(s, games.Solved, 1)
	}
}

// won tells whether the game was won.
func (g *game) won() bool {
	return g.Phase == games.Finished && !g.closed && g.left() <= winning
}

// record counts the sets of all players who made some, those who have left included.
func (t *turn) record() {
	for i, p := range t.Players {
		t.Step.Count(games.Seat(i+1), games.Sets, p.sets-p.alone)
		t.Step.Count(games.Seat(i+1), games.SetsAlone, p.alone)
	}
}

// Finish closes the table. With the whole deck dealt, the game ends as with done.
func (t *turn) Finish() {
	if t.Phase == games.Playing && t.Unseen.Len() == 0 && t.Owes == 0 {
		t.over()
		return
	}
	_ = t.End(games.Dealer) // the dealer always may
}

// End closes the table before the game has ended: nobody has won.
func (t *turn) End(seat games.Seat) error {
	if err := t.Close(seat); err != nil {
		return err
	}
	t.closed = true
	t.pass()
	t.record()
	return nil
}
