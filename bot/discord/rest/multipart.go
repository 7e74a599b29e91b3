package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"path"
	"strconv"
	"strings"
)

// encode writes the body of a request: JSON, or a form with files. The body is one contiguous buffer, so that
// net/http sends it in a single write with the headers.
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

// boundary separates the parts of every form. It is random, so that it doesn't occur in the content.
var boundary = "--" + multipart.NewWriter(nil).Boundary()

// form writes a form (RFC 7578) as Discord expects it: JSON, followed by files. mime/multipart's Writer would
// generate a new boundary and sort the headers each time, which would take longer than everything else.
// https://discord.com/developers/docs/reference#uploading-files
func form(into *bytes.Buffer, q request) (kind string, err error) {
	into.WriteString(boundary)
	head(into, "payload_json", "", "application/json")
	err = json.NewEncoder(into).Encode(q.body)
	for i, f := range q.files {
		into.WriteString("\r\n" + boundary)
		head(into, "files["+strconv.Itoa(i)+"]", `"; filename="`+unquoted.Replace(f.Name), kindOf(f.Name))
		into.Write(f.Content)
	}
	into.WriteString("\r\n" + boundary + "--\r\n")
	return "multipart/form-data; boundary=" + boundary[2:], err
}

func head(into *bytes.Buffer, name, file, kind string) {
	for _, piece := range []string{"\r\nContent-Disposition: form-data; name=\"", name, file,
		"\"\r\nContent-Type: ", kind, "\r\n\r\n"} {
		into.WriteString(piece)
	}
}

var unquoted = strings.NewReplacer("\\", "", "\"", "", "\r", "", "\n", "")

// kindOf returns the media type of a file, based on its name.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".gif":
		return "image/gif"
	case ".json":
		return "application/json"
	}
	return "image/png"
}
