package sandbox

import (
	"net/http"
	"regexp"
	"strings"
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
	Form     bool   // the request was multipart; Body is its payload_json
	Files    []string
	Body     []byte
	Status   int
	Header   http.Header // of the answer
	Answer   []byte
	Received time.Time // REST: when the request had come in whole
	Duration time.Duration
}

var secretFields = regexp.MustCompile(`"token"\s*:\s*"[^"]*"`)
var secretPath = regexp.MustCompile(`(/interactions/\d+/|/webhooks/\d+/)[^/?]+`)

// redact takes every token out of a text that people will see.
func (s *Server) redact(text string) string {
	text = secretFields.ReplaceAllString(text, `"token":"…"`)
	text = secretPath.ReplaceAllString(text, "${1}…")
	return strings.ReplaceAll(text, s.opt.Token, "…")
}

// watched tells the watcher and the page's panel. It waits for nobody who holds the server's lock: a frame is watched
// before it leaves.
func (s *Server) watched(e Exchange) {
	e.At = s.now()
	if s.opt.Watch != nil {
		s.opt.Watch(e)
	}
	s.traffic.add(s, e)
}
