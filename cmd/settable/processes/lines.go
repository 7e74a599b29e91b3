package processes

import "bytes"

// longest is the maximum length of a line in bytes. Longer lines are split.
const longest = 64 << 10

// lines splits its input into lines.
type lines struct {
	tell func([]byte)
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, whole := bytes.Cut(l.rest, []byte("\n"))
		if !whole && len(line) < longest {
			return len(p), nil
		}
		l.tell(line)
		l.rest = append([]byte(nil), rest...)
	}
}

// end passes on the last line if it has no line break.
func (l *lines) end() {
	if len(l.rest) > 0 {
		l.tell(l.rest)
	}
}

// write logs a line together with the name of the member that wrote it. In a JSON line, the name is a field.
func (t *Group) write(who string, line []byte) {
	text := []byte(who + ": ")
	if fields, is := bytes.CutPrefix(line, []byte(`{"`)); is {
		text, line = []byte(`{"process":"`+who+`","`), fields
	}
	t.out.Lock()
	defer t.out.Unlock()
	_, _ = t.Log.Write(append(append(text, line...), '\n')) // an error can't be reported anywhere
}
