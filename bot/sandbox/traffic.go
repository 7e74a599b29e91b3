package sandbox

import (
	"encoding/json"
	"sync"
	"time"
)

// traffic is what the page's folded panel lists: the last exchanges. They are put into words, without any token, when
// a page is there to read them.
type traffic struct {
	mu      sync.Mutex // taken after the server's, and before a viewer's
	n       int64
	recent  []crossing
	readers map[*viewer]bool
}

type crossing struct {
	n int64
	Exchange
}

const keepTraffic = 200

func (t *traffic) add(s *Server, e Exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	t.recent = append(t.recent, crossing{t.n, e})
	if len(t.recent) > keepTraffic {
		t.recent = t.recent[1:]
	}
	if len(t.readers) == 0 {
		return
	}
	out := s.line(crossing{t.n, e})
	for v := range t.readers {
		v.raw(out)
	}
}

// follow tells a page the last exchanges, and from now on each new one.
func (t *traffic) follow(s *Server, v *viewer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.recent {
		v.raw(s.line(e))
	}
	t.readers[v] = true
}

func (t *traffic) leave(v *viewer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.readers, v)
}

// line is an exchange as the page lists it.
func (s *Server) line(e crossing) []byte {
	d := map[string]any{"n": e.n, "at": e.At.UTC().Format(time.RFC3339Nano), "dir": "in", "kind": "rest"}
	if e.Gateway {
		d["kind"] = "gateway"
		if e.Sent {
			d["dir"] = "out"
		}
		d["what"], d["body"] = frameName(e.Payload), cut(s.redact(string(e.Payload)))
	} else {
		d["what"], d["status"] = s.redact(e.Method+" "+e.Path), e.Status
		body := string(e.Body)
		if e.Status >= 400 {
			body += "\n→ " + string(e.Answer)
		}
		d["body"] = cut(s.redact(body))
	}
	out, err := json.Marshal(map[string]any{"t": "traffic", "d": d})
	if err != nil {
		panic("sandbox: a page frame that is not JSON: " + err.Error())
	}
	return out
}

func cut(text string) string {
	if r := []rune(text); len(r) > 2000 {
		return string(r[:2000])
	}
	return text
}

var opNames = map[int]string{
	opHeartbeat: "HEARTBEAT", opIdentify: "IDENTIFY", opPresence: "PRESENCE_UPDATE", opResume: "RESUME",
	opReconnect: "RECONNECT", opInvalid: "INVALID_SESSION", opHello: "HELLO", opAck: "HEARTBEAT_ACK",
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
	return "op " + text(f.Op)
}
