package render

import (
	"image"
	"strconv"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

// mark draws the mark of a seat. Its colour, shape and letter each help to recognise the seat.
func (m *canvas) mark(box image.Rectangle, seat games.Seat, k motif) {
	letter, size := games.SeatLetter(seat), box.Dx()*13/20
	if len(letter) > 1 { // a number must fit into every shape
		size = box.Dx() * 12 / 20
	}
	badge{max(0, int(seat)-1), letter, size, k}.draw(m, box)
}

// A badge is a small coloured shape with a letter or a number in it.
type badge struct {
	n      int
	letter string
	size   int
	kind   motif
}

func (g badge) draw(m *canvas, box image.Rectangle) {
	// Thirty consecutive badges all differ in shape or colour.
	m.lay(box.Min, sprite{motif: g.kind, n: g.n % 30, w: box.Dx(), h: box.Dy()})
	h := fontFace{bold: true, size: g.size}
	b := m.sheet.blends.letterOnSeat[g.n%len(m.sheet.theme.seat)]
	if g.kind == tileGone {
		b = m.sheet.blends.mutedOnTile
	}
	h.write(m, box.Min.X+(box.Dx()-h.width(g.letter))/2, box.Min.Y+(box.Dy()+h.rise())/2, g.letter, b)
}

// placeOf returns the i-th seat of the view, with Turn set if it is the seat's turn.
func placeOf(v games.View, i int) games.SeatView {
	p := v.Seats[i]
	p.Turn = p.Turn || v.Turn > 0 && v.Turn == p.Seat
	return p
}

// A seatRow draws seats on a canvas.
type seatRow struct {
	*canvas
	scored bool // the game has points
}

// seat draws a seat: its mark, its holdings and its status.
func (m seatRow) seat(p games.SeatView, box image.Rectangle, twoLines, chips bool) {
	of := m.size.Of
	side := of(layout.Medal) - 1
	plate, sign := tilesOf(p)
	m.lay(box.Min, sprite{motif: plate, w: box.Dx(), h: box.Dy()})
	at := image.Pt(box.Min.X+7, box.Min.Y+(box.Dy()-side)/2)
	m.mark(image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, p.Seat, sign)
	x, right := box.Min.X+7+side+9, box.Max.X-9
	if !twoLines && chips {
		m.stack(p, x, right, (box.Min.Y+box.Max.Y)/2)
		return
	}
	if !twoLines {
		h, score := figureFont.inType(m.size), strconv.Itoa(p.Score)
		if m.size > 100 {
			h = smallFigure.inType(m.size)
		}
		h.write(m.canvas, x, box.Min.Y+(box.Dy()+h.rise())/2, score, m.figures(p))
		m.status(p, x+h.width(score), right, (box.Min.Y+box.Max.Y)/2)
		return
	}
	if p.Name != "" {
		m.ending(p, x, right, box.Min.Y+(box.Dy()-of(68))/2, chips)
		return
	}
	m.holdings(p, x, box.Min.Y+of(22), chips)
	m.status(p, x, right, box.Min.Y+of(48))
}

// tilesOf returns the sprites for the background and the mark of a seat.
func tilesOf(p games.SeatView) (plate, sign motif) {
	plate, sign = tile, tileMark
	if p.Turn || p.Calling {
		plate = turnTile
	}
	if p.HasLeft {
		sign = tileGone
	}
	return plate, sign
}

func (m seatRow) figures(p games.SeatView) blend {
	if p.HasLeft || p.Dropped || p.Away && !p.House.StandsIn {
		return m.sheet.blends.mutedOnTile
	}
	return m.sheet.blends.inkOnTile
}

// holdings draws the chips or the score, and the number of cards in hand, on a line centred on y.
func (m seatRow) holdings(p games.SeatView, x, y int, chips bool) {
	h, of := smallFigure.inType(m.size), m.size.Of
	if m.size > 100 {
		h = statusFont.inType(m.size) // at this size the smaller font is legible, and it lets three seats fit in a row
	}
	base := y + h.rise()/2
	if chips {
		x += m.chipCount(h, p, x, y) + 9
	} else {
		words := strconv.Itoa(p.Score)
		h.write(m.canvas, x, base, words, m.figures(p))
		x += h.width(words) + 14
	}
	if p.Cards > 0 {
		m.icon(deck, x, y, of(22))
		h.write(m.canvas, x+of(22)+3, base, strconv.Itoa(p.Cards), m.figures(p))
	}
}

// ending draws a seat with the player's name and, below it, everything else.
func (m seatRow) ending(p games.SeatView, x, right, top int, chips bool) {
	h, of := statusFont.inType(m.size), m.size.Of
	h.write(m.canvas, x, top+of(22)+h.rise()/2, h.drawableName(p.Name, right-x), m.figures(p))
	wide := 0
	switch {
	case chips:
		wide = m.chipCount(h, p, x, top+of(48))
	case m.scored:
		number := m.lang.Number(int64(p.Score))
		h.write(m.canvas, x, top+of(48)+h.rise()/2, number, m.figures(p))
		wide = h.width(number)
	}
	m.status(p, x+wide, right, top+of(48))
}

// stack draws a seat's number of chips and, for a winner, a star, on a line centred on y.
func (m seatRow) stack(p games.SeatView, x, right, y int) {
	m.chipCount(statusFont.inType(m.size), p, x, y)
	if p.Winner {
		side := m.size.Of(18)
		m.icon(star, right-side, y, side)
	}
}

// chipCount draws a seat's number of chips on a line centred on y, and returns the width.
func (m seatRow) chipCount(h fontFace, p games.SeatView, x, y int) (wide int) {
	side, number := m.size.Of(20), m.lang.Number(int64(p.ChipsHeld()))
	m.icon(chip, x, y, side)
	h.write(m.canvas, x+side+4, y+h.rise()/2, number, m.figures(p))
	return side + 4 + h.width(number)
}

// icon draws a square icon whose left edge is at x and whose centre is at y.
func (m seatRow) icon(k motif, x, y, side int) {
	m.lay(image.Pt(x, y-side/2), sprite{motif: k, w: side, h: side})
}

// status draws a seat's status, aligned to the right: a word and, if there is room, an icon.
func (m seatRow) status(p games.SeatView, left, right, y int) {
	word, sign := statusOf(p, m.lang)
	b := m.sheet.blends.inkOnTile
	if sign == tile {
		b = m.sheet.blends.mutedOnTile
	}
	if statusFont.inType(m.size).room(word) > right-left {
		right += 4 // closer to the edge, so that the font can stay large
	}
	h, of := statusFont.inType(m.size).fitting(right-left, word), m.size.Of
	x := right - h.width(word)
	h.write(m.canvas, x, y+h.rise()/2, word, b)
	if sign != tile && x-of(23) > left {
		x -= of(23)
		m.icon(sign, x, y, of(18))
	}
	if p.Dealer {
		x -= of(32)
		m.icon(button, x, y, of(28))
		h.write(m.canvas, x+(of(28)-h.width("D"))/2, y+h.rise()/2, "D", m.sheet.blends.tileOnInk)
	}
}

// statusOf returns a word for the most important status of a seat, and its icon. The icon is tile if there is none.
func statusOf(p games.SeatView, lang *words.Language) (string, motif) {
	switch {
	case p.Winner:
		return lang.Key("render.wins"), star
	case p.HasLeft:
		return lang.Key("render.left"), tile
	case p.Away && !p.House.StandsIn:
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
	return lang.Plain(p.Remark), tile
}

// plaque draws a seat at the left of its own row. It is narrow, so the status is below the score.
func (m seatRow) plaque(p games.SeatView, box image.Rectangle) {
	at, side := box.Min.Add(image.Pt(9, 11)), m.size.Of(layout.Medal)
	plate, sign := tilesOf(p)
	m.lay(box.Min, sprite{motif: plate, w: box.Dx(), h: box.Dy()})
	m.mark(image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, p.Seat, sign)
	h, score := figureFont.inType(m.size), strconv.Itoa(p.Score)
	h.write(m.canvas, box.Max.X-12-h.width(score), at.Y+(side+h.rise())/2, score, m.figures(p))
	m.status(p, box.Min.X, box.Max.X-5, box.Max.Y-m.size.Of(19))
}

// roster draws the seats before the start: each player's mark, full name and chips. The status of a player takes half of
// the name's room.
func (m *canvas) roster(v games.View, p layout.Layout) {
	for i, box := range p.Seats {
		place := v.Seats[i]
		plate, sign := tilesOf(place)
		m.lay(box.Min, sprite{motif: plate, w: box.Dx(), h: box.Dy()})
		side := m.size.Of(layout.Medal) - 1
		at := image.Pt(box.Min.X+7, (box.Min.Y+box.Max.Y-side)/2)
		m.mark(image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}, place.Seat, sign)
		if layout.WithChips(v) {
			seatRow{canvas: m}.chipCount(otherFonts[0].inType(m.size), place, p.Roster[i].Max.X+layout.Gap, (box.Min.Y+box.Max.Y)/2)
		}
		room, ink := p.Roster[i], seatRow{canvas: m}.figures(place)
		middle := (room.Min.Y + room.Max.Y) / 2
		lines := []image.Rectangle{image.Rect(room.Min.X, room.Min.Y, room.Max.X, middle),
			image.Rect(room.Min.X, middle, room.Max.X, room.Max.Y)}
		if word, _ := statusOf(place, m.lang); word != "" {
			statusFont.inType(m.size).write(m, room.Min.X, middleOf(lines[1], statusFont.inType(m.size)), word,
				m.sheet.blends.mutedOnTile)
			lines = lines[:1]
		}
		m.name(resultName(v, place.Seat, m.lang), otherFonts[:2], lines, ink)
	}
}
