package poker

import "settable/games"

// Tick speaks for who has not spoken: "check if free, else drop; pass in the
// showdown question"; after a hand it deals the next.
func (t *turn) Tick(seat games.Seat) error {
	if err := games.NeedTime(seat, t.at, t.deadline); err != nil {
		return err
	}
	t.clock = true
	switch t.phase {
	case betting:
		if t.level() == 0 {
			return t.bets().speak(t.speaker, Check{})
		}
		return t.bets().speak(t.speaker, Drop{})
	case asking:
		for _, s := range t.round(t.pending) {
			t.shows().silent(s)
		}
		t.shows().answered()
		return nil
	}
	return t.next(games.Clock)
}

// wind sets the clock between two hands: it runs while two players have chips.
func (t *turn) wind() {
	switch {
	case t.phase != between:
	case t.house.pause == 0 || t.canDeal() != nil:
		t.deadline = never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(t.house.pause)
	}
}
