package games

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// The moves that every game has.
type (
	// Join sits down.
	Join struct{}
	// Leave gives up the seat.
	Leave struct{}
	// Start begins the game; in most games no one can join afterwards.
	Start struct{}
	// End is a vote to close the table early, in which case the player in the lead wins. When the Dealer makes it, the
	// table closes at once without a winner, and a hand in play is voided.
	End struct{}
	// Tick, by the Clock, says that the deadline has come. It is written as the empty string.
	Tick struct{}
	// Deal, by the Dealer, lays cards in dealing order.
	Deal struct{ Cards []cards.Card }
)

func (Join) String() string  { return "join" }
func (Leave) String() string { return "leave" }
func (Start) String() string { return "start" }
func (End) String() string   { return "end" }
func (Tick) String() string  { return "" }
func (d Deal) String() string {
	var b strings.Builder
	b.WriteString("deal")
	for _, c := range d.Cards {
		b.WriteByte(' ')
		b.WriteString(c.String())
	}
	return b.String()
}

// The moves of presence (docs/spec/rules.md, Presence and Rights).
type (
	// StepAway says that the player is away: the seat is kept, and no one has to wait for it. "away".
	StepAway struct{}
	// ComeBack says that the player takes part again: "back". Any other move does the same.
	ComeBack struct{}
	// Kick is a vote to remove a player from the table: "kick #2". When the Dealer makes it for a moderator, it takes
	// effect at once.
	Kick struct{ Seat Seat }
	// Absent, by the Dealer, says that the player of a seat will not come back: "absent #2". The seat acts as if away
	// until the hand in play is over, and then its player leaves.
	Absent struct{ Seat Seat }
	// Missing, by the Clock, says that the player of a seat is away, because the clock had to act for that seat twice
	// in a row: "away #2".
	Missing struct{ Seat Seat }
	// Cover is a vote to let the house play for a seat whose player is away: "cover #2".
	Cover struct{ Seat Seat }
	// Void is a vote to end the hand in play without a winner. When the Dealer makes it for a moderator, it takes
	// effect at once.
	Void struct{}
	// LastHand, by the Dealer, closes the table after the hand in play, if there is one. The player in the lead wins.
	LastHand struct{}
	// Hurry starts a clock for the players who are to act, at a table without one.
	Hurry struct{}
)

func (StepAway) String() string  { return "away" }
func (ComeBack) String() string  { return "back" }
func (k Kick) String() string    { return "kick " + SeatWord(k.Seat) }
func (b Absent) String() string  { return "absent " + SeatWord(b.Seat) }
func (c Cover) String() string   { return "cover " + SeatWord(c.Seat) }
func (m Missing) String() string { return "away " + SeatWord(m.Seat) }
func (Void) String() string      { return "void" }
func (LastHand) String() string  { return "last" }
func (Hurry) String() string     { return "hurry" }

// namesSeat reports whether a verb is always followed by a seat.
func namesSeat(verb string) bool { return verb == "kick" || verb == "absent" || verb == "cover" }

// SeatWord returns how a journal line writes a seat: "#2". A script has the player's name there.
func SeatWord(s Seat) string { return "#" + strconv.Itoa(int(s)) }

func parseSeatWord(word string) (Seat, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	return Seat(n), err == nil && n >= 0 && SeatWord(Seat(n)) == word
}

// Choose changes an option of the table before the game starts: "option length=hand", written as in the header of a
// script.
type Choose struct{ Option, Value string }

func (c Choose) String() string { return "option " + c.Option + "=" + c.Value }

func parseChoose(word string) (Move, bool) {
	option, value, ok := strings.Cut(word, "=")
	return Choose{option, value}, ok && option != "" && value != ""
}

// A Word is a one-word move that only one game has.
type Word string

func (w Word) String() string { return string(w) }

// SitIn adds a house player before the start: "house sharp". The seat belongs to the house for the lifetime of the
// table.
type SitIn struct{ Level Level }

func (s SitIn) String() string { return "house " + string(s.Level) }

// oneWordMoves are the one-word moves that every game has.
var oneWordMoves = map[string]Move{
	"join": Join{}, "leave": Leave{}, "start": Start{}, "end": End{},
	"away": StepAway{}, "back": ComeBack{}, "void": Void{}, "last": LastHand{},
	"hurry": Hurry{},
}

// twoWordMoves are the two-word moves that every game has, with a function that parses the second word.
var twoWordMoves = map[string]func(word string) (Move, bool){
	"away":   parseAway,
	"kick":   func(word string) (Move, bool) { s, ok := parseSeatWord(word); return Kick{s}, ok },
	"absent": func(word string) (Move, bool) { s, ok := parseSeatWord(word); return Absent{s}, ok },
	"cover":  func(word string) (Move, bool) { s, ok := parseSeatWord(word); return Cover{s}, ok },
	"option": parseChoose,
	"house":  func(word string) (Move, bool) { return SitIn{Level(word)}, slices.Contains(Levels, word) },
	"rules":  parseEdition,
	"daily":  parseDaily,
}

// ParseCommon reads the moves that every game has: those of one word, those of two words, a deal with its cards, and
// the empty string, which is a Tick.
func ParseCommon(words string) (Move, bool) {
	m, _ := ParseMove(words, nil)
	return m, m != nil
}

// ParseMove reads the moves of ParseCommon and the game's own one-word moves. For other words it returns no Move but
// their Fields, for the game to parse.
func ParseMove(words string, own map[string]Move) (Move, []string) {
	if words == "" {
		return Tick{}, nil
	}
	if strings.HasPrefix(words, "deal ") {
		if m, ok := parseDeal(words); ok {
			return m, nil
		}
	}
	fields := Fields(words)
	switch len(fields) {
	case 1:
		if m, ok := oneWordMoves[fields[0]]; ok {
			return m, nil
		}
		return own[fields[0]], fields
	case 2:
		if read := twoWordMoves[fields[0]]; read != nil {
			if m, ok := read(fields[1]); ok {
				return m, nil
			}
		}
	}
	return nil, fields
}

// parseDeal reads the Dealer's line without the limit of Fields, because a deal may be longer than anything players
// type: 54 cards for eight players.
func parseDeal(words string) (Move, bool) {
	codes := strings.Fields(words)[1:]
	if len(codes) == 0 {
		return nil, false
	}
	deal := Deal{Cards: make([]cards.Card, len(codes))}
	for i, code := range codes {
		card, ok := cards.Parse(code)
		if !ok {
			return nil, false
		}
		deal.Cards[i] = card
	}
	return deal, true
}

// A Day is a day of daily deals, counted from 1 January 1970 and beginning at midnight UTC.
type Day int

func DayOf(t time.Time) Day {
	return Day(t.UTC().Truncate(24*time.Hour).Unix() / int64(24*time.Hour/time.Second))
}

// Begins returns when the day begins; it ends when the next one begins.
func (d Day) Begins() time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

func (d Day) String() string { return d.Begins().Format(time.DateOnly) }

// A Daily, by the Dealer and before all other moves, makes the table a player's daily deal: "daily 2026-11-24". Its
// counts count only for daily deals.
type Daily struct{ Day Day }

func (d Daily) String() string { return "daily " + d.Day.String() }

func parseDaily(word string) (Move, bool) {
	at, err := time.Parse(time.DateOnly, word)
	d := Daily{DayOf(at)}
	return d, err == nil && d.Day > 0 && d.Day.String() == word
}
