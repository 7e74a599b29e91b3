// Package traffic records what a bot and the sandbox send each other, for tests and the page's panel, and holds the
// faults that requests and events are to have.
package traffic

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Exchange is one thing that went over the wire: a REST request with its answer, or one gateway frame.
type Exchange struct {
	At       time.Time
	Gateway  bool
	Sent     bool   // gateway: the server sent it; otherwise the bot did
	Raw      bool   // gateway: thrown in by Dispatch, so not the sandbox's own words
	Payload  []byte // gateway: the frame, uncompressed
	Method   string
	Path     string // with the query, as the bot asked
	Files    []string
	Body     []byte // of a multipart request its payload_json
	Status   int
	Answer   []byte
	Received time.Time // REST: when the request had come in whole
}

// Log keeps the last exchanges. They are put into words, without any token, when a page is there to read
// them. It has a lock of its own: a frame is watched before it leaves, without waiting for who holds the
// world's.
type Log struct {
	token string
	now   func() time.Time
	watch func(Exchange)

	mu      sync.Mutex
	n       int64
	recent  []numbered
	readers map[*func([]byte)]bool
}

type numbered struct {
	n int64
	Exchange
}

// keep is how many exchanges a page that opens is told.
const keep = 200

// NewLog returns an empty log. Each exchange goes to watch too, if that is set.
func NewLog(token string, now func() time.Time, watch func(Exchange)) *Log {
	return &Log{token: token, now: now, watch: watch, readers: map[*func([]byte)]bool{}}
}

// Add logs an exchange.
func (l *Log) Add(e Exchange) {
	e.At = l.now()
	if l.watch != nil {
		l.watch(e)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	l.recent = append(l.recent, numbered{l.n, e})
	if len(l.recent) > keep {
		l.recent = l.recent[1:]
	}
	if len(l.readers) == 0 {
		return
	}
	line := l.line(numbered{l.n, e})
	for tell := range l.readers {
		(*tell)(line)
	}
}

// Follow tells the last exchanges, and from now on each new one, until leave is called.
func (l *Log) Follow(tell func(line []byte)) (leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.recent {
		tell(l.line(e))
	}
	l.readers[&tell] = true
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.readers, &tell)
	}
}

// line returns an exchange as the page lists it.
func (l *Log) line(e numbered) []byte {
	d := map[string]any{"n": e.n, "at": e.At.UTC().Format(time.RFC3339Nano), "dir": "in", "kind": "rest"}
	if e.Gateway {
		d["kind"] = "gateway"
		if e.Sent {
			d["dir"] = "out"
		}
		d["what"], d["body"] = frameName(e.Payload), cut(l.redact(string(e.Payload)))
	} else {
		d["what"], d["status"] = l.redact(e.Method+" "+e.Path), e.Status
		body := string(e.Body)
		if e.Status >= 400 {
			body += "\n→ " + string(e.Answer)
		}
		d["body"] = cut(l.redact(body))
	}
	out, err := json.Marshal(map[string]any{"t": "traffic", "d": d})
	if err != nil {
		panic("sandbox: a traffic line isn't JSON: " + err.Error())
	}
	return out
}

var secretFields = regexp.MustCompile(`"token"\s*:\s*"[^"]*"`)
var secretPath = regexp.MustCompile(`(/interactions/\d+/|/webhooks/\d+/)[^/?]+`)

// redact takes every token out of a text that people will see.
func (l *Log) redact(text string) string {
	text = secretFields.ReplaceAllString(text, `"token":"…"`)
	text = secretPath.ReplaceAllString(text, "${1}…")
	return strings.ReplaceAll(text, l.token, "…")
}

func cut(text string) string {
	if r := []rune(text); len(r) > 2000 {
		return string(r[:2000])
	}
	return text
}

var opNames = map[int]string{
	1: "HEARTBEAT", 2: "IDENTIFY", 3: "PRESENCE_UPDATE", 6: "RESUME", 7: "RECONNECT", 9: "INVALID_SESSION",
	10: "HELLO",
	11: "HEARTBEAT_ACK",
}

func frameName(raw []byte) string {
	var f struct {
		Op int    `json:"op"`
		T  string `json:"t"`
	}
	if json.Unmarshal(raw, &f) != nil {
		return "not JSON"
	}
	if f.T != "" {
		return f.T
	}
	if n, ok := opNames[f.Op]; ok {
		return n
	}
	return "op " + strconv.Itoa(f.Op)
}
