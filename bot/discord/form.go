package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
)

// A body is what a request brings, in pieces that follow each other: a picture
// is sent from where it lies.
type body struct {
	kind   string // of content
	pieces [][]byte
}

// give makes it the body of the request.
func (b body) give(req *http.Request) {
	if b.kind == "" {
		return
	}
	for _, p := range b.pieces {
		req.ContentLength += int64(len(p))
	}
	req.Header.Set("Content-Type", b.kind)
	req.GetBody = func() (io.ReadCloser, error) { return b.open(), nil }
	req.Body = b.open()
}

func (b body) open() io.ReadCloser {
	all := make([]io.Reader, len(b.pieces))
	for i, p := range b.pieces {
		all[i] = bytes.NewReader(p)
	}
	return io.NopCloser(io.MultiReader(all...))
}

// encode writes the body: JSON, or a form with the files after it.
func encode(c call) (body, error) {
	if c.body == nil {
		return body{}, nil
	}
	said, err := json.Marshal(c.body)
	if err != nil {
		return body{}, fmt.Errorf("encode the request: %w", err)
	}
	if len(c.files) == 0 {
		return body{"application/json", [][]byte{said}}, nil
	}
	var f form
	f.text.Grow(len(said) + 1<<10)
	f.w = multipart.NewWriter(&f.text)
	if err := f.part(`form-data; name="payload_json"`, "application/json"); err != nil {
		return body{}, err
	}
	f.text.Write(said)
	for i, file := range c.files {
		if err := f.part(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, unquoted.Replace(file.Name)), "image/png"); err != nil {
			return body{}, err
		}
		f.cut = append(f.cut, f.text.Len())
	}
	if err := f.w.Close(); err != nil {
		return body{}, fmt.Errorf("encode the request: %w", err)
	}
	return body{f.w.FormDataContentType(), f.pieces(c.files)}, nil
}

var unquoted = strings.NewReplacer("\\", "", "\"", "", "\r", "", "\n", "")

// A form is a body of several parts: a text, and the places in it where files go.
type form struct {
	text bytes.Buffer
	w    *multipart.Writer
	cut  []int
}

// part begins a part, which is what is written to the text next.
func (f *form) part(disposition, kind string) error {
	if _, err := f.w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}}); err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	return nil
}

func (f *form) pieces(files []File) (all [][]byte) {
	from := 0
	for i, to := range f.cut {
		all = append(all, f.text.Bytes()[from:to], files[i].PNG)
		from = to
	}
	return append(all, f.text.Bytes()[from:])
}
