package render

import (
	"image"
	"strconv"

	"github.com/dustin/go-humanize"

	"settable/games"
	"settable/render/words"
)

// mark is a seat's sign: a colour, a shape and a letter, so that none of them
// is needed to tell it.
func (s *sheet) mark(m *canvas, box image.Rectangle, seat games.Seat, k motif) {
	n := max(0, int(seat)-1)
	// Thirty seats in a row have each another pair of shape and colour.
	s.lay(m, box.Min, sprite{motif: k, n: n % 30, w: box.Dx(), h: box.Dy()})
	letter := games.SeatLetter(seat)
	h := hand{bold: true, size: box.Dx() * 13 / 20}
	if len(letter) > 1 {
		h.size = box.Dx() * 9 / 20
	}
	b := s.blends.letterOnSeat[n%len(s.theme.seat)]
	if k == tileGone {
		b = s.blends.mutedOnTile
	}
	h.write(m, box.Min.X+(box.Dx()-h.width(letter))/2, box.Min.Y+(box.Dy()+h.rise())/2, letter, b)
}

// placeOf is a seat of the view, which is to move when the view says so.
func placeOf(v games.View, i int) games.Place {
	p := v.Seats[i]
	p.Turn = p.Turn || v.Turn > 0 && v.Turn == p.Seat
	return p
}

// seat draws a seat: its mark, what it has, and what it is about.
func (s *sheet) seat(m *canvas, p games.Place, box image.Rectangle, twoLines, chips bool, lang *words.Language) {
	plate, sign := tile, tileMark
	if p.Turn || p.Calling {
		plate = turnTile
	}
	if p.Left {
		sign = tileGone
	}
	s.lay(m, box.Min, sprite{motif: plate, w: box.Dx(), h: box.Dy()})
	side := medal - 4
	at := image.Pt(box.Min.X+7, box.Min.Y+(box.Dy()-side)/2)
	s.mark(m, image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, p.Seat, sign)
	x, right := box.Min.X+7+side+9, box.Max.X-9
	if !twoLines {
		figureHand.write(m, x, box.Min.Y+(box.Dy()+figureHand.rise())/2, strconv.Itoa(p.Score), s.figures(p))
		s.status(m, p, right, (box.Min.Y+box.Max.Y)/2, lang)
		return
	}
	s.holdings(m, p, x, box.Min.Y+21, chips)
	s.status(m, p, right, box.Min.Y+45, lang)
}

func (s *sheet) figures(p games.Place) blend {
	if p.Left || p.Dropped {
		return s.blends.mutedOnTile
	}
	return s.blends.inkOnTile
}

// holdings are chips or score, and cards in hand, in a line round y.
func (s *sheet) holdings(m *canvas, p games.Place, x, y int, chips bool) {
	base := y + smallFigure.rise()/2
	if chips || p.Chips != 0 {
		s.lay(m, image.Pt(x, y-10), sprite{motif: chip, w: 20, h: 20})
		words := humanize.Comma(int64(p.Chips))
		smallFigure.write(m, x+25, base, words, s.figures(p))
		x += 25 + smallFigure.width(words) + 12
	} else {
		words := strconv.Itoa(p.Score)
		smallFigure.write(m, x, base, words, s.figures(p))
		x += smallFigure.width(words) + 16
	}
	if p.Cards > 0 {
		s.lay(m, image.Pt(x, y-11), sprite{motif: deck, w: 22, h: 22})
		smallFigure.write(m, x+26, base, strconv.Itoa(p.Cards), s.figures(p))
	}
}

// status is what the seat is about, in a word and a sign, ending at the right.
func (s *sheet) status(m *canvas, p games.Place, right, y int, lang *words.Language) {
	word, sign := statusOf(p, lang)
	b := s.blends.inkOnTile
	if sign == tile {
		b = s.blends.mutedOnTile
	}
	x := right - statusHand.width(word)
	statusHand.write(m, x, y+statusHand.rise()/2, word, b)
	if sign != tile {
		x -= 23
		s.lay(m, image.Pt(x, y-9), sprite{motif: sign, w: 18, h: 18})
	}
	if p.Dealer {
		x -= 28
		s.lay(m, image.Pt(x, y-11), sprite{motif: button, w: 22, h: 22})
		h := hand{bold: true, size: 15}
		h.write(m, x+(22-h.width("D"))/2, y+h.rise()/2, "D", s.blends.tileOnInk)
	}
}

// statusOf is the word for what matters most about a seat, and its sign; tile: none.
func statusOf(p games.Place, lang *words.Language) (string, motif) {
	switch {
	case p.Winner:
		return lang.Key("render.wins"), star
	case p.Left:
		return lang.Key("render.left"), tile
	case p.Dropped:
		return lang.Key("render.out"), tile
	case p.Calling:
		return lang.Key("render.calls"), bubble
	case p.Locked:
		return lang.Key("render.locked"), lock
	case p.Turn:
		return lang.Key("render.turn"), arrow
	}
	return lang.Plain(p.Said), tile
}

// plaque draws a seat that has a row of its own: narrow, its word below its score.
func (s *sheet) plaque(m *canvas, p games.Place, box image.Rectangle, lang *words.Language) {
	plate, sign := tile, tileMark
	if p.Turn || p.Calling {
		plate = turnTile
	}
	if p.Left {
		sign = tileGone
	}
	s.lay(m, box.Min, sprite{motif: plate, w: box.Dx(), h: box.Dy()})
	at, side := box.Min.Add(image.Pt(9, 11)), medal
	s.mark(m, image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, p.Seat, sign)
	score := strconv.Itoa(p.Score)
	figureHand.write(m, box.Max.X-12-figureHand.width(score), at.Y+(side+figureHand.rise())/2, score, s.figures(p))
	s.status(m, p, box.Max.X-9, box.Max.Y-21, lang)
}
