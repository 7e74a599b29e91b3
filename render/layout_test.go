package render

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

func TestPlans(t *testing.T) {
	for name, v := range named() {
		t.Run(name, func(t *testing.T) { goldenText(t, name+".txt", planOf(v).String()) })
	}
}

// Nothing stands on anything else or outside the picture.
func TestNothingOverlaps(t *testing.T) {
	for name, v := range named() {
		p := planOf(v)
		boxes := append([]image.Rectangle{p.words, p.takenBy}, p.taken...)
		for _, g := range p.areas {
			boxes = append(append(boxes, g.caption, g.mark), g.cells...)
		}
		boxes = append(boxes, p.seats...)
		all := image.Rect(0, 0, p.width, p.height)
		for i, a := range boxes {
			require.True(t, a.In(all), "%s: %v is outside %v", name, a, all)
			for _, b := range boxes[:i] {
				require.True(t, a.Intersect(b).Empty(), "%s: %v and %v overlap", name, a, b)
			}
		}
	}
}

// PLAY.md: three more cards are always one more row; other cards keep their places.
func TestThreeMoreCardsAreOneMoreRow(t *testing.T) {
	before := planOf(classicView(9))
	for n := 12; n <= 21; n += 3 {
		after := planOf(classicView(n))
		require.Equal(t, before.areas[0].cells, after.areas[0].cells[:n-3])
		require.Equal(t, before.height+tall+gap, after.height)
		before = after
	}
}

// Discord shows a picture within 550 × 350 on a desktop and 350 wide on a
// phone. How wide a card is there, and how high the letters of its label.
func TestCardsReadOnBothScreens(t *testing.T) {
	for _, c := range []struct {
		cards        int
		width, label float64 // at least, in pixels of the screen
	}{{9, 109, 11}, {12, 99, 10}, {15, 82, 8}, {18, 70, 7}, {21, 61, 6}} {
		p := planOf(classicView(c.cards))
		desktop := min(550/float64(p.width), 350/float64(p.height))
		phone := 350 / float64(p.width)
		least := min(desktop, phone)
		capital := float64(labelHand(wide).rise())
		t.Logf("%2d cards: %d × %d; card %.0f × %.0f on the desktop, %.0f × %.0f on the phone; label %.1f and %.1f high",
			c.cards, p.width, p.height, wide*desktop, tall*desktop, wide*phone, tall*phone, capital*desktop, capital*phone)
		require.GreaterOrEqual(t, wide*least, c.width-0.5)
		require.GreaterOrEqual(t, capital*least, c.label)
	}
}

// A picture's size tells nothing about hidden or other cards.
func TestSizeDependsOnThePublicLayoutOnly(t *testing.T) {
	for name, v := range named() {
		before := planOf(v)
		for _, a := range v.Areas {
			if covered(v, a) {
				continue // which hands are turned up is public
			}
			for i := range a.Cells {
				a.Cells[i].Card = cards.SETPack().Cards()[80-i]
				a.Cells[i].New = !a.Cells[i].New
				if a.Cells[i].Kind == games.Back {
					a.Cells[i].Kind = games.Face
				}
			}
		}
		require.Equal(t, before, planOf(v), name)
		picture, err := Draw(v, Style{})
		require.NoError(t, err)
		m, err := png.Decode(bytes.NewReader(picture))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, before.width, before.height), m.Bounds(), name)
	}
}

// A label leaves the symbols alone, whatever the card, the label and the number of columns.
func TestLabelsAreFreeOfSymbols(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	card := s.colours.index[s.theme.card]
	for columns := 3; columns <= 5; columns++ {
		w := min(wide, (width-2*margin-(columns-1)*gap)/columns) &^ 1
		box := image.Rect(0, 0, w, w*2/3)
		for label := 'A'; label <= 'U'; label++ {
			m := image.NewPaletted(box, s.colours.palette)
			for i := range m.Pix {
				m.Pix[i] = card
			}
			s.label(m, games.Cell{Kind: games.Face, Label: string(label)}, box)
			for _, c := range cards.SETPack().Cards() {
				plain := s.sprite(sprite{motif: face, card: c, w: box.Dx(), h: box.Dy()})
				require.Zero(t, shared(m, plain, card), "label %c on %v, %d columns", label, c, columns)
			}
		}
	}
}

// shared is how many pixels are inked in both pictures.
func shared(a, b *image.Paletted, paper uint8) (n int) {
	for i, p := range a.Pix {
		if p != paper && b.Pix[i] != paper {
			n++
		}
	}
	return n
}
