package gateway

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// fields iterates over the keys and values of a JSON object in place. It copies and decodes
// nothing, so that a message that nobody needs costs no more than looking at its bytes. Anything
// but an object has no fields. Keys with escapes are not decoded: the bot knows none that has one.
type fields struct {
	rest       []byte
	begun      bool
	key, value []byte
}

func fieldsOf(raw []byte) fields { return fields{rest: raw} }

// next moves to the next field. It returns false if there is none.
func (o *fields) next() bool {
	open := byte('{')
	if o.begun {
		open = ','
	}
	o.begun = true
	if !o.skip(open) {
		return false
	}
	o.key = unquote(o.scan())
	if !o.skip(':') {
		return false
	}
	o.value = o.scan()
	return true
}

// skip steps over a mark and the space around it. It returns false if the mark is not there.
func (o *fields) skip(mark byte) bool {
	o.rest = trimSpace(o.rest)
	if len(o.rest) == 0 || o.rest[0] != mark {
		return false
	}
	o.rest = trimSpace(o.rest[1:])
	return true
}

// scan takes the next value.
func (o *fields) scan() []byte {
	n := valueLength(o.rest)
	value := o.rest[:n]
	o.rest = o.rest[n:]
	return value
}

func trimSpace(raw []byte) []byte {
	for len(raw) > 0 && (raw[0] == ' ' || raw[0] == '\t' || raw[0] == '\n' || raw[0] == '\r') {
		raw = raw[1:]
	}
	return raw
}

// valueLength is the length in bytes of the value with which raw begins.
func valueLength(raw []byte) int {
	if len(raw) == 0 {
		return 0
	}
	switch raw[0] {
	case '"':
		return stringLength(raw)
	case '{', '[':
		return nestedLength(raw)
	}
	if n := bytes.IndexAny(raw, ",]} \t\r\n"); n >= 0 {
		return n
	}
	return len(raw)
}

func stringLength(raw []byte) int {
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
		if (n-back)%2 == 0 { // otherwise the quote is escaped
			return n + 1
		}
	}
}

// nestedLength is the length of an object or a list.
func nestedLength(raw []byte) int {
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
			n += stringLength(raw[n:]) - 1
		}
	}
	return len(raw)
}

// unquote returns the bytes between a string's quotes, undecoded. They are what the
// string means if it has no escapes, as is so for every id.
func unquote(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return nil
	}
	return value[1 : len(value)-1]
}

// decodeString is the text of a JSON string; "" if the value is none.
func decodeString(value []byte) string {
	plain := unquote(value)
	if bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain)
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// integer reads a number, and says whether it is a whole one.
func integer(value []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(value), 10, 64)
	return n, err == nil
}
