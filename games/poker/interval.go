package poker

import "settable/games"

// open begins a betting interval. With fewer than two players still in who have chips it is skipped (Poker 10).
func (t bets) open() {
	t.interval++
	for i := range t.Players {
		p := &t.Players[i]
		p.bet, p.raises, p.spoken, p.passed, p.said = 0, 0, false, false, games.Phrase{}
	}
	t.phase = betting
	if t.betsOver() {
		t.close()
		return
	}
	t.hear(t.first())
}

// first is the seat that acts first in an interval (Poker 4).
func (g *game) first() games.Seat {
	from := g.dealer
	if g.settings.rotate {
		dealt := g.round(func(s games.Seat) bool { return g.Of(s).dealt })
		from = dealt[(g.interval-1)%len(dealt)] - 1
	}
	return g.Left(from, g.mustSpeak)
}

// mustSpeak reports whether the interval waits for a seat, because it hasn't acted or has paid less than others
// (Poker 4). Players who are all-in don't bet; with short=drop nobody is ever all-in.
func (g *game) mustSpeak(s games.Seat) bool {
	p := g.Of(s)
	return g.active(s) && (p.chips > 0 || g.settings.mustDrop) && (!p.spoken || p.bet < g.level())
}

// hear gives the turn to a seat and sets the deadline for it.
func (t bets) hear(s games.Seat) {
	t.speaker, t.deadline = s, games.Never
	t.NewTurn(t.at)
	if t.settings.turn > 0 {
		t.deadline = t.at.Add(t.settings.turn)
	}
}

// goOn continues after a player has acted or left: the last one left takes the pot (Poker 6), or the turn
// passes to the left, or the interval is over.
func (t bets) goOn() {
	if t.Count(t.active) == 1 {
		t.shows().lastLeft()
		return
	}
	if t.mustSpeak(t.speaker) {
		return // another player left, and this one is still to speak
	}
	if s := t.Left(t.speaker, t.mustSpeak); s != games.Watcher {
		t.hear(s)
		return
	}
	t.close()
}

// close ends the interval: the part of a bet that nobody could answer comes back, and the showdown
// question is asked.
func (t bets) close() {
	t.speaker = games.Watcher
	t.unanswered()
	t.shows().ask()
}

// unanswered returns the part of a bet that no one can match (Poker 10).
func (t bets) unanswered() {
	var most, second games.Chips
	var seat games.Seat
	for i := range t.Players {
		in := t.Players[i].in
		if in > most {
			most, second, seat = in, most, games.Seat(i+1)
		} else if in > second {
			second = in
		}
	}
	if n := most - second; n > 0 && t.active(seat) {
		t.giveBack(seat, n)
	}
}

func (t bets) giveBack(s games.Seat, n games.Chips) {
	p := t.Of(s)
	p.in -= n
	p.bet = max(0, p.bet-n)
	p.chips += n
	t.step.Pay(games.Pot, games.Purse(s), n)
	t.step.Tell(games.News("poker.came_back", "who", s, "N", n))
}

// Tick acts for players whose time is up (behaviour, Feedback 4), and deals the next hand after one.
func (t *turn) Tick() error {
	t.clock = true
	switch t.phase {
	case betting:
		t.Misses(t.speaker)
		return t.bets().speakFor(t.speaker)
	case asking:
		for _, s := range t.round(t.pending) {
			t.shows().keptQuiet(s)
			t.shows().silent(s)
		}
		t.shows().answered()
		return nil
	}
	return t.next(games.Clock)
}

// speakFor checks if that is free, and otherwise folds.
func (t bets) speakFor(s games.Seat) error {
	if t.level() == 0 {
		return t.speak(s, Check{})
	}
	return t.speak(s, Drop{})
}

// passAway acts for away players (Presence 4).
func (t *turn) passAway() {
	for t.phase == betting && t.Away(t.speaker) {
		t.clock, t.away = false, true
		if t.bets().speakFor(t.speaker) != nil {
			panic("who is to speak may neither check nor drop")
		}
	}
	if t.phase != asking {
		return
	}
	absent := t.round(func(s games.Seat) bool { return t.pending(s) && t.Away(s) })
	for _, s := range absent {
		t.Of(s).passed, t.Of(s).said = true, games.Say("poker.said.pass")
	}
	t.shows().answered()
}

// wind sets the clock between two hands: it runs while two players have chips.
func (t *turn) wind() {
	switch {
	case t.phase != between:
	case t.settings.pause == 0 || t.canDeal() != nil:
		t.deadline = games.Never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(t.settings.pause)
	}
}
