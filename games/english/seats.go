package english

import "settable/games"

// join sits down, before the game starts: cards are dealt to those who are
// there then.
func (t *turn) join(seat games.Seat) error {
	if t.phase != gathering && !t.roster.Sits(seat) {
		return games.Refuse("games.started_without_you")
	}
	roster, err := t.roster.Join(seat, mostPlayers)
	if err != nil {
		return err
	}
	t.roster = roster
	if int(seat) > len(t.players) {
		t.players = append(t.players, player{})
	}
	t.step.Tell(games.SatDown{Seat: seat})
	return nil
}

// start deals the hands.
func (t *turn) start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	t.phase = dealing
	for _, s := range t.roster.Seats() {
		t.of(s).took = true
	}
	t.step.Tell(games.Began{Seat: seat})
	t.goOn()
	return nil
}

// leave stands up. Complete sets stay counted; hand and incomplete sets go
// back into the pack, so that those who play on can still make these sets. With
// fewer than two left the game ends.
func (t *turn) leave(s games.Seat) error {
	roster, err := t.roster.Leave(s)
	if err != nil {
		return err
	}
	t.roster = roster
	back := t.giveUp(s)
	t.step.Tell(gone{seat: s, n: back})
	switch {
	case t.phase == gathering:
		return nil
	case t.roster.Here() < fewestPlayers:
		t.over()
		return nil
	}
	t.stale().resume()
	return nil
}

// giveUp puts what a leaver has not completed into the pack, and says how many
// cards that were.
func (t *turn) giveUp(s games.Seat) int {
	p := t.of(s)
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
