package sandboxtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A description is a JSON document that contains schemas. They are compiled on first use, because compiling all of them
// takes longer than most tests.
type description struct {
	name     string
	doc      map[string]any
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	done     map[string]*jsonschema.Schema
}

// schemasVariable names the environment variable for the folder with Discord's openapi.json and gateway.schema.json.
const schemasVariable = "SETTABLE_DISCORD_SCHEMAS"

// errNoSchemas means that the environment variable isn't set.
var errNoSchemas = errors.New(schemasVariable + " isn't set")

// readDescription reads a file from the folder in SETTABLE_DISCORD_SCHEMAS.
func readDescription(name string) (*description, error) {
	folder := os.Getenv(schemasVariable)
	if folder == "" {
		return nil, errNoSchemas
	}
	raw, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, fmt.Errorf("reading Discord's description: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("reading Discord's description %s: %w", name, err)
	}
	d := &description{name: "mem:///" + name, doc: doc.(map[string]any), compiler: jsonschema.NewCompiler(),
		done: map[string]*jsonschema.Schema{}}
	// OpenAPI 3.1 schemas are JSON Schema 2020-12, unless they specify their own $schema.
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := d.compiler.AddResource(d.name, doc); err != nil {
		return nil, fmt.Errorf("reading Discord's description %s: %w", name, err)
	}
	return d, nil
}

func (d *description) at(steps ...string) any {
	var here any = d.doc
	for _, s := range steps {
		m, ok := here.(map[string]any)
		if !ok {
			return nil
		}
		here = m[s]
	}
	return here
}

func (d *description) validate(value any, steps ...string) error {
	var p strings.Builder
	for _, s := range steps {
		p.WriteString("/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(s)))
	}
	d.mu.Lock()
	schema := d.done[p.String()]
	if schema == nil {
		var err error
		if schema, err = d.compiler.Compile(d.name + "#" + p.String()); err != nil {
			d.mu.Unlock()
			return fmt.Errorf("in the description itself: %w", err)
		}
		d.done[p.String()] = schema
	}
	d.mu.Unlock()
	return schema.Validate(value)
}

// parse decodes JSON with the number type that the schemas need.
func parse(raw []byte) (any, error) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	return v, nil
}

func number(s string) json.Number { return json.Number(s) }
