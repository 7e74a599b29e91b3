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

// encode writes the body of a request and returns its media type. The body is JSON or, with files, a form (RFC 7578) as
// Discord expects it: JSON, followed by the files. It is one contiguous buffer, so that net/http sends it in a single
// write with the headers. mime/multipart's Writer would generate a new boundary and sort the headers each time, which
// would take longer than everything else. https://discord.com/developers/docs/reference#uploading-files
func encode(into *bytes.Buffer, q request) (kind string, err error) {
	if q.body == nil {
		return "", nil
	}
	if len(q.files) > 0 {
		into.WriteString(boundary)
		head(into, "payload_json", "", "application/json")
	}
	if err := json.NewEncoder(into).Encode(q.body); err != nil {
		return "", fmt.Errorf("encode the request: %w", err)
	}
	if len(q.files) == 0 {
		return "application/json", nil
	}
	for i, f := range q.files {
		into.WriteString("\r\n" + boundary)
		head(into, "files["+strconv.Itoa(i)+"]", `"; filename="`+unquoted.Replace(f.Name), kindOf(f.Name))
		into.Write(f.Content)
	}
	into.WriteString("\r\n" + boundary + "--\r\n")
	return "multipart/form-data; boundary=" + boundary[2:], nil
}

// boundary separates the parts of every form. It is random, so that it doesn't occur in the content.
var boundary = "--" + multipart.NewWriter(nil).Boundary()

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
