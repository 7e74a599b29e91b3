package gamestest

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"settable/games"
)

// FuzzParse checks that no words make Parse panic, and that the words of a parsed move parse to the same move.
func FuzzParse(f *testing.F, rules games.Rules) {
	for _, seed := range []string{
		"", " ", "join", "leave", "start", "end", "away 12.5", "deal 2SRD 1TGQ 3NPV", "deal TD", "set",
		"set a b c", "SET a,b, c",
		"set abc", "set 2srd 1TGQ b", "set a reminder", "set the table", "none", "bet 2", "draw", "\u200bset a b c",
		"\u202eset a b c", "set а b c", "away NaN", "away 1e300", "away 0.0001", "deal 1\u017fRD", "set a b\nc",
	} {
		f.Add(seed)
	}
	for _, v := range rules.Manual().Verbs {
		f.Add(v.Example)
	}
	f.Fuzz(func(t *testing.T, words string) {
		move, ok := rules.Parse(words)
		if !ok {
			return
		}
		again, ok := rules.Parse(move.String())
		if !ok || !reflect.DeepEqual(move, again) {
			t.Fatalf("%q parses to %#v, but its String %q parses to %#v", words, move, move, again)
		}
		if again.String() != move.String() {
			t.Fatalf("%q is printed as %q and then as %q", words, move, again)
		}
	})
}

// FuzzApply plays moves chosen by random bytes. It checks that an error leaves the game unchanged and that the journal
// replays to the same game.
func FuzzApply(f *testing.F, c Case) {
	f.Add(uint64(1), []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add(uint64(2), []byte{4, 4, 4, 4, 20, 36, 52, 68, 3, 3, 1, 2, 0, 0})
	f.Add(uint64(3), []byte("set a b c and none, please"))
	f.Fuzz(func(t *testing.T, seed uint64, acts []byte) {
		if len(acts) > 300 {
			return // longer games take more time but find nothing new
		}
		source := rand.New(rand.NewPCG(seed, 3))
		b := open(t, c, randomOptions(source, c.Rules.Manual()), seed)
		b.try(1, "join")
		b.try(2, "join")
		for _, act := range acts {
			b.act(source, act)
		}
		b.checkReplay()
	})
}

// act plays the move that a byte encodes: its low half chooses the move, its high half the seat.
func (b *table) act(source *rand.Rand, act byte) {
	seat := games.Seat(int(act>>4) - 2)
	switch act & 15 {
	case 0:
		b.try(seat, "join")
	case 1:
		b.try(seat, "leave")
	case 2:
		b.try(seat, "start")
	case 3:
		b.tick()
	case 4, 5:
		b.playNonsense(source)
	case 6:
		b.try(seat, "")
	case 7:
		b.at = b.at.Add(time.Duration(source.IntN(20_000)) * time.Millisecond)
	case 8:
		b.at = b.at.Add(-time.Second) // messages can arrive out of order
	case 9:
		if source.IntN(16) == 0 {
			b.try(seat, "end")
		}
	default:
		if seat >= 1 && int(seat) <= b.seats {
			b.playOffered(source, seat)
		}
	}
}
