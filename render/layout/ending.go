package layout

import (
	"cmp"
	"image"
	"slices"

	"settable/games"
)

// A Moment holds the positions of a highlight's parts in the recap of a finished game: its label, its players and its
// cards.
type Moment struct {
	Label []image.Rectangle // the lines of the label
	Marks []image.Rectangle
	Name  []image.Rectangle // the lines of the name; nil: none
	Sets  []Three
}

// These are the sizes of the cards in a highlight: three cards, or a set from a hand and the centre.
var (
	three  = scale{card: 104}
	joined = scale{card: 96, with: 30}
)

const (
	mostHeroes   = 3   // if more players win, they are listed like the others
	mostInColumn = 6   // if more players have not won, they are in two columns
	starSide     = 64  // at type size 100
	pointsWide   = 150 // width of a winner's score, at type size 100
	figureWide   = 64  // width of any other score
	chipsWide    = 112 // width of chips won or lost
	wordWide     = 70  // width of a word about a player
	yardName     = 262 // width of a name, mark and score beside a graveyard
	mostPictured = 12  // with more players, only the text shows the cards of highlights
)

// A spacing holds the heights of the parts of an ending and the gap between them, at type size 100.
type spacing struct{ hero, player, moment, gap int }

var (
	usual = spacing{hero: heroTall, player: loserTall, moment: 38, gap: Gap}
	dense = spacing{hero: 52, player: 40, moment: 36, gap: 3}
)

func spacingOf(v games.View) spacing {
	if len(v.Seats) > mostPictured {
		return dense
	}
	return usual
}

// IsEnding reports whether the view is the recap of a finished game.
func IsEnding(v games.View) bool { return v.Phase == games.Finished }

// HasHeadline reports whether the recap of a finished game shows the headline. It does if no winner is shown or if the
// headline gives the reason for the result.
func HasHeadline(v games.View) bool {
	first, _ := standings(v)
	return len(first) == 0 || v.MostStars > 0 || v.IsForfeit()
}

// standings returns two groups of players, each with the best first: those who are shown large, and the others.
func standings(v games.View) (first, others []games.SeatView) {
	for _, s := range v.Seats {
		if s.Winner && v.MostStars == 0 || len(v.Seats) == 1 && v.MostStars > 0 {
			first = append(first, s)
		} else {
			others = append(others, s)
		}
	}
	best := func(a, b games.SeatView) int { return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(b.Score, a.Score)) }
	slices.SortStableFunc(others, best)
	if len(first) > mostHeroes {
		return nil, append(first, others...)
	}
	return first, others
}

// endingIn lays out the recap of a finished game at a type size.
func endingIn(t Type, v games.View) Layout {
	p := Layout{Width: Width, Type: t, Areas: make([]Ground, len(v.Areas)), Ending: true}
	y := Margin + t.Of(titleTall)
	p.Title = image.Rect(Margin, Margin, Width-Margin, y)
	if HasHeadline(v) {
		for range 2 {
			p.Headline = append(p.Headline, image.Rect(Margin, y, Width-Margin, y+t.Of(LineTall)))
			y += t.Of(LineTall)
		}
	}
	y += Gap
	if v.MostStars > 0 {
		side := t.Of(starSide)
		p.Stars = grid(Margin, y, side, side, Gap, v.MostStars, v.MostStars)
		y = p.best(v, y, y+side) + Gap
	}
	first, others := standings(v)
	for _, s := range first {
		y = p.hero(v, s.Seat, len(first), y) + spacingOf(v).gap
	}
	if p.Headline == nil {
		p.Headline = p.Results[0].Name[:1]
	}
	y = p.rest(v, p.standing(v, others, y))
	if len(v.Highlights) > 0 {
		y += Gap
	}
	y = p.moments(v.Highlights, spacingOf(v), y)
	p.Height = y - spacingOf(v).gap + Margin
	return p
}

// best places the comparison with earlier results on two lines to the right of the stars. If the type is too large for
// that, the lines are below the stars. It returns the bottom of these parts.
func (p *Layout) best(v games.View, top, bottom int) int {
	if v.Best == 0 {
		return bottom
	}
	x, line := p.Stars[len(p.Stars)-1].Max.X+2*Gap, p.Type.Of(LineTall)
	y := (top+bottom)/2 - line
	if x > Width*2/5 {
		x, y = Margin, bottom+Gap
		bottom = y + 2*line
	}
	p.Best = grid(x, y, Width-Margin-x, line, 0, 1, 2)
	return bottom
}

// hero places a winner together with the winning set or the graveyard. It returns the bottom of these parts.
func (p *Layout) hero(v games.View, seat games.Seat, winners, y int) int {
	tall := p.Type.Of(spacingOf(v).hero)
	r := Result{Seat: seat, Large: true, Mark: image.Rect(Margin, y+4, Margin+tall-8, y+tall-4)}
	r.Won = image.Rect(Width-Margin-p.Type.Of(pointsWide), y, Width-Margin, y+tall)
	r.Name = p.nameLines(r.Mark.Max.X+Gap, y, r.Won.Min.X-Gap, tall)
	y += tall
	if sets := setsOf(v, seat); len(sets) > 0 && winners == 1 {
		y = p.sets(&r, full, sets[:1], y)
	}
	p.Results = append(p.Results, r)
	return p.yard(v, seat, Margin, y, y)
}

// sets places sets one below the other. Captions above them mark the cards of the hand and the common cards.
func (p *Layout) sets(r *Result, how scale, sets []games.ShownSet, y int) int {
	first := how.three(sets[0], Margin, y)
	right := Width - Margin
	if !r.Word.Empty() {
		right = r.Word.Min.X
	}
	if len(first.Common) > 0 {
		r.Their = image.Rect(first.Common[0].Min.X, y, right, y+p.caption())
		right = first.Common[0].Min.X
	}
	if len(first.Own) > 0 {
		r.Own = image.Rect(Margin, y, right, y+p.caption())
	}
	y += p.caption()
	for _, set := range sets {
		r.Sets = append(r.Sets, how.three(set, Margin, y))
		y += how.tall() + Gap
	}
	return y - Gap
}

// yard places a seat's graveyard between x and the right edge. It returns the bottom of the graveyard, but at least
// end.
func (p *Layout) yard(v games.View, seat games.Seat, x, y, end int) int {
	for i, a := range v.Areas {
		if a.Seat == seat && a.Arrangement == games.Ranks && len(a.Cells) > 0 {
			p.Areas[i].Cells = stones(a, x, y)
			return max(end, bottomOf(p.Areas[i].Cells))
		}
	}
	return end
}

// standing places the players who have not won, usually in one row each. If there are many, two players share a row.
func (p *Layout) standing(v games.View, all []games.SeatView, y int) int {
	tall, gap := p.Type.Of(spacingOf(v).player), spacingOf(v).gap/2
	if len(all) <= mostInColumn || HasGraveyards(v) {
		for _, s := range all {
			right := Width - Margin
			stones := slices.ContainsFunc(v.Areas, func(a games.Area) bool {
				return a.Seat == s.Seat && a.Arrangement == games.Ranks && len(a.Cells) > 0
			})
			if stones {
				right = Margin + yardName
			}
			r := p.ranked(v, s.Seat, Margin, right, y, tall)
			if stones { // a row with a graveyard is taller
				r.Name = grid(r.Name[0].Min.X, y, r.Name[0].Dx(), tall/2, 0, 1, 3)
				high := 3 * (tall / 2)
				r.Mark = r.Mark.Add(image.Pt(0, (high-tall)/2))
				r.Won = image.Rect(r.Won.Min.X, y, r.Won.Max.X, y+high)
			}
			p.Results = append(p.Results, r)
			y = p.yard(v, s.Seat, right+Gap, y, y+tall) + gap
		}
		return y
	}
	half := (Width - 2*Margin - 2*Gap) / 2
	for i, s := range all { // down the first column, then down the second
		perColumn := (len(all) + 1) / 2
		x, at := Margin+i/perColumn*(half+2*Gap), y+i%perColumn*(tall+gap)
		p.Results = append(p.Results, p.ranked(v, s.Seat, x, x+half, at, tall))
	}
	return y + (len(all)+1)/2*(tall+gap)
}

// ranked places a player's mark, name, status and score between left and right.
func (p *Layout) ranked(v games.View, seat games.Seat, left, right, y, tall int) Result {
	m := p.medal()
	r := Result{Seat: seat, Mark: image.Rect(left, y+(tall-m)/2, left+m, y+(tall+m)/2)}
	figure := p.Type.Of(figureWide)
	if WithChips(v) {
		figure = p.Type.Of(chipsWide)
	}
	r.Won = image.Rect(right-figure, y, right, y+tall)
	r.Word = image.Rect(r.Won.Min.X-p.Type.Of(wordWide), y, r.Won.Min.X, y+tall)
	if right-left < Width/2 {
		r.Word = image.Rectangle{}
	}
	edge := r.Won.Min.X
	if !r.Word.Empty() {
		edge = r.Word.Min.X
	}
	r.Name = p.nameLines(r.Mark.Max.X+Gap, y, edge, tall)
	return r
}

// rest places the top cards of the piles that are left at the end of a solitaire.
func (p *Layout) rest(v games.View, y int) int {
	n := len(v.Faces(games.Watcher))
	if v.MostStars == 0 || n == 0 {
		return y
	}
	p.RestCaption = image.Rect(Margin, y, Width-Margin, y+p.caption())
	p.Rest = grid(Margin, y+p.caption(), little.card, little.tall(), shownGap, n, n)
	return bottomOf(p.Rest) + Gap
}

// moments places highlights, starting with those that show cards, and returns the top of the next part.
func (p *Layout) moments(all []games.Highlight, s spacing, y int) int {
	p.Moments = make([]Moment, len(all))
	for _, withCards := range []bool{true, false} {
		for i, h := range all {
			if s == dense {
				h.Sets = nil
			}
			if withCards == (len(h.Sets) > 0) {
				p.Moments[i], y = p.moment(h, y, p.Type.Of(s.moment))
				y += s.gap
			}
		}
	}
	return y
}

// Moments places the highlights of a night below y and returns their bottom.
func Moments(all []games.Highlight, y int) (placed []Moment, bottom int) {
	p := Layout{Width: Width, Type: types[0]}
	y = p.moments(all, usual, y)
	return p.Moments, y
}

// moment places a highlight and returns its bottom. The text is to the right of a single set, above several sets, or
// alone.
func (p *Layout) moment(h games.Highlight, y, tall int) (m Moment, bottom int) {
	line := p.Type.Of(LineTall)
	if n := min(len(h.Sets), 3); n == 1 {
		how := three
		if len(h.Sets[0].Own) > 0 {
			how = joined
		}
		words := 2*line + min(1, len(h.Seats))*tall
		high := max(words, how.tall())
		m.Sets = []Three{how.three(h.Sets[0], Margin, y+(high-how.tall())/2)}
		x, top := Margin+how.wide()+shownGap+Gap, y+(high-words)/2
		m.Label = []image.Rectangle{image.Rect(x, top, Width-Margin, top+line),
			image.Rect(x, top+line, Width-Margin, top+2*line)}
		p.placePlayers(&m, h, x, top+2*line, tall)
		return m, y + high
	}
	x := Width - Margin
	if len(h.Seats) > 0 {
		x = Margin + (Width-2*Margin)/2
		p.placePlayers(&m, h, x, y, tall)
	}
	m.Label = []image.Rectangle{image.Rect(Margin, y, x-Gap, y+tall/2), image.Rect(Margin, y+tall/2, x-Gap, y+tall)}
	y += tall
	if len(h.Sets) > 1 {
		y += Gap / 2
		for i, set := range h.Sets[:min(len(h.Sets), 3)] {
			m.Sets = append(m.Sets, little.three(set, Margin+i*(little.wide()+Gap), y))
		}
		y += little.tall()
	}
	return m, y
}

// placePlayers computes where the players of a highlight are drawn. A single player has a mark and a name, and several
// players have only marks.
func (p *Layout) placePlayers(m *Moment, h games.Highlight, x, y, tall int) {
	side := p.Type.Of(Medal) - 6
	fit := (Width - Margin - x + shownGap) / (side + shownGap)
	n := min(len(h.Seats), fit)
	m.Marks = grid(x, y+(tall-side)/2, side, side, shownGap, max(1, n), n)
	if n == 1 {
		m.Name = p.nameLines(m.Marks[0].Max.X+Gap, y, Width-Margin, tall)
	}
}
