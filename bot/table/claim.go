package table

import (
	"slices"
	"strconv"
	"strings"

	"settable/games"
	"settable/games/vocabulary"
	"settable/store"
)

// What the steps of a game mean to the table is asked here and nowhere else.

// verb is the first word of a move.
func verb(m games.Move) string {
	first, _, _ := strings.Cut(m.String(), " ")
	return first
}

// claims says whether a move is a claim: what a stranger may walk in for, and a
// moment decides.
func (s Session) claims(move games.Move) bool { return verb(move) == s.Manual.Claim }

func took(steps []games.Step) bool   { return claimed(steps, games.Took) }
func wrong(steps []games.Step) bool  { return claimed(steps, games.Wrong) }
func called(steps []games.Step) bool { return claimed(steps, games.Called) }
func swept(steps []games.Step) bool  { return claimed(steps, games.Swept) }

// claimed says whether a claim came out so.
func claimed(steps []games.Step, result games.ClaimResult) bool {
	return slices.ContainsFunc(steps, func(step games.Step) bool { return step.Claim == result })
}

// cardsMoved says whether cards moved, or what a call costs, so that older buttons
// speak of another table: who presses "Call 2" never pays 5.
func cardsMoved(step games.Step) bool {
	return slices.ContainsFunc(step.Events, games.Event.CardsMoved)
}

// eventsOf are the events of several steps.
func eventsOf(steps []games.Step) (all []games.Event) {
	for _, step := range steps {
		all = append(all, step.Events...)
	}
	return all
}

// Understand reads a word once, at the door. Whoever has called, or answers the
// table, may say the cards alone: the verb is understood. Letters that stand together
// may be a word, "bad", with which somebody only answers.
func (s Session) Understand(w Word) Word {
	if w.Move != nil { // before the table was set up
		return w
	}
	move, ok := read(s, &w)
	if called := s.hasCalled(w); !ok && s.Manual.Claim != "" && (w.ToUs || called) {
		if named := games.Fields(w.Words); len(named) > 0 { // "👍" names nothing
			full := w
			full.Words = s.Manual.Claim + " " + w.Words
			if move, ok = read(s, &full); ok {
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

// Unattended is as much of a table as it takes to read what is typed where nobody is there; who is
// called what it does not know.
func Unattended(rules games.Rules, speaks *vocabulary.Vocabulary) Session {
	return Session{Rules: rules, Manual: rules.Manual(), Vocabulary: speaks, view: &games.View{}}
}

// read is the move that a word is, in the notation or in a language of the table or of who
// speaks. What is understood is in the notation then.
func read(s Session, w *Word) (games.Move, bool) {
	said := w.Words
	w.Words = seatWords(said, s.View(), s.Seats)
	move, ok := Read(s.Rules, *w)
	for _, in := range []*vocabulary.Vocabulary{s.Vocabulary, w.Vocabulary} {
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

// seatWords are words with the seat of whom they mention, "kick @Ann", "cover @Bob", or of the
// player of the house whom they name, "kick Ada".
func seatWords(words string, v games.View, seats map[store.PlayerID]games.Seat) string {
	fields := strings.Fields(words)
	if len(fields) != 2 || !strings.EqualFold(fields[0], "kick") && !strings.EqualFold(fields[0], "cover") {
		return words
	}
	for _, p := range v.OfHouse() {
		if p.IsHouse() && strings.EqualFold(fields[1], p.House.Name) {
			return fields[0] + " " + games.SeatWord(p.Seat)
		}
	}
	if !strings.HasPrefix(fields[1], "<@") || seats == nil {
		return words
	}
	id, err := strconv.ParseInt(strings.Trim(fields[1], "<@!>"), 10, 64)
	if err != nil {
		return words
	}
	return fields[0] + " " + games.SeatWord(seats[store.PlayerID(id)])
}

func (s Session) hasCalled(w Word) bool {
	seat, sits := s.Seats[w.Who.ID]
	return sits && s.View().Place(seat).Calling
}
