package page

import (
	"encoding/json"
	"net/http"
	"time"

	"settable/bot/sandbox/world"
)

type request struct {
	As          string            `json:"as"`
	Do          string            `json:"do"`
	Channel     string            `json:"channel"`
	Message     string            `json:"message"`
	ReplyTo     string            `json:"reply_to"`
	Content     string            `json:"content"`
	Emoji       string            `json:"emoji"`
	On          bool              `json:"on"`
	CustomID    string            `json:"custom_id"`
	Interaction string            `json:"interaction"`
	Fields      map[string]string `json:"fields"`
	Name        string            `json:"name"`
	Options     []world.Option    `json:"options"`
	Fault       string            `json:"fault"`
	N           int               `json:"n"`
	MS          int               `json:"ms"`
}

func (p *Page) act(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fail := func(err error) {
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]string{"message": err.Error()})
	}
	var d request
	if r.Header.Get("Content-Type") != "application/json" {
		fail(world.UserError("The request must be application/json."))
		return
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&d); err != nil {
		fail(world.UserErrorf("The request couldn't be read: %v.", err))
		return
	}
	out, err := p.carryOut(r, d)
	if err != nil {
		fail(err)
		return
	}
	if out == nil {
		out = struct{}{}
	}
	json.NewEncoder(w).Encode(out)
}

func (p *Page) carryOut(r *http.Request, d request) (any, error) {
	do := func(act func(world.Visitor) error) (any, error) { return nil, p.People.Visit(d.As, d.Channel, act) }
	named := func(key string) func(string, error) (any, error) {
		return func(v string, err error) (any, error) { return map[string]string{key: v}, err }
	}
	ask := func(key string, act func(world.Visitor) (string, error)) (any, error) {
		return named(key)(p.People.Ask(d.As, d.Channel, act))
	}
	switch d.Do {
	case "send":
		return ask("id", func(v world.Visitor) (string, error) { return v.Reply(d.ReplyTo, d.Content) })
	case "edit":
		return do(func(v world.Visitor) error { return v.Edit(d.Message, d.Content) })
	case "remove":
		return do(func(v world.Visitor) error { return v.Delete(d.Message) })
	case "react":
		return do(func(v world.Visitor) error { return v.React(d.Message, d.Emoji, d.On) })
	case "dismiss":
		return do(func(v world.Visitor) error { return v.Dismiss(d.Message) })
	case "click":
		return ask("interaction", func(v world.Visitor) (string, error) { return v.Press(d.Message, d.CustomID) })
	case "submit":
		return named("interaction")(p.People.Submit(d.As, d.Interaction, d.Fields))
	case "slash":
		return named("interaction")(p.People.Slash(d.As, d.Channel, d.Name, d.Options...))
	case "complete":
		choices, err := p.People.Complete(r.Context(), d.As, d.Channel, d.Name, d.Options...)
		if choices == nil {
			choices = []world.Choice{}
		}
		return map[string]any{"choices": choices}, err
	case "speak":
		return nil, p.People.Speak(d.As, d.Name)
	case "watch":
		return nil, p.crowd.watch(d.As, d.Channel, d.Name, d.N)
	case "pace":
		return nil, p.crowd.setSpeed(d.Channel, d.N)
	case "fault":
		return nil, p.throwFault(d)
	case "process":
		return nil, p.signal(d)
	}
	return nil, world.UserErrorf("Unknown action %q.", d.Do)
}

func (p *Page) throwFault(d request) error {
	n := max(d.N, 1)
	after := time.Duration(d.MS) * time.Millisecond
	switch d.Fault {
	case "drop":
		p.Gateway.DropSockets()
	case "op7":
		p.Gateway.Reconnect()
	case "op9":
		p.Gateway.InvalidSession(false)
	case "429":
		p.Faults.Limit(n, max(after, time.Second), false)
	case "500":
		p.Faults.FailREST(n, 502)
	case "latency":
		p.Faults.Latency(after)
	case "silent":
		p.Gateway.Silence(!p.Faults.Silent())
	default:
		return world.UserErrorf("Unknown fault %q.", d.Fault)
	}
	return nil
}
