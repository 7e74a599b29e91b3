package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
)

// requireSpliced splices a canvas and compares the result with the painted picture, pixel by pixel.
func requireSpliced(t *testing.T, s *sheet, c *canvas, name string) []byte {
	t.Helper()
	picture, err := s.appendSpliced(nil, c)
	require.NoError(t, err, name)
	m, err := png.Decode(bytes.NewReader(picture))
	require.NoError(t, err, name)
	want := s.paintCanvas(c)
	got := m.(*image.Paletted)
	require.Equal(t, want.Rect, got.Rect, name)
	if !bytes.Equal(want.Pix, got.Pix) {
		for i := range want.Pix {
			if want.Pix[i] != got.Pix[i] {
				t.Fatalf("%s: pixel %d,%d is %d, want %d", name, i%want.Stride, i/want.Stride, got.Pix[i], want.Pix[i])
			}
		}
	}
	s.returnPixels(want)
	return picture
}

func TestSplicedAndPaintedPicturesAreEqual(t *testing.T) {
	for _, style := range someStyles() {
		s, err := sheetOf(style)
		require.NoError(t, err)
		for name, v := range named() {
			requireSpliced(t, s, s.table(v, spoken), name+" "+style.String())
		}
	}
}

// long reports whether SETTABLE_LONG=1 is set, as in .ci/run. The tests then cover all styles and many views.
var long = os.Getenv("SETTABLE_LONG") == "1"

// longOnly skips slow tests unless SETTABLE_LONG=1 is set. gamestest.Long can't be used here, because its flags would
// clash with those of these tests.
func longOnly(t *testing.T) {
	if !long {
		t.Skip("runs with SETTABLE_LONG=1, as in .ci/run")
	}
}

// someStyles returns the first and the last style. With SETTABLE_LONG=1, it returns all styles.
func someStyles() []Style {
	all := Styles()
	if long {
		return all
	}
	return []Style{all[0], all[len(all)-1]}
}

// This command splices more views of random games: go test ./render -run TestRandom -views 5000
var manyViews = flag.Int("views", map[bool]int{false: 27, true: 2400}[long],
	"splice this number of views of random games")

// Views of random games look the same whether they are spliced or painted. The test alternates between the styles.
func TestRandomTablesAreSpliced(t *testing.T) {
	kinds := []struct {
		rules   games.Rules
		options games.Options
		seats   int
	}{
		{classic.Rules{}, nil, 3}, {classic.Rules{}, nil, 9}, {poker.Rules{}, nil, 2}, {poker.Rules{}, nil, 10},
		{twenty.Rules{}, nil, 2}, {twenty.Rules{}, games.Options{"hands": "open"}, 8},
		{solitaire.Rules{}, nil, 1}, {english.Rules{}, nil, 2}, {english.Rules{}, nil, 6},
	}
	perTable := *manyViews/len(kinds) + 1
	if isRaceDetectorOn() {
		perTable = 4
	}
	for n, c := range kinds {
		name := fmt.Sprintf("%s %v %d", c.rules.Name(), c.options, c.seats)
		var table *randomTable
		for i := range perTable {
			if table == nil || table.game.View(1).Phase == games.Finished && i%20 == 0 {
				table = openRandomTable(t, c.rules, c.options, c.seats, uint64(11+i), uint64(n))
			}
			v := table.game.View(games.Watcher)
			if i%2 != 0 {
				v = table.game.View(games.Seat(1 + table.source.IntN(c.seats)))
			}
			s, err := sheetOf(Styles()[(i+n)%len(Styles())])
			require.NoError(t, err)
			requireSpliced(t, s, s.table(v, spoken), name)
			for range 4 {
				table.playSomething()
			}
		}
	}
}

// Another decoder, Python's zlib, decodes the pictures to the same bytes.
func TestAnotherDecoderAgrees(t *testing.T) {
	longOnly(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	const program = `
import hashlib, struct, sys, zlib
def pixels(picture):
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, []
    while at < len(picture):
        n, kind = struct.unpack(">I4s", picture[at:at+8])
        content = picture[at+8:at+8+n]
        assert struct.unpack(">I", picture[at+8+n:at+12+n])[0] == zlib.crc32(kind + content)
        chunks.append((kind, content))
        at += n + 12
    assert [k for k, _ in chunks] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    width, height, depth, colour = struct.unpack(">IIBB", chunks[0][1][:10])
    assert (depth, colour) == (8, 3)
    inflate = zlib.decompressobj()
    rows = inflate.decompress(chunks[2][1]) + inflate.flush()
    assert inflate.eof and not inflate.unused_data and len(rows) == height * (width + 1)
    for y in range(height):
        assert rows[y * (width + 1)] == 0
    return b"".join(rows[y * (width + 1) + 1:(y + 1) * (width + 1)] for y in range(height))
while size := sys.stdin.buffer.read(4):
    picture = sys.stdin.buffer.read(struct.unpack(">I", size)[0])
    print(hashlib.sha256(pixels(picture)).hexdigest())
`
	var pictures bytes.Buffer
	var names, want []string
	s, err := sheetOf(Style{Theme: "light"})
	require.NoError(t, err)
	for name, v := range named() {
		c := s.table(v, spoken)
		picture, err := s.appendSpliced(nil, c)
		require.NoError(t, err)
		require.NoError(t, binary.Write(&pictures, binary.BigEndian, uint32(len(picture))))
		pictures.Write(picture)
		names = append(names, name)
		want = append(want, fmt.Sprintf("%x", sha256.Sum256(s.paintCanvas(c).Pix)))
	}
	decode := exec.Command(python, "-c", program)
	decode.Stdin = &pictures
	out, err := decode.CombinedOutput()
	require.NoError(t, err, "%s", out)
	got := strings.Fields(string(out))
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i], got[i], names[i])
	}
}

// The package counts how pictures are made. Without a kit, they are painted.
func TestPathsAreCounted(t *testing.T) {
	sheet, err := sheetOf(Style{})
	require.NoError(t, err)
	requireSpliced(t, sheet, sheet.table(classicView(12), spoken), "once, so that nothing is new")
	before := Paths()["classic"]
	_, err = Draw(classicView(12), Style{}, spoken)
	require.NoError(t, err)
	s := newSheet(themeOf(Style{Theme: "dark", Palette: "default"}))
	picture, err := s.encode(nil, s.table(classicView(12), spoken), "classic")
	require.NoError(t, err)
	c := s.table(classicView(12), spoken)
	c.w--
	_, err = s.appendSpliced(nil, c)
	require.ErrorIs(t, err, errNoKit)
	after := Paths()["classic"]
	require.Equal(t, Path{before.Spliced + 1, before.Painted + 1}, after)
	plain, err := sheet.appendPainted(nil, sheet.table(classicView(12), spoken))
	require.NoError(t, err)
	require.Equal(t, plain, picture)
}

// Once all parts of a picture are cached, splicing allocates no memory except for the picture itself.
func TestRepeatedSplicingAllocatesNothing(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	c := s.table(classicView(12), spoken)
	var dst []byte
	splice := func() { dst, err = s.appendSpliced(dst[:0], c) }
	splice()
	if isRaceDetectorOn() {
		t.Skip("with -race, sync.Pool drops items at random")
	}
	require.Zero(t, testing.AllocsPerRun(50, splice))
	require.NoError(t, err)
}

func isRaceDetectorOn() bool {
	info, _ := debug.ReadBuildInfo()
	return info != nil && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// Emptying a composite cache that has become too large doesn't change any picture.
func TestFullCompositeCacheIsEmptied(t *testing.T) {
	s := newSheet(themeOf(Style{Theme: "dark", Palette: "default"}))
	s.loadKit(Style{Theme: "dark", Palette: "default"})
	s.cache.weight = heaviest - 1000
	requireSpliced(t, s, s.table(classicView(12), spoken), "full")
	require.Less(t, s.cache.weight, heaviest/2)
	requireSpliced(t, s, s.table(classicView(12), spoken), "anew")
}
