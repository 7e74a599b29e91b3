package render

import (
	"image"
	"strings"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

// titleSeparator returns the separator between the parts of a title. It is wider than in a sentence.
func titleSeparator(lang *words.Language) string {
	return strings.ReplaceAll(lang.Key("words.beside"), " ", "  ")
}

// title draws the name of the game, the pot and the number of cards left, and explains the frames around cards. If
// there isn't enough room, it keeps the explanations and omits other parts.
func (m *canvas) title(v games.View, box image.Rectangle) {
	h, b := titleFont.inType(m.size), m.sheet.blends.mutedOnGround
	parts, frames, room, apart := titleLine(v, m.lang), framesOf(v), box.Dx(), titleSeparator(m.lang)
	for _, f := range frames {
		room -= m.frameWide(f)
	}
	line := strings.Join(parts, apart)
	wide := h.room(line)
	for len(parts) > 0 && wide > room {
		parts = parts[:len(parts)-1]
		line = strings.Join(parts, apart)
		wide = h.room(line)
	}
	base, x := box.Min.Y+h.rise(), box.Min.X
	h.write(m, x, base, line, b)
	if wide > 0 {
		x += wide + m.size.Of(frameGap)
	}
	for _, f := range frames {
		w := m.size.Of(frameW)
		at := image.Pt(x, base-(h.rise()+w*2/3)/2)
		m.lay(at, sprite{motif: under, w: w, h: w * 2 / 3})
		m.lay(at, sprite{motif: f.ring, w: w, h: w * 2 / 3})
		h.write(m, x+w+m.size.Of(frameWord), base, m.lang.Key(f.key), b)
		x += m.frameWide(f)
	}
}

// titleLine returns the parts of the title, the least important one last.
func titleLine(v games.View, lang *words.Language) []string {
	parts := []string{titleOf(v, lang)}
	if v.ShowPot {
		parts = append(parts, say(lang, "render.pot", "n", v.Pot))
	}
	if v.CardsLeft >= 0 && v.Phase == games.Playing {
		parts = append(parts, say(lang, "render.cards_left", "N", v.CardsLeft))
	}
	return parts
}

// These are the sizes of a small frame and of the gap before its word, at type size 100.
const (
	frameW    = 27
	frameWord = 6
	frameGap  = 16
)

// A meaning explains a frame around cards. The explanation is the same in every picture.
type meaning struct {
	ring motif
	key  string
}

// meanings lists the two frames around cards.
var meanings = []meaning{{markRing, "render.frame.marked"}, {newRing, "render.frame.new"}}

// framesOf returns the meanings of the frames that appear on the table.
func framesOf(v games.View) []meaning {
	var set, news bool
	for i := range v.Areas {
		a := &v.Areas[i]
		if layout.IsCovered(v, *a) {
			continue
		}
		for j := range a.Cells {
			c := &a.Cells[j]
			set = set || c.Marked
			news = news || c.New && !c.Marked
		}
	}
	switch {
	case set && news:
		return meanings
	case set:
		return meanings[:1]
	case news:
		return meanings[1:]
	}
	return nil
}

func (m *canvas) frameWide(f meaning) int {
	return m.size.Of(frameW+frameWord+frameGap) + titleFont.inType(m.size).room(m.lang.Key(f.key))
}
