package sandbox

import (
	"encoding/json"
	"time"
)

// traffic is what the page's folded panel lists: the last exchanges, without any token.
type traffic struct {
	n      int64
	recent [][]byte
}

const keepTraffic = 200

func (t *traffic) add(s *Server, e Exchange) {
	t.n++
	d := map[string]any{"n": t.n, "at": e.At.UTC().Format(time.RFC3339Nano), "dir": "in", "kind": "rest"}
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
	t.recent = append(t.recent, out)
	if len(t.recent) > keepTraffic {
		t.recent = t.recent[1:]
	}
	for v := range s.viewers {
		v.raw(out)
	}
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
