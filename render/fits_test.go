package render

import (
	"fmt"
	"image"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/layout"
	"settable/render/words"
)

// In every language, all text in a picture is legible, isn't cut off, and covers neither other words nor signs. The
// test uses the longest headlines and remarks.
func TestTextFitsItsPlace(t *testing.T) {
	for _, l := range catalogues.Languages() {
		t.Run(l.Locale(), func(t *testing.T) {
			s, err := sheetOf(Style{})
			require.NoError(t, err)
			told := map[string]bool{}
			look := func(name string, v games.View, c *canvas) {
				defer s.returnCanvas(c)
				wrong := misplaced(v, c)
				if r := measure(name, c); r.cut || r.least() < 1 {
					wrong = append(wrong, fmt.Sprintf("a headline cut off (%t), or letters too small: %+v", r.cut, r))
				}
				for _, w := range wrong {
					if !told[w] && len(told) < 40 {
						told[w] = true
						t.Errorf("%s: %s", name, w)
					}
				}
			}
			table := func(name string, v games.View) { look(name, v, s.table(v, l)) }
			showLongest(l, table)
			if namedViews(table); os.Getenv("SETTABLE_LONG") == "1" {
				everyView(t, table)
			}
			other := func(name string, c *canvas) { look(name, games.View{}, c) }
			measureCharts(t, s, l, other)
			measurePlots(t, s, l, other)
		})
	}
}

// signs are motifs that words must not cover.
var signs = []motif{chip, deck, star, arrow, lock, bubble, plus}

// misplaced lists the words in a picture that don't fit.
func misplaced(v games.View, c *canvas) (wrong []string) {
	var written, signed []stroke
	for _, k := range c.strokes {
		switch {
		case k.what.word != nil:
			written = append(written, k)
		case slices.Contains(signs, k.what.sprite.motif) && k.what.sprite.w > 0:
			signed = append(signed, k)
		}
	}
	var seats []image.Rectangle
	if v.Game != "" {
		seats = layout.Of(v).Seats
	}
	for i, k := range written {
		text := textOf(k.what.word)
		if !k.box.In(image.Rect(0, 0, c.w, c.h)) {
			wrong = append(wrong, fmt.Sprintf("%q lies beyond the picture", text))
		}
		for _, seat := range seats {
			if k.box.Overlaps(seat) && (k.box.Min.X < seat.Min.X || k.box.Max.X > seat.Max.X) {
				wrong = append(wrong, fmt.Sprintf("%q is wider than its seat, %v in %v", text, k.box, seat))
			}
		}
		for _, other := range written[i+1:] {
			label := len(text) == 1 // a single letter is a card's label, which covers the card on purpose
			if !label && k.box.Inset(1).Overlaps(other.box.Inset(1)) {
				wrong = append(wrong, fmt.Sprintf("%q lies on %q", text, textOf(other.what.word)))
			}
		}
		for _, sign := range signed {
			if k.box.Inset(1).Overlaps(sign.box.Inset(1)) {
				wrong = append(wrong, fmt.Sprintf("%q lies on sign %d", text, sign.what.sprite.motif))
			}
		}
	}
	return wrong
}

func textOf(w *word) string {
	wordsDrawn.lock.RLock()
	defer wordsDrawn.lock.RUnlock()
	for s, known := range wordsDrawn.words {
		if known == w {
			return s.letters
		}
	}
	return "?"
}

// showLongest calls show with views that contain each headline and each remark of a language at its longest.
func showLongest(l *words.Language, show func(string, games.View)) {
	for _, key := range catalogues.Keys() {
		game, _, isHead := strings.Cut(key, ".head.")
		if isHead {
			v := classicView(12)
			if game != "games" {
				v.Game = game
			}
			v.Headline = longestPhrase(key)
			show("headline "+key, v)
			if strings.HasSuffix(key, ".example") { // examples appear only in introductions
				continue
			}
			v.Phase = games.Finished
			show("headline at the end "+key, v.WithNames(func(games.Seat) string { return longName }))
		}
	}
	for n := 2; n <= 10; n++ {
		for i := range 9 {
			v := classicView(12)
			v.Seats = nil
			for s := range n {
				v.Seats = append(v.Seats, withStatus(games.SeatView{Seat: games.Seat(s + 1), Score: -12}, (i+s)%9))
			}
			show(fmt.Sprintf("%d seats", n), v)
			p := pokerView(7)
			p.Seats = nil
			for s := range n {
				place := withStatus(games.SeatView{Seat: games.Seat(s + 1), Chips: 1000, Cards: 3}, (i+s)%9)
				place.Dealer = s == i%n
				p.Seats = append(p.Seats, place)
			}
			show(fmt.Sprintf("%d seats with chips", n), p)
		}
	}
}

const longName = "Maximiliane"

// withStatus returns the seat with the status that has the given number.
func withStatus(p games.SeatView, what int) games.SeatView {
	switch what {
	case 0:
		p.Winner = true
	case 1:
		p.HasLeft = true
	case 2:
		p.Away = true
	case 3:
		p.Dropped = true
	case 4:
		p.Calling = true
	case 5:
		p.Locked = true
	case 6:
		p.Turn = true
	case 7:
		p.Remark = games.Say("games.said.none")
		if p.Chips > 0 {
			p.Remark = games.Say("poker.said.raise", "n", 999)
		}
	case 8:
		p.Remark = games.Say("games.said.none")
		if p.Chips > 0 {
			p.Remark = games.Say("poker.said.all_in")
		}
	}
	return p
}

// longestPhrase returns a phrase with the longest possible arguments.
func longestPhrase(key string) games.Phrase {
	args := games.Args{"N": 12}
	wants, _ := catalogues.Placeholders(key)
	for _, arg := range wants {
		switch arg {
		case "who":
			args[arg] = games.Seat(3)
			if strings.HasSuffix(key, "share") || strings.HasSuffix(key, "together") {
				args[arg] = []games.Seat{1, 2}
			}
		case "points", "sets", "made", "left":
			args[arg] = games.Say("games.points", "N", 100)
		case "n", "of", "hand", "target":
			args[arg] = 1000
		case "N":
		default:
			args[arg] = "X"
		}
	}
	return games.Phrase{Key: key, Args: args}
}
