package splice

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// ErrPlace is returned if patches or fields overlap or are outside the picture.
var ErrPlace = errors.New("splice: patches overlap or extend beyond the picture")

// An encoder makes one picture at a time. It reuses its memory for the next one.
type encoder struct {
	kit     *Kit
	picture *Picture
	out     bitWriter
	run     int // number of pending bytes that equal those above: 0 or at least shortest
	width   int
	left    int // the position at which a row begins: -1 (the filter byte), or 0 in a patch

	lead int    // pixels before the bits of a patch's row; -1 until its first bits
	rows []row  // the rows of a patch that is being joined
	room []byte // buffer for the bits of the rows

	coming          []arrival
	patches, fields []active  // in the current rows, from left to right
	above, here     []stretch // the visible parts of background and fields
	steps, later    []step    // the steps of a band's first row; those of its other rows

	total       int   // number of bytes in all rows
	sum, moment int64 // the sum of all bytes; the sum weighted by the distance to the end
}

// Append appends the picture as a PNG to dst. It allocates nothing if dst has enough capacity. The only error is
// ErrPlace.
func (k *Kit) Append(dst []byte, p *Picture) ([]byte, error) {
	s := k.encoder()
	defer k.encoders.Put(s)
	return s.append(dst, p)
}

func (k *Kit) encoder() *encoder {
	if s, _ := k.encoders.Get().(*encoder); s != nil {
		return s
	}
	return &encoder{kit: k}
}

func (s *encoder) append(dst []byte, p *Picture) ([]byte, error) {
	defer s.forget()
	s.start(dst, p)
	if err := s.sweep(); err != nil {
		return dst, err
	}
	return s.finish(len(dst)), nil
}

// start writes everything before the first row.
func (s *encoder) start(dst []byte, p *Picture) {
	k := s.kit
	s.picture, s.run, s.width, s.left, s.lead = p, 0, k.width, -1, 0
	s.total, s.sum, s.moment = p.Height*k.stride, 0, 0
	s.out = bitWriter{buf: dst[:cap(dst)], at: len(dst)}
	s.out.grow(len(k.head) + len(k.block) + 64)
	header := s.out.buf[s.out.at:]
	s.bytes(k.head)
	binary.BigEndian.PutUint32(header[heightAt:], uint32(p.Height))
	binary.BigEndian.PutUint32(header[headerAt+headerN:], crc32.ChecksumIEEE(header[headerAt:][:headerN]))
	s.bytes("\x00\x00\x00\x00IDAT\x78\x01")
	s.bytes(k.block)
	s.out.put(k.blockEnd)
}

func (s *encoder) bytes(b string) { s.out.at += copy(s.out.buf[s.out.at:], b) }

// finish writes everything after the last row. from is the index at which the picture begins.
func (s *encoder) finish(from int) []byte {
	t := &s.out
	s.flush()
	t.grow(64)
	t.put(s.kit.code.lit[ending])
	t.align()
	out := binary.BigEndian.AppendUint32(t.buf[:t.at], s.adler())
	idat := from + len(s.kit.head)
	binary.BigEndian.PutUint32(out[idat:], uint32(len(out)-idat-8))
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[idat+4:]))
	return append(out, "\x00\x00\x00\x00IEND\xaeB`\x82"...)
}

// forget drops references to data that doesn't belong to the encoder.
func (s *encoder) forget() {
	s.picture, s.out = nil, bitWriter{}
	clear(s.patches[:cap(s.patches)])
	clear(s.steps[:cap(s.steps)])
	clear(s.later[:cap(s.later)])
}

// adler returns the checksum of the rows.
func (s *encoder) adler() uint32 {
	const base = 65521
	s.patchSums()
	return uint32((int64(s.total)+s.moment)%base)<<16 | uint32((1+s.sum)%base)
}

// patchSums adds the patches' contribution to the checksum.
func (s *encoder) patchSums() {
	for i := range s.picture.Patches {
		p := &s.picture.Patches[i]
		s.sum += p.Patch.sum
		s.moment += int64(s.total-s.kit.offset(p.X, p.Y))*p.Patch.sum - p.Patch.moment
	}
}

// offset returns the number of bytes before a pixel in the uncompressed rows.
func (k *Kit) offset(x, y int) int { return y*k.stride + 1 + x }
