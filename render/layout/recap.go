package layout

import (
	"image"
	"slices"

	"settable/games"
)

// A Result holds the positions of the parts that describe one player in a recap. The winners come first and have the
// most space.
type Result struct {
	Seat  games.Seat
	Large bool // the player is a winner
	Mark  image.Rectangle
	Name  []image.Rectangle // lines of the name
	Won   image.Rectangle   // chips won or lost, aligned to the right
	Own   image.Rectangle   // captions above the winner's cards
	Their image.Rectangle
	Hand  []image.Rectangle // cards of a hand without a set
	Sets  []Three
	More  image.Rectangle // position of the number of further sets; empty: none
	Held  image.Rectangle // position of the number of cards in hand; empty: not shown
	Word  image.Rectangle // position of a word about the player; empty: none
}

// These are the sizes of the sets in a recap: the first sets of a single winner, the sets of several winners, and all
// other sets.
var (
	full   = scale{card: 190, with: 58}
	medium = scale{card: 120, with: 40}
	little = scale{card: 60, with: 20}
)

const (
	heroTall  = 68 // height of a winner's name and gain, at type size 100
	loserTall = 44 // height of any other player's name and gain
	wonWide   = 92 // width of the chips in such a row
	nameWide  = 40 // the least room for a name, in type 100
	heldWide  = 56 // width of the number of cards in hand
	mostLarge = 4  // if more players have not won, they get less space
)

// IsShowdown reports whether the view is the recap of a showdown.
func IsShowdown(v games.View) bool {
	return v.Recap && len(v.Shown) > 0 && slices.ContainsFunc(v.Seats, func(p games.SeatView) bool { return p.Winner })
}

// recapIn lays out the recap of a showdown at a type size.
func recapIn(t Type, v games.View) Layout {
	p := Layout{Width: Width, Type: t, Areas: make([]Ground, len(v.Areas))}
	y := Margin + t.Of(titleTall)
	p.Title = image.Rect(Margin, Margin, Width-Margin, y)
	y += Gap
	var winners, others []games.SeatView
	for _, s := range v.Seats {
		switch {
		case s.Winner:
			winners = append(winners, s)
		case s.Dropped || s.Won != 0 || s.Cards > 0 || slices.ContainsFunc(v.Shown, func(w games.Showing) bool { return w.Seat == s.Seat }):
			others = append(others, s)
		}
	}
	slices.SortStableFunc(winners, func(a, b games.SeatView) int { return int(b.Won - a.Won) })
	for _, s := range winners {
		y = p.winner(v, s.Seat, len(winners), len(others), y) + Gap
	}
	p.Headline = p.Results[0].Name[:1]
	y = p.others(v, others, y)
	if centre := slices.IndexFunc(v.Areas, func(a games.Area) bool { return a.Seat == games.Watcher }); centre >= 0 && WithChips(v) {
		y += Gap / 2
		g, n := &p.Areas[centre], len(v.Areas[centre].Cells)
		g.Caption = image.Rect(Margin, y, Width-Margin, y+p.caption())
		columns := (Width - 2*Margin + shownGap) / (little.card + shownGap)
		g.Cells = grid(Margin, y+p.caption(), little.card, little.tall(), shownGap, columns, n)
		y = bottomOf(g.Cells) + Gap
	}
	p.Height = y - Gap + Margin
	return p
}

// winner places a winner together with the winner's sets, and returns the bottom of these parts.
func (p *Layout) winner(v games.View, seat games.Seat, winners, others, y int) int {
	tall := p.Type.Of(heroTall)
	r := Result{Seat: seat, Large: true, Mark: image.Rect(Margin, y+4, Margin+tall-8, y+tall-4)}
	r.Won = image.Rect(Width-Margin-p.Type.Of(130), y, Width-Margin, y+tall)
	r.Name = p.nameLines(r.Mark.Max.X+Gap, y, r.Won.Min.X-Gap, tall)
	y += tall
	sets := setsOf(v, seat)
	if !WithChips(v) {
		r.Word = image.Rect(Width-Margin-p.Type.Of(pointsWide), y, Width-Margin, y+p.caption())
	}
	if len(sets) == 0 {
		r.Hand = grid(Margin, y+Gap/2, Few, Few*2/3, Gap, 2, handSize(v, seat))
		y = bottomOf(r.Hand)
		p.Results = append(p.Results, r)
		return y
	}
	how, large := full, 1
	switch {
	case winners > 2 || winners > 1 && others > mostLarge:
		how = medium
	case winners == 1 && others <= mostLarge:
		large = 2
	}
	extra := 4
	if winners > 1 {
		extra = 2
	}
	large = min(large, len(sets))
	y = p.sets(&r, how, sets[:large], y) + Gap
	rest := sets[large:]
	x := Margin
	for i, set := range rest[:min(len(rest), extra)] {
		if i > 0 && i%2 == 0 {
			x, y = Margin, y+little.tall()+Gap/2
		}
		r.Sets = append(r.Sets, little.three(set, x, y))
		x += little.wide() + 3*Gap
	}
	if len(rest) > extra {
		r.More = image.Rect(x, y, Width-Margin, y+little.tall())
	}
	if len(rest) > 0 {
		y += little.tall() + Gap
	}
	p.Results = append(p.Results, r)
	return y - Gap
}

// others places the players who have won nothing, usually in one row each. If there are many, players without a set are
// shown without their hands, two to a row if their names fit.
func (p *Layout) others(v games.View, all []games.SeatView, y int) int {
	if len(all) <= mostLarge || !WithChips(v) {
		for _, s := range all {
			y = p.other(v, s.Seat, y) + Gap/2
		}
		return y
	}
	wide, inRow := (Width-2*Margin-2*Gap)/2, 2
	if !p.nameFits(wide) {
		wide, inRow = Width-2*Margin, 1
	}
	n, bottom := 0, y
	for _, s := range all {
		if len(setsOf(v, s.Seat)) > 0 {
			y = p.other(v, s.Seat, y) + Gap/2
		}
	}
	for _, s := range all {
		if len(setsOf(v, s.Seat)) > 0 {
			continue
		}
		left := Margin + n%inRow*(wide+2*Gap)
		r := p.player(v, s.Seat, left, left+wide, y)
		p.Results = append(p.Results, r)
		if bottom = r.Won.Max.Y + Gap/2; n%inRow == inRow-1 {
			y = bottom
		}
		n++
	}
	return max(y, bottom)
}

// nameFits reports whether a name has room in a row of this width, between the mark and the chips.
func (p *Layout) nameFits(width int) bool {
	return width >= p.medal()+Gap+p.Type.Of(nameWide+wonWide)
}

// player places a player's mark, name and chips between left and right.
func (p *Layout) player(v games.View, seat games.Seat, left, right, y int) Result {
	tall, m := max(p.Type.Of(loserTall), little.tall()), p.medal()
	r := Result{Seat: seat, Mark: image.Rect(left, y+(tall-m)/2, left+m, y+(tall+m)/2)}
	r.Won = image.Rect(right-p.Type.Of(wonWide), y, right, y+tall)
	edge := r.Won.Min.X
	if !WithChips(v) {
		edge -= p.Type.Of(heldWide)
		r.Held = image.Rect(edge, y, r.Won.Min.X, y+tall)
	}
	r.Name = p.nameLines(r.Mark.Max.X+Gap, y, edge, tall)
	return r
}

// other places a player who has won nothing. It uses one row for the name, the chips, and the first set or the hand. If
// the name has no room there, the cards are below it.
func (p *Layout) other(v games.View, seat games.Seat, y int) int {
	x := Width - Margin - little.wide() - p.Type.Of(50)
	if !WithChips(v) { // hands stay hidden
		r := p.player(v, seat, Margin, Width-Margin, y)
		p.Results = append(p.Results, r)
		return y + r.Won.Dy()
	}
	sets := setsOf(v, seat)
	right, below := x-Gap, !p.nameFits(x-Gap-Margin)
	if below {
		right, x = Width-Margin, Margin
	}
	r := p.player(v, seat, Margin, right, y)
	tall := r.Won.Dy()
	if below {
		y, tall = y+tall, little.tall()
	}
	at := y + (tall-little.tall())/2
	switch {
	case len(sets) > 0:
		r.Sets = []Three{little.three(sets[0], x, at)}
		if len(sets) > 1 {
			r.More = image.Rect(x+little.wide()+Gap/2, y, Width-Margin, y+tall)
		}
	default:
		r.Hand = grid(x, at, little.card, little.tall(), shownGap, 2, handSize(v, seat))
	}
	p.Results = append(p.Results, r)
	return y + tall
}

// nameLines returns two lines for a name. A short name is written on one line in the middle of both.
func (p *Layout) nameLines(x, y, right, tall int) []image.Rectangle {
	return []image.Rectangle{image.Rect(x, y, right, y+tall/2), image.Rect(x, y+tall/2, right, y+tall)}
}

// setsOf returns the sets of a seat's exposed hand.
func setsOf(v games.View, seat games.Seat) []games.ShownSet {
	for _, s := range v.Shown {
		if s.Seat == seat {
			return s.Sets
		}
	}
	return nil
}

// handSize returns the number of cards in a seat's exposed hand.
func handSize(v games.View, seat games.Seat) int {
	for _, a := range v.Areas {
		if a.Seat == seat {
			return len(a.Cells)
		}
	}
	return 0
}
