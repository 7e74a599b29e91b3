package render

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

// otherViews returns views of 20/20, Mag's Solitaire and English Sets with very few and with very many cards.
func otherViews() map[string]games.View {
	return map[string]games.View{
		"twenty-empty":    twentyView(2, 6, games.Watcher, false),
		"twenty-hand":     twentyView(3, 6, 2, false),
		"twenty-full":     twentyView(8, 9, 3, false),
		"twenty-open2":    twentyView(2, 6, games.Watcher, true),
		"twenty-open8":    twentyView(8, 9, games.Watcher, true),
		"solitaire-one":   solitaireView([9]int{0, 0, 0, 0, 1}, true),
		"solitaire-first": solitaireView([9]int{1, 1, 1, 1, 1, 1, 1, 1, 1}, true),
		"solitaire-mid":   solitaireView([9]int{2, 1, 3, 0, 4, 1, 2, 2, 3}, true),
		"solitaire-nine":  solitaireView([9]int{9, 0, 1, 5, 0, 2, 3, 0, 1}, true),
		"solitaire-full":  solitaireView([9]int{9, 9, 9, 9, 9, 9, 9, 9, 9}, true),
		"solitaire-blind": solitaireView([9]int{9, 0, 1, 5, 0, 2, 3, 0, 1}, false),
		"english-start":   englishView(2, 0, 0),
		"english-two":     englishView(2, 3, 2),
		"english-seven":   englishView(2, 8, 2),
		"english-six":     englishView(6, 7, 2),
		"english-end":     englishEnd(),
		"english-won":     callNames(englishEnd()),
		"english-closed":  callNames(englishView(4, 6, 1)),
	}
}

// twentyView returns a view of n players, each with the given number of cards. If that number is less than nine, two
// slots of each player are free.
func twentyView(n, held int, viewer games.Seat, open bool) games.View {
	pack := cards.SETPack().Cards()
	v := games.View{
		Game: "twenty", Viewer: viewer, Phase: games.Playing,
		Headline: verbatim(fmt.Sprintf("Hand 3: name a set. First to %d points.", 10*n)), CardsLeft: max(0, 75-n*held),
	}
	table := games.TableArea(3, nil)
	for i := range 6 {
		table.Cells = append(table.Cells,
			games.Cell{Label: string(rune('A' + i)), Kind: games.Face, Card: pack[i*37%81], New: i == 1 || i == 4})
	}
	v.Areas = []games.Area{table}
	for i := range n {
		seat := games.Seat(i + 1)
		v.Seats = append(v.Seats, games.SeatView{Seat: seat, Score: i * 7, Cards: held, Dealer: i == 1, HasLeft: n > 6 &&
			i == 6})
		hand := games.HandArea(seat, v.Viewer, 3)
		for slot := range 9 {
			c := games.Cell{Label: strconv.Itoa(slot + 1)}
			switch {
			case held < 9 && (slot == 2 || slot > held):
			case open || seat == viewer:
				c.Kind, c.Card = games.Face, pack[(7+i*9+slot*4)%81]
			default:
				c.Kind = games.Back
			}
			hand.Cells = append(hand.Cells, c)
		}
		v.Areas = append(v.Areas, hand)
	}
	v.Seats[0].Remark = verbatim("none")
	return v
}

// solitaireView returns a view of Mag's Solitaire with piles of these depths.
func solitaireView(depths [9]int, peek bool) games.View {
	v := games.View{
		Game: "solitaire", Phase: games.Playing,
		Headline: verbatim("Round 5 of 9: 7 sets made."), Seats: []games.SeatView{{Seat: 1, Score: 7}}, CardsLeft: 36,
	}
	piles := games.Area{Name: "piles", Caption: games.Say("solitaire.area.piles"), Columns: 3}
	source := cards.SETPack().Cards()
	next := func() cards.Card {
		c := source[len(source)*7/11]
		source = append(source[:len(source)*7/11:len(source)*7/11], source[len(source)*7/11+1:]...)
		return c
	}
	for i, depth := range depths {
		c := games.Cell{Label: strconv.Itoa(i + 1), Depth: depth, New: i == 5 && depth > 0, Marked: i == 6 &&
			depth > 0}
		if depth > 0 {
			c.Kind, c.Card = games.Face, next()
		}
		for range depth - 1 {
			if below := next(); peek {
				c.Under = append(c.Under, below)
			}
		}
		piles.Cells = append(piles.Cells, c)
	}
	v.Areas = []games.Area{piles}
	if depths[4] == 4 {
		v.Taken, v.TakenBy = []cards.Card{next(), next(), next()}, 1
	}
	return v
}

// englishView returns a view of English Sets with n players. The first player has the given number of complete sets.
// Every player has incomplete sets, as long as there are enough ranks.
func englishView(n, complete, lying int) games.View {
	v := games.View{
		Game: "english", Phase: games.Playing,
		Unit: "english.sets", Headline: verbatim("Turn the starter."), CardsLeft: 52 - 4*n,
		Areas: []games.Area{{Name: "starter", Caption: games.Say("english.area.starter"), Arrangement: games.AtPack,
			Cells: []games.Cell{{}}}},
	}
	rank := 0
	if complete > 0 {
		v.Areas[0].Cells[0] = games.Cell{Kind: games.Face, Card: cards.Standard(9, 1), New: true}
		v.Headline, v.CardsLeft = verbatim("P has laid eights: turn the next starter."), 7
	}
	stone := func(size int) (c games.Cell) {
		c = games.Cell{Kind: games.Face, Depth: size, Card: cards.Standard(rank, 3), Upright: size == 4}
		c.Label = rankOf(c.Card)
		for suit := range size - 1 {
			c.Under = append(c.Under, cards.Standard(rank, suit))
		}
		rank++
		return c
	}
	for i := range n {
		seat := games.Seat(i + 1)
		yard := games.Area{Name: "graveyard", Caption: games.Say("english.area.graveyard"), Arrangement: games.Ranks,
			Seat: seat}
		for range complete {
			if i == 0 {
				yard.Cells = append(yard.Cells, stone(4))
			}
		}
		for j := range lying {
			if rank < 12 {
				yard.Cells = append(yard.Cells, stone(3-j%2))
			}
		}
		place := games.SeatView{Seat: seat, Cards: 4}
		if i == 0 {
			place.Score = complete
		}
		hand := games.HandArea(seat, games.Watcher, 0)
		for j := range 4 {
			hand.Cells = append(hand.Cells,
				games.Cell{Kind: games.Face, Card: cards.Standard((12-j*3-i+13)%13, (i+j)%4), New: j == 3 && i == 1 &&
					complete > 0})
		}
		v.Areas = append(v.Areas, hand, yard)
		v.Seats = append(v.Seats, place)
	}
	return v
}

// englishEnd returns a finished game of English Sets. One graveyard holds eleven of the thirteen sets, and no cards are
// left in the hands or the pack.
func englishEnd() games.View {
	v := englishView(2, 11, 0)
	v.Phase, v.CardsLeft, v.Headline = games.Finished, 0, verbatim("P wins with 11 sets to 2.")
	for rank := 11; rank < 13; rank++ {
		c := games.Cell{Label: "K", Kind: games.Face, Card: cards.Standard(rank, 0), Depth: 4, Upright: true,
			Marked: true}
		for suit := 1; suit < 4; suit++ {
			c.Under = append(c.Under, cards.Standard(rank, suit))
		}
		v.Areas[4].Cells = append(v.Areas[4].Cells, c)
	}
	v.Areas = slices.DeleteFunc(v.Areas, func(a games.Area) bool { return a.Name != "graveyard" })
	v.Seats[0].Winner, v.Seats[1].Score = true, 2
	v.Seats[0].Cards, v.Seats[1].Cards = 0, 0
	v.Seats[1].Remark = verbatim("reshuffle")
	return v
}

// callNames gives the seats of a view short and long names.
func callNames(v games.View) games.View {
	return v.WithNames(func(s games.Seat) string {
		return []string{"Ωρίων", "さくら", "王小明", "Bartholomew the Unshortened", "House: Emmy", "Bob"}[s-1]
	})
}

// The text mentions everything in the view: every card in words, every pile with its depth, every set with its rank,
// and every seat.
func TestTextsOfOtherGamesAreComplete(t *testing.T) {
	ranks := []string{"aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
		"jacks", "queens", "kings"}
	for name, v := range otherViews() {
		require.NotContains(t, Alt(v, spoken), "…", name)
		text := Long(v, spoken, nil, 4096)
		require.NotContains(t, text, "…", name)
		card := func(c cards.Card) { require.Contains(t, text, spoken.Card(c), name) }
		for _, a := range v.Areas {
			if layout.IsCovered(v, a) {
				continue
			}
			for _, c := range a.Cells {
				switch {
				case isStone(a, c):
					state := map[bool]string{true: "complete", false: "incomplete"}[c.Upright]
					require.Regexp(t, fmt.Sprintf(`\b%s %s\b`, ranks[c.Card.Rank()], state), text, name)
					continue
				case c.Kind == games.Face:
					card(c.Card)
				}
				for _, below := range c.Under {
					card(below)
				}
				if c.Depth > 1 {
					require.Contains(t, text, fmt.Sprintf("(pile of %d)", c.Depth), name)
				}
			}
		}
		for _, s := range v.Seats {
			require.Contains(t, text, games.SeatLetter(s.Seat)+": "+
				spoken.Plain(v.Points(s.Score)), name)
		}
	}
}

func TestGraveyardSetsInWords(t *testing.T) {
	v, tell := englishView(2, 1, 2), teller{lang: spoken}
	require.Contains(t, tell.lines(v), tell.areaName(v, v.Areas[2])+
		": aces complete, twos incomplete (spades, hearts, clubs), threes incomplete (spades, clubs)")
}
