package sandboxtest

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"settable/bot/sandbox/traffic"
)

// contract holds Discord's own descriptions of its API: an OpenAPI description of REST and a JSON schema of the
// gateway's frames.
//
// One JSON Schema library handles both, because OpenAPI 3.1 schemas are JSON Schema. Schemas are compiled on first
// use, because compiling them all would slow down every test.
type contract struct {
	rest    *description
	paths   []template
	gateway *description
	events  map[string]string // event name → name of its definition
}

// template is a path from the REST description, split at its slashes.
type template struct {
	path  string
	parts []string
}

var load = sync.OnceValues(func() (*contract, error) {
	rest, err := readDescription("openapi.json")
	if err != nil {
		return nil, err
	}
	gateway, err := readDescription("gateway.schema.json")
	if err != nil {
		return nil, err
	}
	c := &contract{rest: rest, gateway: gateway, events: map[string]string{}}
	for path := range rest.at("paths").(map[string]any) {
		c.paths = append(c.paths, template{path, strings.Split(path, "/")})
	}
	for name := range gateway.at("definitions").(map[string]any) {
		event, ok := gateway.at("definitions", name, "properties", "t", "const").(string)
		if ok && gateway.at("definitions", name, "properties", "op", "const") != nil {
			c.events[event] = name
		}
	}
	return c, nil
})

func (c *contract) exchange(e traffic.Exchange) error {
	switch {
	case e.Gateway && e.Sent && !e.Raw:
		if err := c.frame(e.Payload); err != nil {
			return fmt.Errorf("the sandbox sent a gateway frame that doesn't match Discord's schema: %w\n%s", err, e.Payload)
		}
	case !e.Gateway && e.Status/100 == 2:
		// If the sandbox accepted the request, both the request and the response must match the schema.
		if err := c.call(e); err != nil {
			return fmt.Errorf("%s %s -> %d doesn't match Discord's API description: %w\nbody: %s\nanswer: %s",
				e.Method, e.Path, e.Status, err, e.Body, e.Answer)
		}
	}
	return nil
}

// find returns the path template that matches a request. If several templates match, it returns the one with the most
// literal parts.
func (c *contract) find(path string) (string, bool) {
	parts := strings.Split(path, "/")
	best, found := -1, ""
	for _, t := range c.paths {
		if len(t.parts) != len(parts) {
			continue
		}
		same, fits := 0, true
		for i, p := range t.parts {
			if p == parts[i] {
				same++
			} else if !strings.HasPrefix(p, "{") {
				fits = false
			}
		}
		if fits && same > best {
			best, found = same, t.path
		}
	}
	return found, best >= 0
}

func (c *contract) call(e traffic.Exchange) error {
	u, err := url.Parse(e.Path)
	if err != nil {
		return fmt.Errorf("the address: %w", err)
	}
	path := strings.TrimPrefix(strings.TrimPrefix(u.EscapedPath(), "/api/v9"), "/api/v10")
	found, ok := c.find(path)
	method := strings.ToLower(e.Method)
	if !ok || c.rest.at("paths", found, method) == nil {
		return fmt.Errorf("the description has no such route")
	}
	if err := c.query(found, method, u.Query()); err != nil {
		return err
	}
	if err := c.body(found, method, e); err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	return c.answer(found, method, e)
}

func (c *contract) query(path, method string, q url.Values) error {
	known := map[string]bool{}
	params, _ := c.rest.at("paths", path, method, "parameters").([]any)
	for _, p := range params {
		name, _ := p.(map[string]any)["name"].(string)
		known[name] = true
	}
	for k := range q {
		if !known[k] {
			return fmt.Errorf("the route has no query parameter %q", k)
		}
	}
	return nil
}

func (c *contract) body(path, method string, e traffic.Exchange) error {
	steps := []string{"paths", path, method, "requestBody", "content", "application/json", "schema"}
	if c.rest.at(steps...) == nil || len(e.Body) == 0 {
		if len(e.Body) > 0 && string(e.Body) != "{}" {
			return fmt.Errorf("the route takes no body")
		}
		return nil
	}
	v, err := parse(e.Body)
	if err != nil {
		return err
	}
	return c.rest.validate(forgiveRequest(v), steps...)
}

func (c *contract) answer(path, method string, e traffic.Exchange) error {
	status := strconv.Itoa(e.Status)
	said := c.rest.at("paths", path, method, "responses", status)
	if said == nil {
		return fmt.Errorf("the description has no response with status %s for this route", status)
	}
	steps := []string{"paths", path, method, "responses", status, "content", "application/json", "schema"}
	if c.rest.at(steps...) == nil {
		if len(e.Answer) > 0 {
			return fmt.Errorf("an answer of %s has no body", status)
		}
		return nil
	}
	v, err := parse(e.Answer)
	if err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	if err := c.rest.validate(v, steps...); err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	return nil
}

// controls maps opcodes to the schemas of frames that aren't events.
var controls = map[string]string{
	"7": "GatewayReconnect", "9": "GatewayInvalidSession", "10": "GatewayHello", "11": "GatewayHeartbeatAck",
}

func (c *contract) frame(raw []byte) error {
	v, err := parse(raw)
	if err != nil {
		return err
	}
	f, _ := v.(map[string]any)
	event, _ := f["t"].(string)
	name := c.events[event]
	if event == "" {
		name = controls[fmt.Sprint(f["op"])]
	}
	if name == "" {
		return fmt.Errorf("there is no such frame")
	}
	forgiveFrame(v)
	if err := c.gateway.validate(v, "definitions", name); err != nil {
		return err
	}
	return checkBeyondSchema(event, f["d"])
}
