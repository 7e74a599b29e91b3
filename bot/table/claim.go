package table

import (
	"slices"
	"strings"

	"settable/games"
	"settable/store/ids"
)

// This file is the only place where the table interprets a game's steps.

func verbOf(m games.Move) string {
	first, _, _ := strings.Cut(m.String(), " ")
	return first
}

// claims reports whether a move is a claim. If several players claim the same set, the first one gets it. In some
// games, a user without a seat can join by making a claim.
func (s Session) claims(move games.Move) bool { return verbOf(move) == s.Manual.Claim }

func tookSet(steps []games.Step) bool    { return hasClaimResult(steps, games.ClaimTaken) }
func wasWrong(steps []games.Step) bool   { return hasClaimResult(steps, games.ClaimWrong) }
func calledSet(steps []games.Step) bool  { return hasClaimResult(steps, games.SetCalled) }
func sweptCards(steps []games.Step) bool { return hasClaimResult(steps, games.TableSwept) }

func hasClaimResult(steps []games.Step, result games.ClaimResult) bool {
	return slices.ContainsFunc(steps, func(step games.Step) bool { return step.Claim == result })
}

// cardsMoved reports whether a step moved cards or changed the price of a call. Older buttons become stale then, so
// that a player who presses "Call 2" never pays 5.
func cardsMoved(step games.Step) bool {
	return slices.ContainsFunc(step.Events, games.Event.CardsMoved)
}

func eventsOf(steps []games.Step) (all []games.Event) {
	for _, step := range steps {
		all = append(all, step.Events...)
	}
	return all
}

// Understand parses w as a move. It is called once for each Word, when it arrives. A player who has called, or who
// replies to the table's message, may name only the cards; Understand then adds the verb. In a reply, a single group
// of letters such as "bad" could be mere talk, so Understand sets MaybeTalk.
func (s Session) Understand(w Word) Word {
	if w.Move != nil { // parsed before the table was loaded
		return w
	}
	move, ok := s.read(&w)
	if called := s.hasCalled(w); !ok && s.Manual.Claim != "" && (w.IsReply || called) {
		if named := games.Fields(w.Words); len(named) > 0 { // "👍" names nothing
			full := w
			full.Words = s.Manual.Claim + " " + w.Words
			if move, ok = s.read(&full); ok {
				full.MaybeTalk = w.Door == Typed && !called && len(named) == 1
				w = full
			}
		}
	}
	if ok {
		w.Move = move
	}
	return w
}

// ParsingSession returns a session that can only parse what is typed at a sleeping table. The session doesn't know
// the table's players, so it doesn't understand mentions.
func ParsingSession(rules games.Rules, speaks *games.Vocabulary) Session {
	return Session{Rules: rules, Manual: rules.Manual(), Vocabulary: speaks, view: &games.View{}}
}

// read parses w as a move, typed in the notation, in the table's language or in the speaker's language. If that
// succeeds, read replaces w.Words with the notation.
func (s Session) read(w *Word) (games.Move, bool) {
	said := w.Words
	w.Words = seatWords(said, s.View(), s.Seats)
	move, ok := Read(s.Rules, *w)
	for _, in := range []*games.Vocabulary{s.Vocabulary, w.Vocabulary} {
		if ok || in == nil {
			continue
		}
		if try := *w; in.Notation(said) != "" {
			try.Words = seatWords(in.Notation(said), s.View(), s.Seats)
			if move, ok = Read(s.Rules, try); ok {
				*w = try
			}
		}
	}
	return move, ok
}

// seatWords replaces the player in "kick @Ann", "cover @Bob" or, for a house player, "kick Ada" with their seat. It
// returns any other text unchanged.
func seatWords(words string, v games.View, seats map[ids.User]games.Seat) string {
	fields := strings.Fields(words)
	if len(fields) != 2 || !strings.EqualFold(fields[0], "kick") && !strings.EqualFold(fields[0], "cover") {
		return words
	}
	for _, p := range v.HouseSeats() {
		if p.IsHouse() && strings.EqualFold(fields[1], p.House.Name) {
			return fields[0] + " " + games.SeatWord(p.Seat)
		}
	}
	if !strings.HasPrefix(fields[1], "<@") || seats == nil {
		return words
	}
	who, err := ids.Parse[ids.User](strings.Trim(fields[1], "<@!>"))
	if err != nil {
		return words
	}
	return fields[0] + " " + games.SeatWord(seats[who])
}

func (s Session) hasCalled(w Word) bool {
	seat, sits := s.Seats[w.Who.ID]
	return sits && s.View().Seat(seat).Calling
}
