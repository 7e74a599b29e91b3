package games

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/games/cards"
)

// The moves every game has.
type (
	// Join sits down.
	Join struct{}
	// Leave stands up.
	Leave struct{}
	// Start begins the game, after which only some games let people join.
	Start struct{}
	// End, by the Dealer, closes the table before the game has ended.
	End struct{}
	// Tick, by the Clock, says that the deadline has come. Its words are empty.
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

// The moves of presence (RULES.md, Presence, leaving and ending).
type (
	// StepAway gives no seat up, and holds nobody up either: "away".
	StepAway struct{}
	// ComeBack takes part again: "back". Any other move does so, too.
	ComeBack struct{}
	// Kick wants a seat sent home: "kick #2". By the Dealer, who speaks for a manager of
	// the server, it is.
	Kick struct{ Seat Seat }
	// Missing, by the Clock, says that it has spoken twice in a row for a seat: "away #2".
	Missing struct{ Seat Seat }
	// Cover wants the house to play for a seat whose player is away: "cover #2".
	Cover struct{ Seat Seat }
	// Void wants the hand in play to be nobody's.
	Void struct{}
	// LastHand, by the Dealer, closes the table after the hand in play.
	LastHand struct{}
)

func (StepAway) String() string  { return "away" }
func (ComeBack) String() string  { return "back" }
func (k Kick) String() string    { return "kick " + SeatWord(k.Seat) }
func (c Cover) String() string   { return "cover " + SeatWord(c.Seat) }
func (m Missing) String() string { return "away " + SeatWord(m.Seat) }
func (Void) String() string      { return "void" }
func (LastHand) String() string  { return "last" }

// SeatWord is a seat in the words of a line: "#2". A script has the player's name there.
func SeatWord(s Seat) string { return "#" + strconv.Itoa(int(s)) }

func parseSeatWord(word string) (Seat, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	return Seat(n), err == nil && n >= 0 && SeatWord(Seat(n)) == word
}

// Choose changes a choice of the table before the game starts, as a header of a script
// would have it: "option length=hand".
type Choose struct{ Option, Value string }

func (c Choose) String() string { return "option " + c.Option + "=" + c.Value }

func parseChoose(word string) (Move, bool) {
	option, value, ok := strings.Cut(word, "=")
	return Choose{option, value}, ok && option != "" && value != ""
}

// A Word is a move of a game's own that is one word.
type Word string

func (w Word) String() string { return string(w) }

// SitIn sits down as a player of the house, before the start: "house sharp". The seat
// that says it belongs to the house for as long as the table lives.
type SitIn struct{ Level Level }

func (s SitIn) String() string { return "house " + string(s.Level) }

// alone are the moves of one word that every game has.
var alone = map[string]Move{
	"join": Join{}, "leave": Leave{}, "start": Start{}, "end": End{},
	"away": StepAway{}, "back": ComeBack{}, "void": Void{}, "last": LastHand{},
}

// followed are those of two words, by the first: how the second is read.
var followed = map[string]func(word string) (Move, bool){
	"away":   parseAway,
	"kick":   func(word string) (Move, bool) { s, ok := parseSeatWord(word); return Kick{s}, ok },
	"cover":  func(word string) (Move, bool) { s, ok := parseSeatWord(word); return Cover{s}, ok },
	"option": parseChoose,
	"house":  func(word string) (Move, bool) { return SitIn{Level(word)}, slices.Contains(Levels, word) },
	"rules":  parseEdition,
	"daily":  parseDaily,
}

// ParseCommon reads the moves that every game has: join, leave, start, end,
// those of presence, option with a choice, house with a level, deal with cards, rules with
// an edition, daily with a day, and the Clock's: away with seconds, and exactly the empty string.
func ParseCommon(words string) (Move, bool) {
	m, _ := ParseMove(words, nil)
	return m, m != nil
}

// ParseMove reads them too, and those of a game's own that are one word. Of all else it gives the Fields.
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
		if m, ok := alone[fields[0]]; ok {
			return m, nil
		}
		return own[fields[0]], fields
	case 2:
		if read := followed[fields[0]]; read != nil {
			if m, ok := read(fields[1]); ok {
				return m, nil
			}
		}
	}
	return nil, fields
}

// parseDeal reads the Dealer's line. It may be longer than what people type:
// a deal for eight players is 54 cards.
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

// A Day is one of the days of daily deals, which go by UTC: the days since 1970.
type Day int

func DayOf(t time.Time) Day {
	return Day(t.UTC().Truncate(24*time.Hour).Unix() / int64(24*time.Hour/time.Second))
}

// Begins is when a day begins; it ends when the next one does.
func (d Day) Begins() time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

func (d Day) String() string { return d.Begins().Format(time.DateOnly) }

// A Daily, by the Dealer and before all else, says that the table is somebody's daily deal: "daily
// 2026-11-24". What is counted there counts for daily deals alone.
type Daily struct{ Day Day }

func (d Daily) String() string { return "daily " + d.Day.String() }

func parseDaily(word string) (Move, bool) {
	at, err := time.Parse(time.DateOnly, word)
	d := Daily{DayOf(at)}
	return d, err == nil && d.Day > 0 && d.Day.String() == word
}
