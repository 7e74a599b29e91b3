package table

import (
	"settable/games"
)

// actions says on which seat a move is made, with what must come before it: a
// stranger who calls a set sits down first, where the game allows it. Without
// actions there is a refusal, or silence: it was talk.
func (s Session) actions(w Word) ([]games.Action, games.Phrase) {
	seat, sits := s.SeatOf(w.Who.ID)
	act := games.Action{At: w.At, Seat: seat, Move: w.Move}
	switch w.Move.(type) {
	case games.Join:
		return []games.Action{act}, games.Phrase{}
	case games.Start:
		if w.Door == House { // the house starts for whoever has sat down
			act.Seat = first(s.View())
			return []games.Action{act}, games.Phrase{}
		}
	case games.End:
		if !s.MayEnd(w) {
			return nil, unlessTyped(w, "table.may_not_end")
		}
		act.Seat = games.Dealer
		if s.Manual.Hands && (sits || !w.Who.Manages) {
			act.Move = games.LastHand{} // "A hand is voided only … by a manager who does not play"
		}
		return []games.Action{act}, games.Phrase{}
	case games.Kick:
		if w.Who.Manages {
			act.Seat = games.Dealer
			return []games.Action{act}, games.Phrase{}
		}
	case games.SitIn:
		if s.Row.Night != 0 {
			return nil, unlessTyped(w, "table.house_at_night")
		}
		if sits || w.Door == House {
			act.Seat = games.Seat(len(s.Seats) + 1)
			return []games.Action{act}, games.Phrase{}
		}
	case games.Deal, games.Tick, games.Away, games.Edition, games.Missing, games.LastHand,
		games.Daily:
		return nil, unlessTyped(w, "table.dealer_only")
	}
	if sits {
		return backFirst(s, w, act), games.Phrase{}
	}
	return s.stranger(w, act)
}

// backFirst is a move with what must come before it where the house plays for its player:
// what is said for that seat is the house's until "back".
func backFirst(s Session, w Word, act games.Action) []games.Action {
	switch act.Move.(type) {
	case games.ComeBack, games.StepAway, games.Leave:
		return []games.Action{act}
	}
	if w.Door == House || !s.View().Place(act.Seat).House.StandsIn {
		return []games.Action{act}
	}
	return []games.Action{{At: act.At, Seat: act.Seat, Move: games.ComeBack{}}, act}
}

// stranger is a move by somebody who does not sit here.
func (s Session) stranger(w Word, act games.Action) ([]games.Action, games.Phrase) {
	talk := !w.Meant() || w.MaybeTalk || w.Door == Typed && verb(w.Move) == w.Move.String()
	_, left := s.Seats[w.Who.ID]
	switch {
	case left && !talk:
		return nil, games.Say("table.has_left")
	case !left && s.Manual.WalkIn && s.claims(w.Move) && s.View().Phase == games.Playing:
		return []games.Action{{At: w.At, Seat: act.Seat, Move: games.Join{}}, act}, games.Phrase{}
	case talk:
		return nil, games.Phrase{} // by somebody who does not play
	case !s.View().May("join"):
		return nil, games.Say("table.next_game")
	}
	return nil, games.Say("table.sit_first")
}

// unlessTyped is a refusal for who meant us: what is typed is talk.
func unlessTyped(w Word, key string) games.Phrase {
	if w.Door == Typed {
		return games.Phrase{}
	}
	return games.Say(key)
}

// stale says whether a button was drawn, or a form opened, on a table that is
// another by now: cards moved, or what a call costs. Who joins, leaves or
// starts does not mind; a claim is judged by what it points at.
func (s Session) stale(w Word) bool {
	if w.Door != Button && w.Door != Modal || w.Sight.Line >= s.dealt {
		return false
	}
	switch w.Move.(type) {
	case games.Join, games.Leave, games.Start:
		return false
	}
	return w.Door == Button || !s.claims(w.Move)
}

// costs is what somebody would leave in the pot by going now, who has not been asked
// whether they mean it.
func costs(v games.View, w Word, a games.Action) games.Chips {
	if _, leaves := a.Move.(games.Leave); !leaves || w.Confirmed || w.Door == House {
		return 0
	}
	return v.Place(a.Seat).Staked
}
