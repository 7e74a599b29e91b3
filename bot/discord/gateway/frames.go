package gateway

import (
	"bytes"
	"encoding/binary"
)

// The websocket's own kinds of frames.
const (
	frameMore  = 0
	frameText  = 1
	frameClose = 8
	framePing  = 9
	framePong  = 10
)

// maxMessage is far more than the largest guild takes; a gateway without end
// must not fill the memory.
const maxMessage = 32 << 20

// scanner takes the gateway's stream apart into messages and judges each before
// discordgo sees it. It speaks for what it passes on: out holds frames of its own
// making.
type scanner struct {
	header []byte // of the frame being read, until it is complete
	need   int    // bytes of the payload still to come
	kind   byte   // of that frame
	final  bool
	aside  []byte // the payload of a control frame
	text   []byte // the message so far
	begun  bool   // a message is not complete yet

	out bytes.Buffer // what discordgo may read
	judge
}

// feed reads on, until a message or frame ends the connection.
func (s *scanner) feed(p []byte) *verdict {
	v := s.read(p)
	if number := s.number(); number != nil {
		s.pass(frameText, number)
	}
	return v
}

func (s *scanner) read(p []byte) *verdict {
	for len(p) > 0 {
		if s.need == 0 {
			s.header = append(s.header, p[0])
			p = p[1:]
			complete, v := s.frame()
			if v != nil {
				return v
			}
			if !complete || s.need > 0 {
				continue
			}
		} else {
			n := min(s.need, len(p))
			if s.kind >= frameClose {
				s.aside = append(s.aside, p[:n]...)
			} else {
				s.text = append(s.text, p[:n]...)
			}
			if p, s.need = p[n:], s.need-n; s.need > 0 {
				continue
			}
		}
		if v := s.end(); v != nil {
			return v
		}
	}
	return nil
}

// frame looks whether the header is complete, and opens the frame.
func (s *scanner) frame() (complete bool, v *verdict) {
	h := s.header
	if len(h) < 2 {
		return false, nil
	}
	size, more := uint64(h[1]), 0
	switch size {
	case 126:
		more = 2
	case 127:
		more = 8
	}
	if len(h) < 2+more {
		return false, nil
	}
	switch more {
	case 2:
		size = uint64(binary.BigEndian.Uint16(h[2:]))
	case 8:
		size = binary.BigEndian.Uint64(h[2:])
	}
	s.final, s.kind, s.header = h[0]&0x80 != 0, h[0]&0x0f, h[:0]
	control := s.kind >= frameClose
	switch {
	case h[0]&0x70 != 0, h[1]&0x80 != 0, s.kind > framePong,
		!control && s.kind > frameText, // binary: compressed, which nobody asked for
		control && (!s.final || size > 125),
		!control && s.begun != (s.kind == frameMore):
		return false, &verdict{why: "sent what is no frame", garbage: true}
	case size > uint64(maxMessage-len(s.text)):
		return false, &verdict{why: "sent a message without end", garbage: true}
	}
	s.need = int(size)
	s.begun = s.begun || !control
	return true, nil
}

// end passes a finished frame on, or judges the message that it completes.
func (s *scanner) end() *verdict {
	if s.kind >= frameClose {
		aside := s.aside
		s.aside = s.aside[:0]
		if s.kind == frameClose {
			return closed(aside)
		}
		s.pass(s.kind, aside)
		return nil
	}
	if !s.final {
		return nil
	}
	told, v := s.hear(s.text)
	for _, text := range told {
		s.pass(frameText, text)
	}
	if s.begun = false; cap(s.text) > 1<<20 {
		s.text = nil
	} else {
		s.text = s.text[:0]
	}
	return v
}

// pass puts a whole frame, unmasked as a server's are, where discordgo reads.
func (s *scanner) pass(kind byte, payload []byte) {
	h := []byte{0x80 | kind}
	switch n := len(payload); {
	case n < 126:
		h = append(h, byte(n))
	case n < 1<<16:
		h = binary.BigEndian.AppendUint16(append(h, 126), uint16(n))
	default:
		h = binary.BigEndian.AppendUint64(append(h, 127), uint64(n))
	}
	s.out.Write(h)
	s.out.Write(payload)
}
