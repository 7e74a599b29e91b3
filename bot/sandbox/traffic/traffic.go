// Package traffic records the traffic between a bot and the sandbox for tests and for the page's panel. It also
// simulates faults of requests and events.
package traffic

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Exchange is a REST request with its response, or a gateway frame.
type Exchange struct {
	At       time.Time
	Gateway  bool
	Sent     bool   // gateway: the server sent it; otherwise the bot did
	Raw      bool   // gateway: sent by Dispatch, not part of normal traffic
	Payload  []byte // gateway: the frame, uncompressed
	Method   string
	Path     string // with the query
	Files    []string
	Body     []byte // of a multipart request, its payload_json
	Status   int
	Answer   []byte
	Received time.Time // REST: when the whole request had arrived
}

// Log keeps the latest exchanges. It formats them without tokens, and only if a page is open. It has its own lock,
// because a frame is logged before it is sent, possibly while another goroutine holds the world's lock.
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

// maxPast is the number of past exchanges that a newly opened page receives.
const maxPast = 200

// NewLog returns an empty log. It also passes every exchange to watch, unless watch is nil.
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
	if len(l.recent) > maxPast {
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

// Follow calls tell with the latest exchanges and then with every new one, until leave is called.
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

// line returns an exchange in the JSON format of the page's list.
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
