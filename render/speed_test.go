package render

import (
	"bytes"
	"compress/flate"
	"flag"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
)

// This command prints the table of speeds: go test ./render -run TestSpeeds -speeds 40 -v
var speeds = flag.Int("speeds", 0, "measure how fast pictures are made in this number of rounds, and print a table")

// A contestant is one method of making a picture.
type contestant struct {
	name string
	make func(i int) int // makes the i-th picture and returns its size in bytes
}

// TestSpeeds compares the speeds of all methods. It runs them alternately, so that a busy machine affects them equally,
// and prints medians and their ratios.
func TestSpeeds(t *testing.T) {
	if *speeds == 0 {
		t.Skip("needs -speeds ROUNDS")
	}
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	luck := rand.New(rand.NewPCG(3, 4))
	tables := make([]games.View, 40)
	for i := range tables {
		tables[i] = randomClassic(luck, 12)
	}
	fmt.Println("Twelve cards, 40 random tables:")
	compare(encodings(t, s, tables))
	fmt.Println("From a View to a PNG, by the splicing and by image/png BestSpeed:")
	var page []byte // reused, as in the bot
	for _, kind := range []string{"classic12", "classic15", "classic21", "poker07", "poker20", "solitaire-mid",
		"solitaire-full", "twenty-full", "twenty-open8", "english-seven"} {
		v := named()[kind]
		compare([]contestant{
			{kind + ": spliced", func(int) int {
				page = must(Append(page[:0], v, Style{}, spoken))
				return len(page)
			}},
			{kind + ": painted", func(int) int {
				return drawAndEncode(s, v, func(c *canvas) ([]byte, error) { return s.appendPainted(make([]byte, 0, usualCapacity), c) })
			}},
		})
	}
	n, mean := weighPictures(t, s, 20)
	fmt.Printf("Mean of %d pictures of twelve cards in random games of three: %d bytes\n", n, mean)
	fmt.Println("The first picture of a style after a start, with its kit:")
	compare([]contestant{{"cold", func(i int) int {
		cold := newSheet(themeOf(Style{Theme: "dark", Palette: "default"}))
		cold.loadKit(Style{Theme: "dark", Palette: "default"})
		return len(must(cold.encode(nil, cold.table(tables[i], spoken), "cold")))
	}}})
}

// encodings returns several methods of encoding a canvas as a PNG, and lower bounds for comparison.
func encodings(t *testing.T, s *sheet, views []games.View) []contestant {
	canvases, pixels, nibbles := make([]*canvas, len(views)), make([]*image.Paletted, len(views)),
		make([][]byte, len(views))
	for i, v := range views {
		canvases[i] = s.table(v, spoken)
		pixels[i] = s.paintCanvas(canvases[i])
		nibbles[i] = inSixteenColours(pixels[i])
	}
	patchers := make([]*patcher, len(views))
	for i, c := range canvases {
		patchers[i] = &patcher{sheet: s}
		require.NoError(t, patchers[i].describe(c))
	}
	frames, copied := make([][]byte, len(views)), make([]byte, 4*len(pixels[0].Pix))
	for i := range frames {
		frames[i] = bytes.Repeat([]byte{byte(i)}, len(copied))
	}
	var b bytes.Buffer
	fast, err := flate.NewWriter(&b, flate.BestSpeed)
	require.NoError(t, err)
	var dst []byte
	return []contestant{
		{"splice: patches to PNG", func(i int) int {
			dst, _ = s.kit.Append(dst[:0], &patchers[i].picture)
			return len(dst)
		}},
		{"spliced: strokes to PNG", func(i int) int { dst, _ = s.appendSpliced(dst[:0], canvases[i]); return len(dst) }},
		{"Append: view to PNG", func(i int) int {
			dst = must(Append(dst[:0], views[i], Style{}, spoken))
			return len(dst)
		}},
		{"copy of the RGBA frame", func(i int) int { return copy(copied, frames[i]) }},
		{"deflate level 1 of the 4-bit frame", func(i int) int {
			b.Reset()
			fast.Reset(&b)
			_, _ = fast.Write(nibbles[i])
			_ = fast.Close()
			return b.Len()
		}},
		{"image/png BestSpeed of the pixels",
			func(i int) int { b.Reset(); _ = encoder.Encode(&b, pixels[i]); return b.Len() }},
		{"painted: strokes to PNG", func(i int) int { dst = must(s.appendPainted(dst[:0], canvases[i])); return len(dst) }},
		{"naive: gg vectors, image/png default",
			func(i int) int { return len(naive(t, views[i], Style{Theme: "dark", Palette: "default"})) }},
	}
}

// weighPictures plays the given number of games of classic SET and measures the sizes of their pictures of twelve
// cards.
func weighPictures(t *testing.T, s *sheet, often uint64) (n, mean int) {
	for seed := range often {
		table := openRandomTable(t, classic.Rules{}, nil, 3, seed, seed)
		for v := table.game.View(games.Watcher); v.Phase == games.Playing; v = table.game.View(games.Watcher) {
			if len(v.Areas[0].Cells) == 12 {
				n, mean = n+1, mean+drawAndEncode(s, v, func(c *canvas) ([]byte, error) { return s.encode(nil, c, v.Game) })
			}
			seat := games.Seat(1 + table.source.IntN(3))
			if words := table.randomMove(table.game.View(seat)); strings.HasPrefix(words, "set ") {
				_ = table.say(seat, words) // an error means that the player is locked out
			}
		}
	}
	return n, mean / n
}

func drawAndEncode(s *sheet, v games.View, encode func(*canvas) ([]byte, error)) int {
	c := s.table(v, spoken)
	defer s.returnCanvas(c)
	return len(must(encode(c)))
}

func must(picture []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return picture
}

// inSixteenColours reduces the picture to its sixteen most common colours and packs two pixels into each byte.
func inSixteenColours(m *image.Paletted) []byte {
	var counts [256]int
	for _, p := range m.Pix {
		counts[p]++
	}
	most := make([]uint8, 256)
	for i := range most {
		most[i] = uint8(i)
	}
	slices.SortStableFunc(most, func(a, b uint8) int { return counts[b] - counts[a] })
	c := colouring{palette: m.Palette}
	var now [256]uint8
	for i := range now {
		now[i] = uint8(slices.Index(most, c.nearest(m.Palette[i].(color.RGBA), most[:16])))
	}
	half := make([]byte, 0, len(m.Pix)/2+m.Rect.Dy())
	for y := range m.Rect.Dy() {
		half = append(half, 0)
		for x := 0; x < m.Rect.Dx(); x += 2 {
			half = append(half, now[m.Pix[y*m.Stride+x]]<<4|now[m.Pix[y*m.Stride+x+1]])
		}
	}
	return half
}

// compare measures the contestants alternately and prints a line for each.
func compare(all []contestant) {
	times, sizes := make([][]time.Duration, len(all)), make([]int, len(all))
	for c := range all {
		all[c].make(0) // warm up without measuring
	}
	for round := range *speeds {
		for c := range all {
			for i := range 40 {
				if i >= 2 && times[c] != nil && times[c][0] > 5*time.Millisecond {
					break // two pictures per round are enough for slow methods
				}
				start := time.Now()
				n := all[c].make(i)
				times[c] = append(times[c], time.Since(start))
				if round == 0 {
					sizes[c] += n
				}
			}
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	var first time.Duration
	for c := range all {
		n := len(times[c]) / *speeds
		slices.Sort(times[c])
		median := times[c][len(times[c])/2]
		if c == 0 {
			first = median
		}
		fmt.Fprintf(w, "%s\t%v\t%.1f ×\t%d bytes\t\n", all[c].name, median, float64(median)/float64(first),
			sizes[c]/max(1, n))
	}
	w.Flush()
}
