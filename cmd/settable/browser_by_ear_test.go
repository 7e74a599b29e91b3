package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/cards"
	"settable/games/gamestest"
)

// mostMoves limits the moves of a game that never ends by itself.
const mostMoves = 150

// Each game can be played to its end with a screen reader and a keyboard, without a picture or a mouse.
func TestEachGameWithAScreenReaderOnThePage(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	for name, play := range map[string]func(*testing.T, *tab){
		"classic": classicByEar, "twenty": twentyByEar, "poker": pokerByEar, "solitaire": solitaireByEar,
		"english": englishByEar,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, browse(t, 800, 900))
		})
	}
}

func classicByEar(t *testing.T, b *tab) {
	e := listen(b, "Classic SET", "/play classic turn:0")
	for range mostMoves {
		if e.ended() {
			break
		}
		_, table, _ := strings.Cut(e.table(), "Table: ")
		if claim := bestSet(cardsByLabel(table)); claim != "" {
			e.say("set " + claim)
		} else {
			e.say("none")
		}
	}
	require.True(t, e.ended())
	require.Contains(t, e.table(), "wins")
}

func solitaireByEar(t *testing.T, b *tab) {
	e := listen(b, "Mag's SET Solitaire", "/play solitaire peek:true")
	for range mostMoves {
		if e.ended() {
			break
		}
		table := e.table()
		_, tops, _ := strings.Cut(table, "Piles: ")
		switch claim := bestSet(cardsByLabel(tops)); {
		case claim != "":
			e.say("set " + claim)
		case e.has("Deal"):
			e.say("deal")
		default:
			e.say("done")
		}
	}
	require.True(t, e.ended())
	require.Regexp(t, "(Won|Game over): ", e.table())
}

func twentyByEar(t *testing.T, b *tab) {
	e := listen(b, "20/20 SET", "/play twenty length:hand turn:0", "Bob")
	for range mostMoves {
		if e.ended() {
			break
		}
		_, hand, _ := strings.Cut(e.hand(), "Table: ")
		claim := bestSet(cardsByLabel(hand))
		_, own, _ := strings.Cut(hand, "Your hand: ")
		switch {
		case claim != "":
			e.say("set " + claim)
		case slices.Contains([]int{4, 5, 6, 7, 8}, len(saidCard.FindAllString(own, -1))):
			e.say("draw") // with more common cards, a set becomes more likely
		default:
			e.say("none")
			e.switchPerson("Bob")
			e.say("none")
			e.switchPerson("Ann")
		}
	}
	require.True(t, e.ended())
	require.Contains(t, e.table(), "wins")
}

var turnOf = regexp.MustCompile(`Seat ([PQ]): [^.]*\bturn\b`)

func pokerByEar(t *testing.T, b *tab) {
	e := listen(b, "SET Poker", "/play poker rules:book stack:2 turn:0 pause:0", "Bob")
	people := map[string]string{"P": "Ann", "Q": "Bob"}
	for range mostMoves {
		table := e.table()
		switch turn := turnOf.FindStringSubmatch(table); {
		case e.ended():
			require.Contains(t, e.table(), "4 chips", "one player has all chips")
			return
		case turn != nil:
			e.switchPerson(people[turn[1]])
			if e.has("Call") {
				e.say("call")
			} else {
				e.say("bet 2")
			}
		case isShowdown(table):
			for _, who := range []string{"Ann", "Bob"} {
				if e.switchPerson(who); !isShowdown(e.table()) {
					break
				}
				if makesSet(e.hand()) {
					e.say("show")
				} else {
					e.say("pass")
				}
			}
		case e.has("Next hand"):
			e.act(func() { e.activate("button", "Next hand") })
		default: // one of them has all chips
			e.switchPerson("Ann") // Ann opened the table
			e.say("/end")
		}
	}
	require.Fail(t, "poker did not end", e.table())
}

// isShowdown reports whether a showdown is in progress. It looks at the table, because buttons remain below a player's
// old hands.
func isShowdown(table string) bool { return strings.Contains(table, "anyone got a set") }

// makesSet reports whether a poker hand makes a set with the centre cards.
func makesSet(text string) bool {
	_, text, _ = strings.Cut(text, "Centre: ")
	centre, hand, _ := strings.Cut(text, "Your hand: ")
	hand, _, _ = strings.Cut(hand, ".")
	var own []cards.Card
	for _, name := range saidCard.FindAllString(hand, -1) {
		own = append(own, cardNamed(name))
	}
	all := own
	for _, name := range saidCard.FindAllString(centre, -1) {
		all = append(all, cardNamed(name))
	}
	return slices.ContainsFunc(cards.Sets(all), func(set [3]cards.Card) bool {
		return slices.ContainsFunc(set[:], func(c cards.Card) bool { return slices.Contains(own, c) })
	})
}

// chooseInStalemate returns the player's choice in a stalemate.
func chooseInStalemate(table string) string {
	if strings.Contains(table, "reshuffle") {
		return "reshuffle"
	}
	return "exchange"
}

func englishByEar(t *testing.T, b *tab) {
	e := listen(b, "English Sets", "/play english turn:0", "Bob")
	for range mostMoves {
		table := e.table()
		switch {
		case e.ended():
			require.Regexp(t, "wins|share", e.table()) // the table may have changed since it was read
			return
		case strings.Contains(table, "choose"):
			for _, who := range []string{"Ann", "Bob"} {
				if e.switchPerson(who); strings.Contains(e.table(), "choose") {
					e.say(chooseInStalemate(table))
				}
			}
		case !e.has("Turn a card"): // the house player exchanges automatically
			e.act(func() {})
		default:
			e.say("turn")
		}
	}
	require.Fail(t, "English Sets did not end", e.table())
}
