package gateway

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// object walks through the keys and values of a JSON object as they stand:
// nothing is copied and nothing taken apart, so that a message nobody needs costs
// no more than a look at its bytes. What is no object has no fields, and a key
// with an escape in it is one we do not know.
type object struct {
	rest       []byte
	begun      bool
	key, value []byte
}

func walk(raw []byte) object { return object{rest: raw} }

// next goes on to the next field, if there is one.
func (o *object) next() bool {
	open := byte('{')
	if o.begun {
		open = ','
	}
	o.begun = true
	if !o.skip(open) {
		return false
	}
	o.key = bare(o.one())
	if !o.skip(':') {
		return false
	}
	o.value = o.one()
	return true
}

// skip steps over a mark and the space around it.
func (o *object) skip(mark byte) bool {
	o.rest = space(o.rest)
	if len(o.rest) == 0 || o.rest[0] != mark {
		return false
	}
	o.rest = space(o.rest[1:])
	return true
}

// one takes the value that comes next.
func (o *object) one() []byte {
	n := length(o.rest)
	value := o.rest[:n]
	o.rest = o.rest[n:]
	return value
}

func space(raw []byte) []byte {
	for len(raw) > 0 && (raw[0] == ' ' || raw[0] == '\t' || raw[0] == '\n' || raw[0] == '\r') {
		raw = raw[1:]
	}
	return raw
}

// length is how many bytes the value takes that raw begins with.
func length(raw []byte) int {
	if len(raw) == 0 {
		return 0
	}
	switch raw[0] {
	case '"':
		return quoted(raw)
	case '{', '[':
		return nested(raw)
	}
	if n := bytes.IndexAny(raw, ",]} \t\r\n"); n >= 0 {
		return n
	}
	return len(raw)
}

// quoted is the length of a string with its quotes.
func quoted(raw []byte) int {
	for n := 1; ; n++ {
		i := bytes.IndexByte(raw[n:], '"')
		if i < 0 {
			return len(raw)
		}
		n += i
		back := n
		for raw[back-1] == '\\' {
			back--
		}
		if (n-back)%2 == 0 { // else the quote is escaped
			return n + 1
		}
	}
}

// nested is the length of an object or a list.
func nested(raw []byte) int {
	deep := 0
	for n := 0; n < len(raw); n++ {
		switch raw[n] {
		case '{', '[':
			deep++
		case '}', ']':
			if deep--; deep == 0 {
				return n + 1
			}
		case '"':
			n += quoted(raw[n:]) - 1
		}
	}
	return len(raw)
}

// bare is what stands between the quotes of a string. It is what the string
// means, too, where nothing is escaped in it; that is so for every id.
func bare(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return nil
	}
	return value[1 : len(value)-1]
}

// text is what a string means; "" where it is none.
func text(value []byte) string {
	plain := bare(value)
	if bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain)
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// whole is what a number means, and whether it is a whole one.
func whole(value []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(value), 10, 64)
	return n, err == nil
}
