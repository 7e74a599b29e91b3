package classic

import (
	"math"

	"settable/games"
)

// Join seats a player with 0 points at any time (Classic 10). A returning player gets the same seat and keeps the
// points won there.
func (t *draft) Join(seat games.Seat) error {
	if err := t.Base.Join(seat); err != nil {
		return err
	}
	t.Seats.Of(seat).tookPart = t.Seats.Of(seat).tookPart || t.Phase == games.Playing
	return nil
}

// Leave gives up a seat, but its sets still count (Classic 10). A caller who leaves pays the penalty for not naming a
// set. A kicked caller pays nothing, because a kick costs no points (Rights 12).
func (t *draft) Leave(seat games.Seat) error {
	if err := t.Seats.Roster.Need(seat); err != nil {
		return err
	}
	switch {
	case t.caller != seat:
	case t.Seats.WasKicked(seat):
		t.clearCall()
	default:
		t.expireCall()
	}
	if err := t.Seats.StandUp(seat, &t.Step); err != nil {
		return err
	}
	t.Seats.Of(seat).saidNone, t.Seats.Of(seat).saidStuck = false, false
	if last, won := t.Seats.WonByForfeit(seat, t.Seats.Count(t.tookPart)); won && t.Phase == games.Playing {
		t.endGame([]games.Seat{last})
	}
	return nil
}

// Start begins the game with twelve cards, or with the first card of a slow deal (Classic 1).
func (t *draft) Start(seat games.Seat) error {
	owed := fullTable
	if t.settings.slow {
		owed = 0
	}
	if err := t.Begin(seat, fewestPlayers, owed); err != nil {
		return err
	}
	for _, s := range t.Seats.Roster.Seats() {
		t.Seats.Of(s).tookPart = true
	}
	t.laidAt, t.setAt = t.at, t.at
	return nil
}

// allPresent reports whether a condition holds for all present players except house players. It returns false if there
// are none.
func (g *game) allPresent(holds func(*player) bool) bool {
	n, of := g.Seats.CountAgreed(holds)
	return of > 0 && n == of
}

func isLocked(p *player) bool     { return p.locked }
func saidNone(p *player) bool     { return p.saidNone }
func saidStuck(p *player) bool    { return p.saidStuck }
func hasCallSpent(p *player) bool { return p.callSpent }

func (t *draft) endGame(winners []games.Seat) {
	t.Win(winners)
	t.winners, t.nextCardAt, t.noneDeadline = winners, games.Never, games.Never
	t.clearHint()
	t.clearCallsAndNones() // also a call by the last remaining player
	t.highlights.MissAll()
	t.Seats.CountGame(t.Seats.Where(t.tookPart), winners, &t.Step)
	t.highlights.CountRecords(t.Seats.Where(t.tookPart), &t.Step)
}

// clearCallsAndNones ends the calls, nones and locks that applied to the cards on the table.
func (t *draft) clearCallsAndNones() {
	t.clearCall()
	for i := range t.Seats.Players {
		t.Seats.Players[i].saidNone, t.Seats.Players[i].saidStuck, t.Seats.Players[i].locked = false, false, false
	}
}

// clearHint drops the current hint and any request for another.
func (t *draft) clearHint() { t.hinted, t.owesHint, t.hintDeadline = nil, false, games.Never }

func (g *game) tookPart(s games.Seat) bool { return g.Seats.Of(s).tookPart }

// End closes the table early, without a winner.
func (t *draft) End(seat games.Seat) error {
	if err := t.Close(seat, t.leadersByScore()...); err != nil {
		return err
	}
	t.nextCardAt, t.noneDeadline = games.Never, games.Never
	t.clearHint()
	t.clearCallsAndNones()
	if !t.keepsGaps() {
		t.closeGaps()
	}
	t.highlights.MissAll()
	return nil
}

// Finish ends the game early. The players in the lead win if anyone has a point (Rights 11).
func (t *draft) Finish() {
	ahead := t.inLead()
	if t.Phase != games.Playing || len(ahead) == 0 {
		_ = t.End(games.Dealer) // the dealer may always close the table
		return
	}
	if !t.keepsGaps() {
		t.closeGaps()
	}
	t.endGame(ahead)
}

// inLead returns the players who would win if the game ended now.
func (g *game) inLead() []games.Seat {
	return g.Seats.Best(1, func(s games.Seat) int {
		if g.Seats.HasForfeited(s) {
			return 0
		}
		return g.Seats.Of(s).score
	})
}

// leadersByScore returns the seats in the lead. No one leads before the first point.
func (g *game) leadersByScore() []games.Seat {
	return g.Seats.Best(1, func(s games.Seat) int { return g.Seats.Of(s).score })
}

// leaders returns the seats with the most points among those who took part. It leaves out the seats for which except
// returns true.
func (g *game) leaders(except func(games.Seat) bool) []games.Seat {
	const none = math.MinInt
	return g.Seats.Best(none+1, func(s games.Seat) int {
		if g.Seats.Of(s).tookPart && !except(s) {
			return g.Seats.Of(s).score
		}
		return none
	})
}
