package sandbox

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

func statusCode(n int) websocket.StatusCode { return websocket.StatusCode(n) }

// deed is one thing a person does on the page.
type deed struct {
	As          string            `json:"as"`
	Do          string            `json:"do"`
	Channel     string            `json:"channel"`
	Message     string            `json:"message"`
	ReplyTo     string            `json:"reply_to"`
	Content     string            `json:"content"`
	Emoji       string            `json:"emoji"`
	On          bool              `json:"on"`
	CustomID    string            `json:"custom_id"`
	Values      []string          `json:"values"`
	Interaction string            `json:"interaction"`
	Fields      map[string]string `json:"fields"`
	Name        string            `json:"name"`
	Options     []Option          `json:"options"`
	Fault       string            `json:"fault"`
	N           int               `json:"n"`
	MS          int               `json:"ms"`
}

// act carries out what the page asks: exactly what tests do by the Server's methods.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fail := func(err error) {
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]string{"message": err.Error()})
	}
	var d deed
	if r.Header.Get("Content-Type") != "application/json" {
		fail(sorry("The page sends application/json."))
		return
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&d); err != nil {
		fail(sorryf("That could not be read: %v.", err))
		return
	}
	out, err := s.carryOut(r, d)
	if err != nil {
		fail(err)
		return
	}
	if out == nil {
		out = struct{}{}
	}
	json.NewEncoder(w).Encode(out)
}

func (s *Server) carryOut(r *http.Request, d deed) (any, error) {
	named := func(key string) func(string, error) (any, error) {
		return func(v string, err error) (any, error) { return map[string]string{key: v}, err }
	}
	switch d.Do {
	case "send":
		return named("id")(s.Reply(d.As, d.Channel, d.ReplyTo, d.Content))
	case "edit":
		return nil, s.Edit(d.As, d.Channel, d.Message, d.Content)
	case "remove":
		return nil, s.Delete(d.As, d.Channel, d.Message)
	case "react":
		return nil, s.React(d.As, d.Channel, d.Message, d.Emoji, d.On)
	case "dismiss":
		return nil, s.Dismiss(d.As, d.Channel, d.Message)
	case "click":
		return named("interaction")(s.Click(d.As, d.Channel, d.Message, d.CustomID))
	case "select":
		return named("interaction")(s.Select(d.As, d.Channel, d.Message, d.CustomID, d.Values...))
	case "submit":
		return named("interaction")(s.Submit(d.As, d.Interaction, d.Fields))
	case "slash":
		return named("interaction")(s.Slash(d.As, d.Channel, d.Name, d.Options...))
	case "complete":
		choices, err := s.Complete(r.Context(), d.As, d.Channel, d.Name, d.Options...)
		if choices == nil {
			choices = []Choice{}
		}
		return map[string]any{"choices": choices}, err
	case "script":
		return named("text")(s.Script(d.Channel))
	case "fault":
		return nil, s.throwFault(d)
	}
	return nil, sorryf("The page cannot do %q.", d.Do)
}

func (s *Server) throwFault(d deed) error {
	n := max(d.N, 1)
	after := time.Duration(d.MS) * time.Millisecond
	switch d.Fault {
	case "drop":
		s.DropSockets()
	case "op7":
		s.Reconnect()
	case "op9":
		s.InvalidSession(false)
	case "429":
		s.Limit(n, max(after, time.Second), false)
	case "500":
		s.FailREST(n, 502)
	case "latency":
		s.Latency(after)
	case "silent":
		s.mu.Lock()
		on := !s.faults.silent
		s.mu.Unlock()
		s.Silence(on)
	default:
		return sorryf("There is no fault %q.", d.Fault)
	}
	return nil
}
