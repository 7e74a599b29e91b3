package english

import "settable/games"

// Join sits down before the game starts, because cards are dealt only to those who are there then.
func (t *turn) Join(seat games.Seat) error {
	if t.phase != gathering && !t.Roster.Sits(seat) {
		return games.Refuse("games.started_without_you")
	}
	return t.SitDown(seat, mostPlayers, &t.step)
}

// change changes an option before the start: whether the clock or the players turn the starters.
func (t *turn) change(seat games.Seat, c games.Choose) error {
	options, err := manual.Change(t.options, t.phase == gathering, seat, c, &t.step)
	if err != nil {
		return err
	}
	t.options, t.settings = options, settingsOf(options)
	return nil
}

// Start deals the hands.
func (t *turn) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	t.phase = dealing
	for _, s := range t.Roster.Seats() {
		t.Of(s).took = true
	}
	t.step.Tell(games.Began(seat))
	t.goOn()
	return nil
}

// Leave stands up. Complete sets stay counted. The hand and incomplete sets go back into the pack, so
// that those who play on can still complete these sets. With fewer than two players left the game
// ends.
func (t *turn) Leave(s games.Seat) error {
	var untold games.Step // gone tells it, together with the cards that go back
	if err := t.StandUp(s, &untold); err != nil {
		return err
	}
	t.step.Tell(gone(s, t.giveUp(s)))
	switch {
	case t.phase == gathering:
		return nil
	case t.Roster.Here() < fewestPlayers:
		finish{t}.fewLeft(s)
		return nil
	}
	t.stale().resume()
	return nil
}

// fewLeft ends a game with fewer than two players: the last one wins if the others have forfeited the game
// (Leaving 8), and otherwise the players who lead.
func (t finish) fewLeft(leaver games.Seat) {
	if last, won := t.WonByForfeit(leaver, t.Count(t.tookPart)); won {
		t.won([]games.Seat{last})
		return
	}
	t.won(t.leaders(t.Forfeited))
}

// tookPart tells whether the seat was dealt in.
func (g *game) tookPart(s games.Seat) bool { return g.Of(s).took }

// giveUp puts the hand and the incomplete sets of a leaver into the pack, and returns how many cards
// those were.
func (t *turn) giveUp(s games.Seat) int {
	p := t.Of(s)
	list := p.hand.list()
	p.hand, p.said = hand{}, ""
	for r, lying := range t.sets {
		if lying.owner == s && lying.incomplete() {
			list = append(list, lying.list()...)
			t.sets[r] = set{}
		}
	}
	if len(list) > 0 {
		t.dealer().back(list)
		t.dealer().shuffle()
	}
	return len(list)
}
