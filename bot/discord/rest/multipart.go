package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"path"
	"strings"
)

// encode writes the body: JSON, or a form with the files after it. It is one
// piece of memory, for what net/http knows to be there it sends with the headers
// in one write.
func encode(into *bytes.Buffer, q request) (kind string, err error) {
	if q.body == nil {
		return "", nil
	}
	body, err := json.Marshal(q.body)
	if err != nil {
		return "", fmt.Errorf("encode the request: %w", err)
	}
	if len(q.files) == 0 {
		into.Write(body)
		return "application/json", nil
	}
	room := len(body) + 1<<10
	for _, f := range q.files {
		room += len(f.Content) + 1<<10
	}
	into.Grow(room)
	w := multipart.NewWriter(into)
	if err := part(w, `form-data; name="payload_json"`, "application/json", body); err != nil {
		return "", err
	}
	for i, f := range q.files {
		if err := part(w, fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, unquoted.Replace(f.Name)),
			kindOf(f.Name), f.Content); err != nil {
			return "", err
		}
	}
	if err := w.Close(); err != nil {
		return "", fmt.Errorf("encode the request: %w", err)
	}
	return w.FormDataContentType(), nil
}

var unquoted = strings.NewReplacer("\\", "", "\"", "", "\r", "", "\n", "")

func part(w *multipart.Writer, disposition, kind string, content []byte) error {
	p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
	if err == nil {
		_, err = p.Write(content)
	}
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	return nil
}

// kindOf is the media type of a file by its name.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".gif":
		return "image/gif"
	case ".json":
		return "application/json"
	}
	return "image/png"
}
