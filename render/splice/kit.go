package splice

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image/color"
	"sync"
)

// A Kit holds everything that pictures of one width, palette and code have in common. It is safe for concurrent use.
type Kit struct {
	width, stride int
	code          *code
	runs          []word            // the bits for n bytes equal to those above, as up to three matches
	fills         [longest + 1]word // the bits for n bytes equal to the last one
	head          string            // the start of a PNG file
	block         string            // the start of the compressed rows
	blockEnd      word              // the last bits of the block, which don't fill a byte
	encoders      sync.Pool
}

// widest is the maximum width of a picture. A match must be able to reach the pixel above, and a row must be able to
// store its own length.
const widest = 4000

// Load creates a kit for pictures of this width and palette. trained lists the number of bits of each symbol, first
// those for literals and lengths, and then those for distances. Load returns an error if the code can't encode
// everything.
func Load(width int, palette color.Palette, trained []byte) (*Kit, error) {
	if width < 1 || width > widest || len(palette) < 1 || len(palette) > 256 {
		return nil, fmt.Errorf("splice: invalid kit: %d pixels wide, %d colours", width, len(palette))
	}
	if len(trained) != literals+distances {
		return nil, fmt.Errorf("splice: the code has %d bytes instead of %d", len(trained), literals+distances)
	}
	if err := check(trained, len(palette)); err != nil {
		return nil, err
	}
	k := &Kit{width: width, stride: width + 1, code: codeOf(trained)}
	k.runs = make([]word, longest+1, 3*longest+1)
	for n := shortest; n <= longest; n++ {
		k.runs[n], k.fills[n] = k.code.match(n, k.stride), k.code.match(n, 1)
	}
	for n := longest + 1; n <= 3*longest; n++ {
		part := min(longest, n-shortest)
		if k.runs[part].n+k.runs[n-part].n > mostInWord {
			break
		}
		k.runs = append(k.runs, k.runs[part].followedBy(k.runs[n-part]))
	}
	k.head = string(head(width, palette))
	var t bitWriter
	block(&t, trained)
	k.block, k.blockEnd = string(t.buf[:t.at]), word{t.held, uint8(t.n)}
	return k, nil
}

// check returns an error if the trained code can't encode everything.
func check(trained []byte, colours int) error {
	lit, dist := trained[:literals], trained[literals:]
	for s, n := range lit {
		if needed := s < colours || s >= ending; needed && n == 0 {
			return fmt.Errorf("splice: the code lacks symbol %d", s)
		}
	}
	for _, alphabet := range [][]byte{lit, dist} {
		used := 0
		for _, n := range alphabet {
			if n > mostBits {
				return errors.New("splice: the code is too long")
			}
			if n > 0 {
				used += 1 << (mostBits - n)
			}
		}
		if used != 1<<mostBits {
			return errors.New("splice: the code is not a prefix code")
		}
	}
	return nil
}

const signature = "\x89PNG\r\n\x1a\n"

// These are offsets in the head of a file.
const (
	heightAt = len(signature) + 8 + 4
	headerAt = len(signature) + 4 // where the checksummed part begins
	headerN  = 4 + 13
)

// head returns the start of a PNG: the signature, the header and the palette.
func head(width int, palette color.Palette) []byte {
	b := []byte(signature)
	header := make([]byte, 13)
	binary.BigEndian.PutUint32(header, uint32(width))
	header[8], header[9] = 8, 3 // bits per pixel; colour type: palette
	b = chunk(b, "IHDR", header)
	var colours []byte
	for _, c := range palette {
		q := color.NRGBAModel.Convert(c).(color.NRGBA)
		colours = append(colours, q.R, q.G, q.B)
	}
	return chunk(b, "PLTE", colours)
}

func chunk(b []byte, kind string, content []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(content)))
	from := len(b)
	b = append(append(b, kind...), content...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from:]))
}
