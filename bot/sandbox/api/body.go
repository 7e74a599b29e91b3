package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the picture formats whose size Discord reports
	_ "image/jpeg"
	_ "image/png"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"settable/bot/sandbox/world"
)

// These are the upload limits of a server without boosts.
const (
	maxFile = 10 << 20
	maxBody = 26 << 20
)

type payload struct {
	raw   []byte
	files []world.Upload
}

var filesField = regexp.MustCompile(`^files\[(\d+)\]$`)

func readBody(w http.ResponseWriter, r *http.Request) (payload, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "multipart/form-data":
		return readForm(multipart.NewReader(r.Body, params["boundary"]))
	case err == nil && kind != "application/json":
		return payload{}, world.BadBody("", "CONTENT_TYPE_INVALID",
			"Content-Type must be application/json or multipart/form-data.")
	}
	raw, readErr := io.ReadAll(r.Body)
	var big *http.MaxBytesError
	switch {
	case errors.As(readErr, &big):
		return payload{}, errTooLarge
	case readErr != nil:
		return payload{}, fmt.Errorf("reading a request body: %w", readErr)
	case len(raw) > 0 && err != nil:
		return payload{}, world.BadBody("", "CONTENT_TYPE_INVALID", "A body needs a Content-Type.")
	case len(raw) == 0 && err == nil:
		return payload{}, world.Refuse(400, 50109, "The request body contains invalid JSON.")
	}
	return payload{raw: raw}, nil
}

func readForm(form *multipart.Reader) (payload, error) {
	var p payload
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			if p.raw == nil {
				p.raw = []byte("{}")
			}
			return p, nil
		}
		if err != nil {
			return p, tooLargeOr(err)
		}
		body, err := readAll(part)
		if err != nil {
			return p, tooLargeOr(err)
		}
		if err := p.take(part.FormName(), part.FileName(), body); err != nil {
			return p, err
		}
	}
}

var readings = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readAll works like io.ReadAll, but returns a slice without spare capacity to save memory.
func readAll(r io.Reader) ([]byte, error) {
	b := readings.Get().(*bytes.Buffer)
	defer readings.Put(b)
	b.Reset()
	_, err := b.ReadFrom(r)
	return bytes.Clone(b.Bytes()), err
}

func tooLargeOr(err error) error {
	if _, big := errors.AsType[*http.MaxBytesError](err); big {
		return errTooLarge
	}
	return world.BadBody("", "MULTIPART_INVALID", "The multipart form could not be read.")
}

func (p *payload) take(field, file string, body []byte) error {
	if field == "payload_json" {
		p.raw = body
		return nil
	}
	m := filesField.FindStringSubmatch(field)
	if m == nil || file == "" {
		return world.BadBody(strings.NewReplacer("[", ".", "]", "").Replace(field), "UNKNOWN_KEY",
			"The form may only contain payload_json and files[n], the files with names.")
	}
	if len(body) > maxFile {
		return errTooLarge
	}
	n, _ := strconv.Atoi(m[1])
	if len(p.files) == 10 || slices.ContainsFunc(p.files, func(u world.Upload) bool { return u.Index == n }) {
		return world.BadBody("files", "BASE_TYPE_MAX_LENGTH",
			"Must be 10 or fewer in length, each with its own number.")
	}
	u := world.Upload{Index: n, Name: world.FileName(file), Kind: http.DetectContentType(body), Bytes: body}
	if size, _, err := image.DecodeConfig(bufio.NewReaderSize(bytes.NewReader(body), 64)); err == nil {
		u.Width, u.Height = size.Width, size.Height
	}
	p.files = append(p.files, u)
	return nil
}

// decode decodes the JSON and rejects unknown keys. If no keys are given, all fields of the target are allowed. An
// unknown key is ignored if its value is empty, because client libraries use the same structs for several routes and
// send their empty fields.
func (p payload) decode(to any, keys ...string) error {
	if len(keys) > 0 {
		var top map[string]json.RawMessage
		if err := json.Unmarshal(p.raw, &top); err != nil {
			return jsonFault(err)
		}
		var unknown world.Problems
		for k, v := range top {
			if !slices.Contains(keys, k) && !slices.Contains(emptyValues, string(v)) {
				unknown.Add(k, "UNKNOWN_KEY", "This route doesn't support the key %q.", k)
			}
		}
		if err := unknown.Err(); err != nil {
			return err
		}
		if err := json.Unmarshal(p.raw, to); err != nil {
			return jsonFault(err)
		}
		return nil
	}
	if err := world.Strict(p.raw, to); err != nil {
		return jsonFault(err)
	}
	return nil
}

// emptyValues lists the JSON values that count as empty.
var emptyValues = []string{"null", `""`, "false", "[]"}

// jsonFault turns a decoder's error into Discord's error: 50109 for invalid JSON, 50035 for a wrong type or key.
func jsonFault(err error) error {
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return world.BadBody(wrong.Field, "BASE_TYPE_INVALID", "A %s isn't allowed here.", wrong.Value)
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return world.BadBody(strings.Trim(key, `"`), "UNKNOWN_KEY", "Unknown key %s.", key)
	}
	return world.Refuse(400, 50109, "The request body contains invalid JSON.")
}
