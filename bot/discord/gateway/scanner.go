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

// maxMessage is the longest message in bytes, far more than the largest guild takes.
// It keeps a message without end from filling the memory.
const maxMessage = 32 << 20

// scanner splits the gateway's stream into messages, and filters each of them before
// discordgo reads it. What it passes on goes out in frames of its own.
type scanner struct {
	header    []byte // of the frame being read, until it is complete
	remaining int    // bytes of the payload still to come
	kind      byte   // of that frame
	final     bool
	control   []byte // the payload of a control frame
	text      []byte // the message so far
	partial   bool   // a message is not complete yet

	out bytes.Buffer // what discordgo may read
	filter
}

// feed reads the next bytes. It returns an ending if a message or a frame in them ends the connection.
func (s *scanner) feed(p []byte) *ending {
	v := s.read(p)
	if newest := s.sequence(); newest != nil {
		s.forward(frameText, newest)
	}
	return v
}

func (s *scanner) read(p []byte) *ending {
	for len(p) > 0 {
		if s.remaining == 0 {
			s.header = append(s.header, p[0])
			p = p[1:]
			complete, v := s.openFrame()
			if v != nil {
				return v
			}
			if !complete || s.remaining > 0 {
				continue
			}
		} else {
			n := min(s.remaining, len(p))
			if s.kind >= frameClose {
				s.control = append(s.control, p[:n]...)
			} else {
				s.text = append(s.text, p[:n]...)
			}
			if p, s.remaining = p[n:], s.remaining-n; s.remaining > 0 {
				continue
			}
		}
		if v := s.endFrame(); v != nil {
			return v
		}
	}
	return nil
}

// openFrame opens a frame if its header is complete.
func (s *scanner) openFrame() (complete bool, v *ending) {
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
		!control && s.kind > frameText, // binary frames are compressed, which the bot did not ask for
		control && (!s.final || size > 125),
		!control && s.partial != (s.kind == frameMore):
		return false, &ending{why: "sent what is no frame", malformed: true}
	case size > uint64(maxMessage-len(s.text)):
		return false, &ending{why: "sent a message without end", malformed: true}
	}
	s.remaining = int(size)
	s.partial = s.partial || !control
	return true, nil
}

// endFrame passes a finished control frame on, or filters the message that a frame completes.
func (s *scanner) endFrame() *ending {
	if s.kind >= frameClose {
		payload := s.control
		s.control = s.control[:0]
		if s.kind == frameClose {
			return parseClose(payload)
		}
		s.forward(s.kind, payload)
		return nil
	}
	if !s.final {
		return nil
	}
	told, v := s.message(s.text)
	for _, text := range told {
		s.forward(frameText, text)
	}
	if s.partial = false; cap(s.text) > 1<<20 {
		s.text = nil
	} else {
		s.text = s.text[:0]
	}
	return v
}

// forward writes a frame for discordgo. It is not masked, as frames of a server never are.
func (s *scanner) forward(kind byte, payload []byte) {
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
