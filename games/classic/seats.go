package classic

import "settable/games"

// join sits down: "Joining at any time with 0". Who comes back gets the same
// seat with what was won there.
func (t *turn) join(seat games.Seat) error {
	roster, err := t.roster.Join(seat, mostPlayers)
	if err != nil {
		return err
	}
	t.roster = roster
	if int(seat) > len(t.players) {
		t.players = append(t.players, player{})
	}
	t.of(seat).took = t.of(seat).took || t.phase == games.Playing
	t.step.Tell(games.SatDown{Seat: seat})
	return nil
}

// leave stands up: "a leaver's sets stay counted". Who has called and leaves
// names no set, which costs what it costs.
func (t *turn) leave(seat games.Seat) error {
	roster, err := t.roster.Leave(seat)
	if err != nil {
		return err
	}
	if t.caller == seat {
		t.callOver()
	}
	t.roster = roster
	t.of(seat).none = false
	t.step.Tell(games.StoodUp{Seat: seat})
	return nil
}

// start begins the game: "Twelve cards are laid", or with deal=slow "they come
// one by one".
func (t *turn) start(seat games.Seat) error {
	if t.phase != games.Gathering {
		return games.ErrStarted
	}
	t.phase = games.Playing
	for _, s := range t.roster.Seats() {
		t.of(s).took = true
	}
	if !t.house.slow {
		t.owed = full
	}
	t.laid = t.at
	t.step.Tell(games.Began{Seat: seat})
	return nil
}

// here counts who sits at the table, and how many of them are so.
func (g *game) here(so func(*player) bool) (n, of int) {
	for _, s := range g.roster.Seats() {
		if of++; so(g.of(s)) {
			n++
		}
	}
	return n, of
}

// all tells whether somebody sits here and everybody who does is so.
func (g *game) all(so func(*player) bool) bool {
	n, of := g.here(so)
	return of > 0 && n == of
}

func isLocked(p *player) bool { return p.locked }
func saidNone(p *player) bool { return p.none }
