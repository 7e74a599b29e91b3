package games

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// Every game has these moves.
type (
	// Join takes a seat at the table.
	Join struct{}
	// Leave gives up the seat.
	Leave struct{}
	// Start begins the game. In most games no one can join afterwards.
	Start struct{}
	// End is a vote to close the table early; the player in the lead then wins. If the Dealer makes this move, the
	// table closes at once without a winner, and a hand in play is voided.
	End struct{}
	// Tick means that the deadline has passed. Only the Clock makes this move, and its notation is the empty string.
	Tick struct{}
	// Deal lays cards in dealing order. Only the Dealer makes this move.
	Deal struct{ Cards []cards.Card }
	// Hint names a card of a set, in games that have hints. Only the Dealer makes this move.
	Hint struct{ Card cards.Card }
)

func (Join) String() string   { return "join" }
func (Leave) String() string  { return "leave" }
func (Start) String() string  { return "start" }
func (End) String() string    { return "end" }
func (Tick) String() string   { return "" }
func (h Hint) String() string { return "hint " + h.Card.String() }
func (d Deal) String() string {
	var b strings.Builder
	b.WriteString("deal")
	for _, c := range d.Cards {
		b.WriteByte(' ')
		b.WriteString(c.String())
	}
	return b.String()
}

// These moves are about presence (docs/spec/rules.md, Presence and Rights).
type (
	// StepAway ("away") says that the player is away. The player keeps the seat, and no one has to wait for it.
	StepAway struct{}
	// ComeBack ("back") says that the player takes part again. Any other move has the same effect.
	ComeBack struct{}
	// Kick ("kick #2") is a vote to remove a player from the table. If the Dealer makes this move for a moderator, it
	// takes effect at once.
	Kick struct{ Seat Seat }
	// Absent ("absent #2") says that the player of a seat will not come back. The seat acts as if its player were away
	// until the hand in play is over, and then the player leaves. Only the Dealer makes this move.
	Absent struct{ Seat Seat }
	// Missing ("away #2") says that the player of a seat is away, because the clock had to act for the seat twice in a
	// row. Only the Clock makes this move.
	Missing struct{ Seat Seat }
	// Cover ("cover #2") is a vote to let the house play for a seat whose player is away.
	Cover struct{ Seat Seat }
	// Void is a vote to end the hand in play without a winner. If the Dealer makes this move for a moderator, it takes
	// effect at once.
	Void struct{}
	// LastHand closes the table after the hand in play, if there is one. The player in the lead wins. Only the Dealer
	// makes this move.
	LastHand struct{}
	// Hurry starts a clock for the players whose turn it is, at a table without a turn clock.
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

// SeatWord returns a seat as journal lines write it, such as "#2". Scripts write the player's name instead.
func SeatWord(s Seat) string { return "#" + strconv.Itoa(int(s)) }

func parseSeatWord(word string) (Seat, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	return Seat(n), err == nil && n >= 0 && SeatWord(Seat(n)) == word
}

// Choose changes an option of the table before the game starts. It is written like an option in the header of a script:
// "option length=hand".
type Choose struct{ Option, Value string }

func (c Choose) String() string { return "option " + c.Option + "=" + c.Value }

func parseChoose(word string) (Move, bool) {
	option, value, ok := strings.Cut(word, "=")
	return Choose{option, value}, ok && option != "" && value != ""
}

// A Word is a one-word move of a single game.
type Word string

func (w Word) String() string { return string(w) }

// SitIn ("house sharp") adds a house player before the start. The seat belongs to the house for the lifetime of the
// table.
type SitIn struct{ Level Level }

func (s SitIn) String() string { return "house " + string(s.Level) }

// oneWordMoves are the one-word moves that every game has.
var oneWordMoves = map[string]Move{
	"join": Join{}, "leave": Leave{}, "start": Start{}, "end": End{},
	"away": StepAway{}, "back": ComeBack{}, "void": Void{}, "last": LastHand{},
	"hurry": Hurry{},
}

// twoWordMoves are the two-word moves that every game has. Each verb has a function that parses the second word.
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

// ParseCommon parses the moves that every game has: those of one or two words, a deal with its cards, and the empty
// string, which is a Tick.
func ParseCommon(words string) (Move, bool) {
	m, _ := ParseMove(words, nil)
	return m, m != nil
}

// ParseMove parses the moves of ParseCommon and the game's own one-word moves. If the words are none of these, it
// returns their Fields for the game to parse.
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

// parseDeal parses the Dealer's line. It bypasses the length limit of Fields, because a deal may be longer than
// anything players type: eight players get 54 cards.
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

// ParseHint parses the Dealer's hint from the Fields of a line.
func ParseHint(fields []string) (Hint, bool) {
	if len(fields) != 2 || fields[0] != "hint" {
		return Hint{}, false
	}
	card, ok := cards.Parse(fields[1])
	return Hint{card}, ok && card != cards.Hidden
}

// A Day is a day of daily deals, counted from 1 January 1970. Days begin at midnight UTC.
type Day int

func DayOf(t time.Time) Day {
	return Day(t.UTC().Truncate(24*time.Hour).Unix() / int64(24*time.Hour/time.Second))
}

// Begins returns the start of the day: midnight UTC.
func (d Day) Begins() time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

func (d Day) String() string { return d.Begins().Format(time.DateOnly) }

// A Daily ("daily 2026-11-24") makes the table a player's daily deal. The Dealer makes this move before all others. The
// game then counts only for daily deals.
type Daily struct{ Day Day }

func (d Daily) String() string { return "daily " + d.Day.String() }

func parseDaily(word string) (Move, bool) {
	at, err := time.Parse(time.DateOnly, word)
	d := Daily{DayOf(at)}
	return d, err == nil && d.Day > 0 && d.Day.String() == word
}
