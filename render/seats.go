package render

import (
	"image"
	"strconv"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

// mark is a seat's sign: a colour, a shape and a letter, so that none of them
// is needed to tell it.
func (m *canvas) mark(box image.Rectangle, seat games.Seat, k motif) {
	n := max(0, int(seat)-1)
	// Thirty seats in a row have each another pair of shape and colour.
	m.lay(box.Min, sprite{motif: k, n: n % 30, w: box.Dx(), h: box.Dy()})
	letter := games.SeatLetter(seat)
	h := hand{bold: true, size: box.Dx() * 13 / 20}
	if len(letter) > 1 {
		h.size = box.Dx() * 9 / 20
	}
	b := m.sheet.blends.letterOnSeat[n%len(m.sheet.theme.seat)]
	if k == tileGone {
		b = m.sheet.blends.mutedOnTile
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
func (m *canvas) seat(p games.Place, box image.Rectangle, twoLines, chips bool) {
	side := layout.Medal - 4
	plate, sign := tilesOf(p)
	m.lay(box.Min, sprite{motif: plate, w: box.Dx(), h: box.Dy()})
	at := image.Pt(box.Min.X+7, box.Min.Y+(box.Dy()-side)/2)
	m.mark(image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, p.Seat, sign)
	x, right := box.Min.X+7+side+9, box.Max.X-9
	if !twoLines {
		figureHand.write(m, x, box.Min.Y+(box.Dy()+figureHand.rise())/2, strconv.Itoa(p.Score), m.figures(p))
		m.status(p, right, (box.Min.Y+box.Max.Y)/2)
		return
	}
	m.holdings(p, x, box.Min.Y+21, chips)
	m.status(p, right, box.Min.Y+45)
}

// tilesOf are what a seat stands on, and its mark.
func tilesOf(p games.Place) (plate, sign motif) {
	plate, sign = tile, tileMark
	if p.Turn || p.Calling {
		plate = turnTile
	}
	if p.Left {
		sign = tileGone
	}
	return plate, sign
}

func (m *canvas) figures(p games.Place) blend {
	if p.Left || p.Dropped || p.Away {
		return m.sheet.blends.mutedOnTile
	}
	return m.sheet.blends.inkOnTile
}

// holdings are chips or score, and cards in hand, in a line round y.
func (m *canvas) holdings(p games.Place, x, y int, chips bool) {
	base := y + smallFigure.rise()/2
	if chips || p.Chips != 0 {
		m.lay(image.Pt(x, y-10), sprite{motif: chip, w: 20, h: 20})
		words := m.lang.Number(int64(p.Chips))
		smallFigure.write(m, x+25, base, words, m.figures(p))
		x += 25 + smallFigure.width(words) + 12
	} else {
		words := strconv.Itoa(p.Score)
		smallFigure.write(m, x, base, words, m.figures(p))
		x += smallFigure.width(words) + 16
	}
	if p.Cards > 0 {
		m.lay(image.Pt(x, y-11), sprite{motif: deck, w: 22, h: 22})
		smallFigure.write(m, x+26, base, strconv.Itoa(p.Cards), m.figures(p))
	}
}

// status is what the seat is about, in a word and a sign, ending at the right.
func (m *canvas) status(p games.Place, right, y int) {
	word, sign := statusOf(p, m.lang)
	b := m.sheet.blends.inkOnTile
	if sign == tile {
		b = m.sheet.blends.mutedOnTile
	}
	x := right - statusHand.width(word)
	statusHand.write(m, x, y+statusHand.rise()/2, word, b)
	if sign != tile {
		x -= 23
		m.lay(image.Pt(x, y-9), sprite{motif: sign, w: 18, h: 18})
	}
	if p.Dealer {
		x -= 28
		m.lay(image.Pt(x, y-11), sprite{motif: button, w: 22, h: 22})
		h := hand{bold: true, size: 15}
		h.write(m, x+(22-h.width("D"))/2, y+h.rise()/2, "D", m.sheet.blends.tileOnInk)
	}
}

// statusOf is the word for what matters most about a seat, and its sign; tile: none.
func statusOf(p games.Place, lang *words.Language) (string, motif) {
	switch {
	case p.Winner:
		return lang.Key("render.wins"), star
	case p.Left:
		return lang.Key("render.left"), tile
	case p.Away:
		return lang.Key("render.away"), tile
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
func (m *canvas) plaque(p games.Place, box image.Rectangle) {
	at, side := box.Min.Add(image.Pt(9, 11)), layout.Medal
	plate, sign := tilesOf(p)
	m.lay(box.Min, sprite{motif: plate, w: box.Dx(), h: box.Dy()})
	m.mark(image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, p.Seat, sign)
	score := strconv.Itoa(p.Score)
	figureHand.write(m, box.Max.X-12-figureHand.width(score), at.Y+(side+figureHand.rise())/2, score,
		m.figures(p))
	m.status(p, box.Max.X-9, box.Max.Y-21)
}
