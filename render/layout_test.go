package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

func TestLayouts(t *testing.T) {
	for name, v := range named() {
		t.Run(name, func(t *testing.T) { goldenText(t, name+".txt", planText(layout.Of(v))) })
	}
}

// planText describes a layout for the golden files with one line per box: x, y, width and height.
func planText(p layout.Layout) string {
	var b strings.Builder
	line := func(what string, r image.Rectangle) {
		if !r.Empty() {
			fmt.Fprintf(&b, "%-14s %4d %4d %4d %4d\n", what, r.Min.X, r.Min.Y, r.Dx(), r.Dy())
		}
	}
	line("picture", image.Rect(0, 0, p.Width, p.Height))
	line("type", image.Rect(0, 0, int(p.Type), 0))
	line("title", p.Title)
	for _, r := range p.Headline {
		line("headline", r)
	}
	line("pack", p.Pack)
	line("taken by", p.TakenBy)
	for i, r := range p.Taken {
		line(fmt.Sprintf("taken %d", i+1), r)
	}
	for i, r := range p.Sample {
		line(fmt.Sprintf("sample %d", i+1), r)
	}
	for i, g := range p.Areas {
		line(fmt.Sprintf("area %d caption", i+1), g.Caption)
		line(fmt.Sprintf("area %d mark", i+1), g.Mark)
		for j, r := range g.Cells {
			line(fmt.Sprintf("area %d cell %d", i+1, j+1), r)
		}
	}
	for i, r := range p.Shown {
		for j, set := range r.Sets {
			for k, box := range slices.Concat(set.Own, []image.Rectangle{set.With}, set.Common) {
				line(fmt.Sprintf("shown %d.%d.%d", i+1, j+1, k+1), box)
			}
		}
		line(fmt.Sprintf("shown %d mark", i+1), r.Mark)
		line(fmt.Sprintf("shown %d more", i+1), r.More)
	}
	for i, r := range p.Results {
		name := fmt.Sprintf("result %d ", i+1)
		line(name+"mark", r.Mark)
		line(name+"name", r.Name[0].Union(r.Name[1]))
		line(name+"won", r.Won)
		line(name+"word", r.Word)
		line(name+"held", r.Held)
		for j, set := range r.Sets {
			line(fmt.Sprintf("result %d.%d", i+1, j+1), boundsOf(set))
		}
	}
	for i, r := range p.Stars {
		line(fmt.Sprintf("star %d", i+1), r)
	}
	for i, r := range p.Roster {
		line(fmt.Sprintf("name %d", i+1), r)
	}
	for i, r := range p.Best {
		line(fmt.Sprintf("best %d", i+1), r)
	}
	for i, r := range p.Rest {
		line(fmt.Sprintf("rest %d", i+1), r)
	}
	for i, m := range p.Moments {
		name := fmt.Sprintf("moment %d ", i+1)
		line(name+"label", m.Label[0].Union(m.Label[1]))
		for _, mark := range m.Marks {
			line(name+"mark", mark)
		}
		if m.Name != nil {
			line(name+"name", m.Name[0].Union(m.Name[1]))
		}
		for _, set := range m.Sets {
			line(name+"set", boundsOf(set))
		}
	}
	for i, r := range p.Seats {
		line(fmt.Sprintf("seat %d", i+1), r)
	}
	return b.String()
}

// boundsOf returns the box around a set.
func boundsOf(set layout.Three) (all image.Rectangle) {
	for _, box := range slices.Concat(set.Own, set.Common) {
		all = all.Union(box)
	}
	return all
}

// The parts of a picture don't overlap, and every part is inside the picture.
func TestNothingOverlaps(t *testing.T) {
	for name, v := range named() {
		requireNoOverlap(t, name, v)
	}
}

// In the recap of a showdown, nothing overlaps however many players win or lose.
func TestNothingInARecapOverlaps(t *testing.T) {
	for players := 2; players <= 10; players++ {
		for winners := 1; winners < players; winners++ {
			for sets := range 4 {
				requireNoOverlap(t, fmt.Sprintf("%d of %d win with %d sets", winners, players, sets),
					recapView(players, sets, winners))
			}
		}
	}
}

func requireNoOverlap(t *testing.T, name string, v games.View) {
	p := layout.Of(v)
	boxes := slices.Concat([]image.Rectangle{p.Title, p.TakenBy, p.Pack}, p.Headline, p.Taken, p.Sample)
	for _, g := range p.Areas {
		boxes = append(append(boxes, g.Caption, g.Mark), g.Cells...)
	}
	boxes = append(append(boxes, p.Seats...), p.Names...)
	for _, row := range p.Shown {
		boxes = append(boxes, row.Mark, row.More)
		for _, three := range row.Sets {
			boxes = append(append(append(boxes, three.Own...), three.With), three.Common...)
		}
	}
	for _, r := range p.Results {
		boxes = append(append(boxes, r.Mark, r.Won, r.Word, r.Held, r.Own, r.Their, r.More), r.Hand...)
		if !slices.Contains(p.Headline, r.Name[0]) { // the name of the first winner may be the headline
			boxes = append(boxes, r.Name[0])
		}
		boxes = append(boxes, r.Name[1:]...)
		for _, set := range r.Sets {
			boxes = append(boxes, boundsOf(set))
		}
	}
	boxes = slices.Concat(boxes, p.Stars, p.Best, []image.Rectangle{p.RestCaption}, p.Rest)
	for _, m := range p.Moments {
		boxes = slices.Concat(boxes, m.Label, m.Marks, m.Name)
		for _, set := range m.Sets {
			boxes = append(boxes, boundsOf(set))
		}
	}
	all := image.Rect(0, 0, p.Width, p.Height)
	for i, a := range boxes {
		if !a.In(all) {
			t.Fatalf("%s: %v is outside %v", name, a, all)
		}
		for _, b := range boxes[:i] {
			if a.Overlaps(b) {
				t.Fatalf("%s: %v and %v overlap", name, a, b)
			}
		}
	}
}

// Three more cards add one row or column. With fifteen cards or more, all cards are smaller and there is a fourth
// column, but never a fifth (behaviour, Pictures 3).
func TestThreeMoreCardsAreOneMoreRowOrColumn(t *testing.T) {
	at := func(n int) (places []image.Point) {
		cells := layout.Of(classicView(n)).Areas[0].Cells
		step := cells[4].Min.Sub(cells[0].Min)
		for _, c := range cells {
			d := c.Min.Sub(cells[0].Min)
			places = append(places, image.Pt(d.X/step.X, d.Y/step.Y))
		}
		return places
	}
	before := at(9)
	for n := 12; n <= 21; n += 3 {
		after := at(n)
		require.Equal(t, before, after[:n-3])
		more := after[n-3:]
		require.True(t, more[0].X == more[1].X && more[1].X == more[2].X ||
			more[0].Y == more[1].Y && more[1].Y == more[2].Y, "%d cards: %v", n, more)
		before = after
	}
}

// On a desktop and on a phone, a card and its label are large enough.
func TestCardsAreLegibleOnBothScreens(t *testing.T) {
	for _, c := range []struct {
		cards        int
		width, label float64 // minimum in screen pixels
	}{{9, 109, 11}, {12, 98, 10}, {15, 80, 8}, {18, 75, 7}, {21, 60, 7}} {
		p := layout.Of(classicView(c.cards))
		desktop := min(550/float64(p.Width), 350/float64(p.Height))
		phone := 350 / float64(p.Width)
		least := min(desktop, phone)
		capital := (&canvas{size: p.Type}).labelFont(p.Areas[0].Cells[0].Dx()).capital()
		w := float64(p.Areas[0].Cells[0].Dx())
		t.Logf("%2d cards: %d × %d in type %d; card %.0f wide on the desktop, %.0f on the phone; label %.1f and "+
			"%.1f high", c.cards, p.Width, p.Height, p.Type, w*desktop, w*phone, capital*desktop, capital*phone)
		require.GreaterOrEqual(t, w*least, c.width-0.5)
		require.GreaterOrEqual(t, capital*least, c.label)
	}
}

// The smallest cards of the other games are wide enough on a desktop and on a phone.
func TestOtherGamesAreLegibleOnBothScreens(t *testing.T) {
	for _, c := range []struct {
		name           string
		card           int     // width of the smallest relevant card
		desktop, phone float64 // minimum in screen pixels
	}{
		{"twenty-hand", 115, 75, 80}, {"twenty-full", 115, 75, 80}, {"twenty-open8", 60, 20, 32},
		{"solitaire-first", layout.Wide, 109, 109}, {"solitaire-full", layout.Wide, 109, 109},
		{"english-two", layout.Slim, 40, 31}, {"english-seven", layout.Slim, 36, 31},
		{"english-six", layout.Slim, 19, 31},
	} {
		p := layout.Of(otherViews()[c.name])
		least := layout.Width
		for _, g := range p.Areas {
			for _, r := range g.Cells {
				if w := min(r.Dx(), r.Dy()*3/2); w >= c.card {
					least = min(least, w)
				}
			}
		}
		desktop := float64(least) * min(550/float64(p.Width), 350/float64(p.Height))
		phone := float64(least) * 350 / float64(p.Width)
		t.Logf("%-15s %d × %d in type %d: a card of %d is %.0f wide on the desktop, %.0f on the phone", c.name,
			p.Width, p.Height, p.Type, least, desktop, phone)
		require.GreaterOrEqual(t, desktop, c.desktop, c.name)
		require.GreaterOrEqual(t, phone, c.phone, c.name)
	}
}

// Incomplete sets are horizontal and complete sets are upright (docs/spec/rules.md, English). All sets in a row have
// the same baseline.
func TestCompleteSetsAreUpright(t *testing.T) {
	for _, name := range []string{"english-six", "english-two", "english-end"} {
		v := otherViews()[name]
		stones := 0
		for i, a := range v.Areas {
			for j, c := range a.Cells {
				if box := layout.Of(v).Areas[i].Cells[j]; isStone(a, c) {
					stones++
					require.Equal(t, c.Upright, box.Dy() > box.Dx(), "%s: %v", name, c)
				}
			}
		}
		require.Greater(t, stones, 6, name)
	}
}

// The picture of a pile shows only the top card, as large as a card of classic SET, and the number of cards.
func TestPilesShowOnlyTheirTops(t *testing.T) {
	for _, name := range []string{"solitaire-mid", "solitaire-nine", "solitaire-full"} {
		v := otherViews()[name]
		require.NotEmpty(t, v.Areas[0].Cells[0].Under, "the viewer may see covered cards")
		require.Equal(t, layout.Wide, layout.Of(v).Areas[0].Cells[0].Dx(), name)
		bare := v
		bare.Areas = slices.Clone(v.Areas)
		bare.Areas[0].Cells = slices.Clone(v.Areas[0].Cells)
		for i := range bare.Areas[0].Cells {
			bare.Areas[0].Cells[i].Under = nil
		}
		shown, err := Draw(v, Style{}, spoken)
		require.NoError(t, err)
		same, err := Draw(bare, Style{}, spoken)
		require.NoError(t, err)
		require.Equal(t, same, shown, name)
		require.Equal(t, Alt(bare, spoken), Alt(v, spoken), name)
		require.NotEqual(t, Long(bare, spoken, nil, 2000), Long(v, spoken, nil, 2000), "the text version must name the covered cards")
	}
}

// A picture's size reveals nothing about hidden cards.
func TestSizeDependsOnThePublicLayoutOnly(t *testing.T) {
	for name, v := range named() {
		before := layout.Of(v)
		for _, a := range v.Areas {
			if layout.IsCovered(v, a) {
				continue // everyone may know which hands are exposed
			}
			for i := range a.Cells {
				a.Cells[i].Card = cards.SETPack().Cards()[80-i]
				a.Cells[i].Under = slices.Clone(a.Cells[i].Under)
				slices.Reverse(a.Cells[i].Under)
				a.Cells[i].New = !a.Cells[i].New
				if a.Cells[i].Kind == games.Back {
					a.Cells[i].Kind = games.Face
				}
			}
		}
		require.Equal(t, before, layout.Of(v), name)
		picture, err := Draw(v, Style{}, spoken)
		require.NoError(t, err)
		m, err := png.Decode(bytes.NewReader(picture))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, before.Width, before.Height), m.Bounds(), name)
	}
}

// A label never covers the symbols of a card. The test checks all cards, labels and numbers of columns.
func TestLabelsAreFreeOfSymbols(t *testing.T) {
	longOnly(t)
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	card := s.colours.index[s.theme.card]
	free := func(w int, size layout.Type, cell games.Cell) {
		box := image.Rect(0, 0, w, w*2/3)
		m := paintStrokes(s, box.Size(), func(m *canvas) {
			m.size = size
			m.add(box, content{colour: card})
			m.label(cell, box)
			m.depth(cell, box)
		})
		for _, c := range cards.SETPack().Cards() {
			plain := paintStrokes(s, box.Size(), func(m *canvas) {
				m.size, cell.Card = size, c
				m.lay(box.Min, m.faceOf(cell, w, w*2/3))
			})
			require.Zero(t, overlap(m, plain, card), "%v on %v, %d pixels wide, type %d", cell, c, w, size)
		}
	}
	for _, size := range []layout.Type{100, 125, 185} {
		for columns := 3; columns <= 6; columns++ {
			w := min(layout.Wide, (layout.Width-2*layout.Margin-(columns-1)*layout.Gap)/columns) &^ 1
			for label := 'A'; label <= 'U'; label++ {
				free(w, size, games.Cell{Kind: games.Face, Label: string(label)})
			}
		}
		for label := '1'; label <= '9'; label++ {
			for _, w := range []int{64, 92, 116} {
				free(w, size, games.Cell{Kind: games.Face, Label: string(label)})
			}
		}
	}
	for label := '1'; label <= '9'; label++ {
		free(layout.Wide, 100, games.Cell{Kind: games.Face, Label: string(label), Depth: 9})
	}
}

// The rank of an upright card never covers its suit.
func TestRanksAreFreeOfSuits(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	card := s.colours.index[s.theme.card]
	for _, box := range []image.Rectangle{
		image.Rect(0, 0, layout.Slim, layout.SlimTall), image.Rect(0, 0, layout.StarterW, layout.StarterH)} {
		for _, c := range cards.StandardPack().Cards() {
			m := paintStrokes(s, box.Size(), func(m *canvas) {
				m.add(box, content{colour: card})
				m.rank(c, box)
			})
			plain := paintStrokes(s, box.Size(), func(m *canvas) {
				m.lay(box.Min, sprite{motif: face, card: c, w: box.Dx(), h: box.Dy()})
			})
			require.Zero(t, overlap(m, plain, card), "%v, %d pixels wide", c, box.Dx())
		}
	}
}

// overlap returns how many pixels differ from the paper in both pictures.
func overlap(a, b *image.Paletted, paper uint8) (n int) {
	for i, p := range a.Pix {
		if p != paper && b.Pix[i] != paper {
			n++
		}
	}
	return n
}
