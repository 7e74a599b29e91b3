package rest

import (
	"bytes"
	"encoding/json"
	"errors"
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
	switch {
	case q.body == nil:
	case len(q.files) == 0:
		kind, err = "application/json", json.NewEncoder(into).Encode(q.body)
	default:
		kind, err = form(into, q)
	}
	if err != nil {
		return "", fmt.Errorf("encode the request: %w", err)
	}
	return kind, nil
}

// boundary stands between the parts of all forms: nobody who writes what is in them knows it.
var boundary = multipart.NewWriter(nil).Boundary()

func form(into *bytes.Buffer, q request) (kind string, err error) {
	w := multipart.NewWriter(into)
	if err := w.SetBoundary(boundary); err != nil {
		return "", err
	}
	p, err := w.CreatePart(header(`form-data; name="payload_json"`, "application/json"))
	if err == nil {
		err = json.NewEncoder(p).Encode(q.body)
	}
	for i, f := range q.files {
		if err != nil {
			return "", err
		}
		named := fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, unquoted.Replace(f.Name))
		if p, err = w.CreatePart(header(named, kindOf(f.Name))); err == nil {
			_, err = p.Write(f.Content)
		}
	}
	return w.FormDataContentType(), errors.Join(err, w.Close())
}

var unquoted = strings.NewReplacer("\\", "", "\"", "", "\r", "", "\n", "")

func header(disposition, kind string) textproto.MIMEHeader {
	return textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}}
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
