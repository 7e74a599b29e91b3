package render

import (
	"fmt"
	"maps"
	"strconv"
	"time"

	"settable/games"
	"settable/games/cards"
)

// classicView returns a view of classic SET with n cards on the table. It contains cards of all kinds, and a set has
// just been taken.
func classicView(n int) games.View {
	cells := make([]games.Cell, n)
	pack := cards.SETPack().Cards()
	for i := range cells {
		cells[i] = games.Cell{Label: string(rune('A' + i)), Kind: games.Face, Card: pack[i*31%81], New: i < 3}
	}
	return games.View{
		Game: "classic", Phase: games.Playing,
		Headline: verbatim("Name a set: set A B C"),
		Areas:    []games.Area{games.TableArea(3, cells)},
		Seats: []games.SeatView{{Seat: 1, Score: 4}, {Seat: 2, Score: 11, Remark: verbatim("none")},
			{Seat: 3, Score: -1, Locked: true}},
		CardsLeft: 81 - n - 15,
		Taken:     []cards.Card{pack[0], pack[1], pack[2]}, TakenBy: 2,
	}
}

func gatheringView() games.View {
	return games.View{
		Game: "classic", Phase: games.Gathering, CardsLeft: 81,
		Headline: verbatim("Who plays? Join, then start."),
		Areas:    []games.Area{games.TableArea(3, nil)},
		Sample:   cards.ParseList("1SRD 2TGQ 1NPV 3SGD 2TRD 1TGV 2NRQ 3TPQ 3NRD 1SGQ 2NPD 3TRV"),
		Seats:    []games.SeatView{{Seat: 1}, {Seat: 2}, {Seat: 3}},
	}
}

// manyGather returns a view of a table before the start at which n players with long names sit.
func manyGather(n int) games.View {
	v := gatheringView()
	v.Seats = nil
	for i := range n {
		v.Seats = append(v.Seats, games.SeatView{Seat: games.Seat(i + 1), Away: i == 2})
	}
	return longNames(v)
}

func finishedView() games.View {
	v := classicView(6)
	v.Phase, v.Headline, v.CardsLeft = games.Finished, verbatim("Q wins with 11 sets"), 0
	for i := range v.Areas[0].Cells {
		v.Areas[0].Cells[i].New = false
		v.Areas[0].Cells[i].Marked = i < 3
	}
	v.Seats = []games.SeatView{{Seat: 1, Score: 4}, {Seat: 2, Score: 11, Winner: true},
		{Seat: 3, Score: 2, HasLeft: true}}
	return v
}

func callingView() games.View {
	v := classicView(15)
	v.Headline = verbatim("R has called and names three cards, everybody else waits for them")
	v.Seats = []games.SeatView{
		{Seat: 1, Score: 4, Locked: true}, {Seat: 2, Score: 11, Remark: verbatim("none")},
		{Seat: 3, Score: 5, Calling: true},
		{Seat: 4, Score: 0}, {Seat: 5, Score: 12, HasLeft: true},
	}
	return v
}

// pokerView returns a view of ten seats with chips, hidden hands and a centre of n cards.
func pokerView(n int) games.View {
	pack := cards.SETPack().Cards()
	v := games.View{
		Game: "poker", Phase: games.Playing, Viewer: 3,
		Headline: verbatim("R is to bet, check or drop"), Pot: 1240, ShowPot: true, CardsLeft: 40, Turn: 3,
	}
	centre := games.Area{Name: "centre", Caption: games.Say("poker.area.centre"), Columns: 5}
	for i := range n {
		centre.Cells = append(centre.Cells,
			games.Cell{Label: string(rune('A' + i)), Kind: games.Face, Card: pack[i*37%81], New: i == n-1})
	}
	hand := games.HandArea(3, 3, 0)
	for i := range 2 {
		hand.Cells = append(hand.Cells,
			games.Cell{Label: string(rune('Y' + i)), Kind: games.Face, Card: pack[i*40+5]})
	}
	v.Areas = []games.Area{centre, hand}
	for i := range 10 {
		seat := games.Seat(i + 1)
		v.Seats = append(v.Seats, games.SeatView{Seat: seat, Chips: games.Chips(i * i * 37), Cards: 2, Turn: i == 2,
			Dealer: i == 1, Dropped: i == 4, HasLeft: i == 9})
		if seat != v.Viewer && i < 4 {
			backs := games.HandArea(seat, 3, 0)
			backs.Cells = []games.Cell{{Kind: games.Back}, {Kind: games.Back}}
			v.Areas = append(v.Areas, backs)
		}
	}
	v.Seats[3].Remark = verbatim("pass")
	return v
}

// endedView returns a view of a finished game with names, some of which can't be drawn.
func endedView(points int) games.View {
	v := finishedView()
	v.Seats = v.Seats[:0:0]
	for i := range 5 {
		v.Seats = append(v.Seats, games.SeatView{Seat: games.Seat(i + 1), Score: points * (7 - i),
			Winner:  i == 0 && points > 0,
			HasLeft: i == 3})
	}
	v.Headline = games.Say("games.head.closed")
	if points > 0 {
		v.Headline = games.Say("games.head.forfeit", "who", games.Seat(1))
	}
	return v.WithNames(func(s games.Seat) string {
		return []string{"Ωρίων", "さくら", "王小明", "Bartholomew the Unshortened of Nowhere", "Bob 🎲"}[s-1]
	})
}

// endedHighlights returns a view of a finished game with highlights.
func endedHighlights() games.View {
	v := endedView(3)
	set := func(codes string) []games.ShownSet { return []games.ShownSet{{Common: cards.ParseList(codes)}} }
	fastest, after := []games.Seat{2, 3}, 1200*time.Millisecond
	v.Highlights = []games.Highlight{
		{Phrase: games.Say("games.highlights.fastest", "who", fastest, "after", after),
			Label: games.Say("games.highlights.fastest.label", "after", after), Seats: fastest,
			Sets: set("1SRD 2SRD 3SRD")},
		games.StreakHighlight([]games.Seat{4}, 5),
		{Phrase: games.Say("games.highlights.unseen", "N", 17, "longest", 83*time.Second),
			Label: games.Say("games.highlights.unseen.label", "N", 17, "longest", 83*time.Second), Sets: set("1TGQ 2NPV 3SRD")},
	}
	return v
}

// longNames gives every seat a name of the maximum length that Discord allows.
func longNames(v games.View) games.View {
	return v.WithNames(func(s games.Seat) string {
		return []string{"Bartholomew the Unshortened of N", "Donaudampfschifffahrtskapitän Wm", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
			"さくらさくらさくらさくらさくらさくらさくらさく"}[(s-1)%4]
	})
}

// endedMany returns a view of a finished classic game. It has n players with long names, and the given number of
// winners.
func endedMany(n, winners int) games.View {
	v := endedHighlights()
	v.Seats, v.Headline = nil, games.Say("games.head.wins", "who", games.Seat(1), "points", games.Say("games.points", "N", 21))
	for i := range n {
		v.Seats = append(v.Seats, games.SeatView{Seat: games.Seat(i + 1), Score: max(0, 21-max(0, i-winners+1)), Winner: i < winners})
	}
	v.Highlights[0].Seats, v.Highlights[1].Seats = []games.Seat{1}, []games.Seat{1, 2}
	if winners > 1 {
		var who []games.Seat
		for i := range winners {
			who = append(who, games.Seat(i+1))
		}
		v.Headline = games.Say("games.head.share", "who", who, "points", games.Say("games.points", "N", 21))
	}
	return longNames(v)
}

// endedSolitaire returns a view of a finished solitaire with n players. If fewer than 27 sets were taken, cards are
// left.
func endedSolitaire(n, sets, stars int) games.View {
	depths := [9]int{1, 0, 2, 1, 0, 3, 0, 1, 1}
	if sets == 27 {
		depths = [9]int{}
	}
	v := solitaireView(depths, true)
	v.Phase, v.CardsLeft, v.Unit, v.Stars, v.MostStars = games.Finished, 0, "solitaire.sets", stars, 3
	made, left := games.Say("solitaire.head.made", "N", sets), games.Say("solitaire.head.left", "N", 81-3*sets)
	v.Headline = games.Say("solitaire.head.not_won", "made", made, "left", left)
	if sets > 23 {
		v.Headline = games.Say("solitaire.head.won", "made", made, "left", left)
	}
	v.Seats = nil
	for i := range n {
		v.Seats = append(v.Seats, games.SeatView{Seat: games.Seat(i + 1), Score: sets - (n - 1) - i, Winner: sets > 23})
	}
	v.Highlights = endedHighlights().Highlights[:1]
	v.Highlights[0].Seats = []games.Seat{1}
	missed := games.Say("solitaire.passed_by", "N", 8)
	v.Highlights = append(v.Highlights, games.Highlight{Phrase: missed, Label: missed})
	return v.WithNames(func(s games.Seat) string {
		return []string{"Bartholomew the Unshortened", "Ωρίων", "さくら"}[s-1]
	})
}

// withBest returns the result of a solitaire after earlier games with the given best score.
func withBest(v games.View, best int) games.View {
	v.Best = best
	return v
}

// twentyRecap returns the recap of a hand or a game of 20/20. Seat 1 won it with a set that includes the given number
// of cards from its own hand.
func twentyRecap(n, own int, ended bool) games.View {
	v := twentyView(n, 5, games.Watcher, false)
	v.Recap, v.Headline = true, games.Say("twenty.head.won", "who", games.Seat(1), "hand", 3, "target", 30)
	set := cards.ParseList("1SRD 2TGQ 3NPV")
	said := games.Say("twenty.shown", "who", games.Seat(1), "own", set[:own], "common", set[own:])
	if own == 3 {
		said = games.Say("twenty.shown.own", "who", games.Seat(1), "own", set)
	}
	v.Shown = []games.Showing{{Seat: 1, Sets: []games.ShownSet{{Own: set[:own], Common: set[own:]}}, Said: said}}
	for i := range v.Seats {
		v.Seats[i].Remark, v.Seats[i].HasLeft = games.Phrase{}, false
	}
	v.Seats[0].Winner, v.Seats[0].Won, v.Seats[0].Score, v.Seats[0].Cards = true, 15, 27, 0
	if ended {
		v.Phase, v.Recap, v.Seats[0].Won = games.Finished, false, 0
		v.Highlights = endedHighlights().Highlights[:2]
		v.Highlights[1].Seats = []games.Seat{1}
	}
	return longNames(v)
}

// endedChips returns a view of a finished poker night.
func endedChips() games.View {
	v := endedView(0)
	v.Game, v.Areas, v.Headline = "poker", nil, games.Say("poker.head.closed")
	for i := range v.Seats {
		v.Seats[i].CashedOut, v.Seats[i].Won = games.Chips(1000-250*i), games.Chips(500-250*i)
		v.Seats[i].Winner = i == 0
	}
	hand := showdownView(2, 3).Shown[0].Sets
	pot := games.Say("games.chips", "N", 120)
	v.Highlights = []games.Highlight{
		{Phrase: games.Say("games.highlights.pot", "who", []games.Seat{1, 2}, "chips", pot),
			Label: games.Say("games.highlights.pot.label", "chips", pot), Seats: []games.Seat{1, 2}},
		{Phrase: games.Say("poker.best.hand", "who", []games.Seat{4}, "N", len(hand)),
			Label: games.Say("poker.best.hand.label", "N", len(hand)), Seats: []games.Seat{4}, Sets: hand},
	}
	return v
}

// showdownView returns a view with n exposed hands. The first hand has the given number of sets, and each later hand
// has one set fewer.
func showdownView(n, sets int) games.View {
	pack := cards.SETPack().Cards()
	v := games.View{Game: "poker", Phase: games.Playing, Headline: verbatim("P wins 24, Q wins 6."), CardsLeft: 40}
	centre := games.Area{Name: "centre", Caption: games.Say("poker.area.centre")}
	for i := range 6 {
		centre.Cells = append(centre.Cells, games.Cell{Kind: games.Face, Card: pack[i*37%81], Marked: i%2 == 0})
	}
	v.Areas = []games.Area{centre}
	for i := range n {
		seat := games.Seat(i + 1)
		hand := games.HandArea(seat, games.Watcher, 2)
		own := []cards.Card{pack[(i*29+3)%81], pack[(i*29+11)%81]}
		for j, c := range own {
			hand.Cells = append(hand.Cells, games.Cell{Kind: games.Face, Card: c, Marked: j == 0 && i < sets})
		}
		v.Areas = append(v.Areas, hand)
		showing := games.Showing{Seat: seat}
		for j := range max(0, sets-i) {
			set := games.ShownSet{Own: own[:1], Common: []cards.Card{pack[j*37%81], pack[(j+1)*37%81]}}
			if j == 1 {
				set = games.ShownSet{Own: own, Common: []cards.Card{pack[j*37%81]}}
			}
			showing.Sets = append(showing.Sets, set)
		}
		v.Shown = append(v.Shown, showing)
		v.Seats = append(v.Seats, games.SeatView{Seat: seat, Chips: games.Chips(30 + i), Cards: 2, Winner: i < 2,
			Dealer: i == 1, Remark: verbatim(fmt.Sprintf("%d sets", max(0, sets-i)))})
	}
	return v
}

// recapView returns the recap of a showdown of n players with names. If there are four players, the last one has
// folded.
func recapView(n, sets, winners int) games.View {
	v := showdownView(n, sets)
	v.Recap, v.Headline = true, games.Say("poker.head.wins", "who", games.Seat(1), "n", 30)
	for i := range v.Seats {
		p := &v.Seats[i]
		p.Winner, p.Won = i < winners, games.Chips(24-12*i)
		if i == 3 && n == 4 {
			p.Dropped, p.Cards = true, 0
			v.Shown, v.Areas = v.Shown[:3], v.Areas[:4]
		}
	}
	return v.WithNames(func(s games.Seat) string {
		return []string{"Donaudampfschifffahrtskapitän", "Eve", "Ωρίων", "Hal", "Ida", "Jon", "Ann",
			"Bartholomew the Unshortened", "さくら", "Bob 🎲"}[s-1]
	})
}

// pilesView returns a view with standard cards and nine piles, one of them face down and one empty.
func pilesView() games.View {
	v := games.View{Game: "solitaire", Phase: games.Playing,
		Headline: verbatim("Take a set from the tops of three piles"), CardsLeft: 36}
	piles := games.Area{Name: "piles", Caption: games.Say("solitaire.area.piles"), Columns: 3}
	pack := cards.SETPack().Cards()
	for i := range 9 {
		piles.Cells = append(piles.Cells,
			games.Cell{Label: strconv.Itoa(i + 1), Kind: games.Face, Card: pack[i*9+i], Depth: 9 - i, Marked: i == 3})
	}
	piles.Cells[7] = games.Cell{Label: "8", Kind: games.Empty}
	piles.Cells[8] = games.Cell{Label: "9", Kind: games.Back, Depth: 3}
	hand := games.Area{Name: "pack", Caption: verbatim("pack"), Columns: 6}
	for i := range 6 {
		hand.Cells = append(hand.Cells,
			games.Cell{Label: string(rune('A' + i)), Kind: games.Face, Card: cards.Standard(i*2, i%4)})
	}
	v.Areas = []games.Area{piles, hand}
	v.Seats = []games.SeatView{{Seat: 1, Score: 3, Cards: 4, Turn: true}}
	return v
}

// lobbyView returns a view of a table with two players before the first deal.
func lobbyView(rules games.Rules) games.View {
	game, err := rules.Open(nil)
	for seat := games.Seat(1); seat <= 2 && err == nil; seat++ {
		join, _ := rules.Parse("join")
		var step games.Step
		step, err = game.Apply(games.Action{At: time.Unix(1e9, 0), Seat: seat, Move: join})
		game = step.Game
	}
	if err != nil {
		panic(err)
	}
	v := game.View(games.Watcher)
	v.Offers = nil // pictures don't show offers
	return v.WithNames(func(s games.Seat) string { return []string{"Ann", "Bartholomew the Unshortened"}[s-1] })
}

// named returns the views of the golden files by name.
func named() map[string]games.View {
	all := map[string]games.View{
		"classic09": classicView(9), "classic12": classicView(12), "classic15": classicView(15),
		"classic18": classicView(18), "classic21": classicView(21),
		"gathering": gatheringView(), "gathering-many": manyGather(20), "finished": finishedView(), "calling": callingView(),
		"showdown-two": showdownView(2, 3), "showdown-ten": showdownView(10, 2), "showdown-all": showdownView(3, 9),
		"recap-two": recapView(2, 3, 1), "recap-four": recapView(4, 3, 1), "recap-ten": recapView(10, 2, 1),
		"recap-tie": recapView(3, 9, 2), "ended-won": endedView(3), "ended-early": endedView(0), "ended-chips": endedChips(),
		"ended-highlights": endedHighlights(),
		"ended-many":       endedMany(9, 1), "ended-twenty": endedMany(20, 2), "ended-shared": endedMany(5, 5),
		"ended-solitaire": endedSolitaire(1, 24, 2), "ended-together": endedSolitaire(3, 15, 0),
		"ended-cleared": withBest(endedSolitaire(1, 27, 3), 26), "ended-below": withBest(endedSolitaire(1, 17, 0), 19), "ended-hand": twentyRecap(3, 2, true),
		"recap-hand": twentyRecap(3, 1, false), "recap-hand-eight": twentyRecap(8, 3, false),
		"poker07": pokerView(7), "poker20": pokerView(20), "piles": pilesView(),
	}
	maps.Copy(all, otherViews())
	for _, rules := range played {
		all["lobby-"+rules.Name()] = lobbyView(rules)
	}
	return all
}
