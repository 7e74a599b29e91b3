package message

import (
	"cmp"
	"math"
	"slices"

	"settable/games"
)

// peopleSize is the maximum length of the list of players, in characters.
const peopleSize = 600

// people lists the players with their letters in the picture. During a game the picture shows no names, because a
// name can be written in any script.
func (s Scene) people() string {
	var parts []string
	room := peopleSize
	seats, ranks := s.rank()
	for i, p := range seats {
		letter := games.SeatLetter(p.Seat)
		part := "`" + letter + "`"
		if name := s.Name(p.Seat); name != letter {
			part += " " + name
		}
		// After a game without scores, the list shows only the players' names.
		if s.View.Phase != games.Finished || s.View.HasScores() {
			part += s.score(p) + s.cardCount(p) + s.remark(p)
		}
		if ranks != nil {
			part = s.say("message.place", "place", ranks[i], "who", part)
		}
		if room -= Size(part) + 3; room < 0 {
			parts = append(parts, s.say("message.more_people", "N", len(seats)-i))
			break
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return s.say("message.nobody")
	}
	return s.Lang.Beside(parts)
}

// rank returns the seats from first to last place, with their ranks, if the game has ended and was won by points or
// chips. Seats with equal results share a rank. Otherwise it returns the seats in seat order, and ranks is nil.
func (s Scene) rank() (seats []games.SeatView, ranks []int) {
	seats = slices.Clone(s.View.Seats)
	worth := func(p games.SeatView) int64 { return int64(p.Score) }
	if HasChips(s.Manual) {
		worth = func(p games.SeatView) int64 { return int64(p.CashedOut) }
	}
	most, winners := int64(math.MinInt64), 0
	for _, p := range seats {
		most = max(most, worth(p))
		if p.Winner {
			winners++
		}
	}
	misplaced := func(p games.SeatView) bool { return p.Winner != (worth(p) == most) } // because others have left
	won := winners > 0 && winners < len(seats) && !slices.ContainsFunc(seats, misplaced)
	took := slices.ContainsFunc(seats, func(p games.SeatView) bool { return p.CashedOut > 0 })
	if s.View.Phase != games.Finished || len(seats) < 2 || !won && !took || s.Manual.Luck {
		return seats, nil
	}
	slices.SortStableFunc(seats, func(a, b games.SeatView) int { return cmp.Compare(worth(b), worth(a)) })
	for i, p := range seats {
		rank := i + 1
		if i > 0 && worth(p) == worth(seats[i-1]) {
			rank = ranks[i-1]
		}
		ranks = append(ranks, rank)
	}
	return seats, ranks
}

// cardCount says how many cards a player holds. It is shown in games without chips in which players hold secret cards.
func (s Scene) cardCount(p games.SeatView) string {
	if !s.Manual.Hands || HasChips(s.Manual) || p.Cards == 0 {
		return ""
	}
	return s.Lang.Aside(s.say("message.cards", "N", p.Cards))
}

// score describes the score of a seat: its points, or its chips and its bet.
func (s Scene) score(p games.SeatView) string {
	v := s.View
	bold := func(n int64) string { return " **" + s.Lang.Number(n) + "**" }
	switch {
	case v.Phase == games.Gathering:
		return ""
	case p.CashedOut > 0:
		return bold(int64(p.CashedOut))
	case !v.ShowPot && !slices.ContainsFunc(v.Seats, func(other games.SeatView) bool { return other.Chips > 0 }):
		return bold(int64(p.Score))
	case p.Bet > 0:
		return bold(int64(p.Chips)) + s.Lang.Aside(s.say("message.bet", "chips", p.Bet))
	}
	return bold(int64(p.Chips))
}

func (s Scene) remark(p games.SeatView) string {
	switch {
	case p.HasLeft:
		return s.Lang.Aside(s.say("message.left"))
	case p.Away && p.House.StandsIn && p.Turn:
		return " 💤" + s.Lang.Aside(s.say("message.covered", "house", p.House.Name)) + " ◀"
	case p.Away && p.House.StandsIn:
		return " 💤" + s.Lang.Aside(s.say("message.covered", "house", p.House.Name))
	case p.Away:
		return " 💤" + s.Lang.Aside(s.say("message.away"))
	case p.Winner:
		return " 🏆"
	case p.Turn:
		return " ◀"
	case p.Dropped:
		return s.Lang.Aside(s.say("message.dropped"))
	case p.Calling:
		return s.Lang.Aside(s.say("message.has_called"))
	case p.Locked:
		return s.Lang.Aside(s.say("message.locked_out"))
	case !p.Remark.Silent() && p.Bet == 0: // the amount of a bet is shown anyway
		return s.Lang.Aside(s.Lang.Quoted(s.Lang.Say(p.Remark, s.Name)))
	}
	return ""
}
