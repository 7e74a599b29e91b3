package table

import (
	"settable/games"
)

// actions returns the actions for w: its move, made from the right seat, and any moves that must come first. For
// example, a user without a seat who claims a set sits down first, if the game allows it. If there are no actions,
// refusal says why; if refusal is empty, w was talk.
func (s Session) actions(w Word) ([]games.Action, games.Phrase) {
	seat, sits := s.SeatOf(w.Who.ID)
	act := games.Action{At: w.At, Seat: seat, Move: w.Move}
	switch move := w.Move.(type) {
	case games.Join:
		return []games.Action{act}, games.Phrase{}
	case games.Start:
		if w.Door != House {
			break
		}
		if _, _, err := s.Course.Apply(act); err != nil {
			return nil, games.Phrase{} // since the house looked, a player has left or the game has begun
		}
	case games.End:
		switch {
		case s.MayEnd(w):
			act.Seat, act.Move = games.Dealer, games.LastHand{}
			return []games.Action{act}, games.Phrase{}
		case !sits && w.Who.Manages && s.competes(w.Who.ID):
			return nil, s.refuseCompetitor(w)
		case !sits:
			return nil, refuseUnlessTyped(w, "table.may_not_end")
		case s.endsAlone(w, seat) && !s.View().Forfeits:
			act.Move = games.Leave{}
		}
	case games.Kick, games.Void:
		if s.Moderates(w) {
			act.Seat = games.Dealer
			return []games.Action{act}, games.Phrase{}
		}
		if !sits && w.Who.Manages && s.competes(w.Who.ID) {
			return nil, s.refuseCompetitor(w)
		}
	case games.SitIn:
		if s.Row.Night != 0 {
			return nil, refuseUnlessTyped(w, "table.house_at_night")
		}
		if sits || w.Door == House {
			act.Seat = s.View().NextSeat()
			return []games.Action{act}, games.Phrase{}
		}
	case games.Deal, games.Tick, games.LostTime, games.Edition, games.Missing, games.LastHand,
		games.Daily:
		return nil, refuseUnlessTyped(w, "table.dealer_only")
	case games.Absent:
		if w.Door != House {
			return nil, refuseUnlessTyped(w, "table.dealer_only")
		}
		if at := s.View().Seat(move.Seat); at.Seat != move.Seat || at.HasLeft || s.Over() {
			return nil, games.Phrase{} // since the house looked, the player has left or the game has ended
		}
		act.Seat = games.Dealer
		return []games.Action{act}, games.Phrase{}
	}
	if sits {
		return s.withComeBack(w, act), games.Phrase{}
	}
	return s.strangerActions(w, act)
}

// withComeBack puts a "back" before a move if a house player is standing in for the player, who can't move until they
// are back.
func (s Session) withComeBack(w Word, act games.Action) []games.Action {
	switch act.Move.(type) {
	case games.ComeBack, games.StepAway, games.Leave:
		return []games.Action{act}
	}
	if w.Door == House || !s.View().Seat(act.Seat).House.StandsIn {
		return []games.Action{act}
	}
	return []games.Action{{At: act.At, Seat: act.Seat, Move: games.ComeBack{}}, act}
}

// strangerActions returns the actions of a move by a user who has no seat at the table.
func (s Session) strangerActions(w Word, act games.Action) ([]games.Action, games.Phrase) {
	talk := !w.Meant() || w.MaybeTalk || w.Door == Typed && verbOf(w.Move) == w.Move.String()
	_, left := s.Seats[w.Who.ID]
	switch {
	case left && !talk:
		return nil, games.Say("table.has_left")
	case !left && s.Manual.WalkIn && s.claims(w.Move) && s.View().Phase == games.Playing:
		return []games.Action{{At: w.At, Seat: act.Seat, Move: games.Join{}}, act}, games.Phrase{}
	case talk:
		return nil, games.Phrase{} // silence, because the speaker does not play
	case !s.View().May("join"):
		return nil, games.Say("table.next_game")
	}
	return nil, games.Say("table.sit_first")
}

// refuseUnlessTyped returns the phrase of a refusal, or none if w was typed, because it may be talk.
func refuseUnlessTyped(w Word, key string) games.Phrase {
	if w.Door == Typed {
		return games.Phrase{}
	}
	return games.Say(key)
}

// stale reports whether a button was drawn, or a form opened, before cards moved or the price of a call changed.
// Moves that join, leave or start a game are never stale. A claim made in a form is never stale either, because the
// form names the cards.
func (s Session) stale(w Word) bool {
	if w.Door != Button && w.Door != Modal || w.Sight.Line >= s.cardsSince {
		return false
	}
	switch w.Move.(type) {
	case games.Join, games.Leave, games.Start:
		return false
	}
	return w.Door == Button || !s.claims(w.Move)
}

// leavingCosts returns the chips that a player would forfeit by leaving now. It returns 0 if the player has already
// agreed to lose that many.
func leavingCosts(v games.View, w Word, a games.Action) games.Chips {
	if _, leaves := a.Move.(games.Leave); !leaves || w.Door == House {
		return 0
	}
	cost := v.Seat(a.Seat).Staked
	if w.Confirmed && cost <= w.AgreedCost {
		return 0
	}
	return cost
}
