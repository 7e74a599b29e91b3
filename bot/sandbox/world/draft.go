package world

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Draft is a message that a bot wants to post or edit. At first, Problems contains the faults of the draft itself;
// the world adds faults that depend on its state.
type Draft struct {
	Content     Field[string]          `json:"content"`
	Embeds      Field[[]Embed]         `json:"embeds"`
	Mentions    Field[AllowedMentions] `json:"allowed_mentions"`
	Components  Field[[]Component]     `json:"components"`
	Attachments Field[[]FileNote]      `json:"attachments"`
	Flags       Field[int]             `json:"flags"`
	Reference   Field[ReplyTo]         `json:"message_reference"`
	Nonce       Field[any]             `json:"nonce"`
	Enforce     Field[bool]            `json:"enforce_nonce"`

	Files     []Upload `json:"-"`
	Malformed error    `json:"-"` // the body could not be decoded
	Problems  Problems `json:"-"`
}

// Field is a JSON field that may be absent, null or given, which a PATCH request distinguishes.
type Field[T any] struct {
	Given bool // present and not null
	Null  bool
	Value T
}

// UnmarshalJSON rejects unknown keys. It has to do that itself, because a strict json.Decoder doesn't check what
// types with their own UnmarshalJSON decode.
func (o *Field[T]) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		o.Null = true
		return nil
	}
	o.Given = true
	switch any(o.Value).(type) {
	case nil, string, int, bool, []string: // these have no keys
		return json.Unmarshal(raw, &o.Value)
	}
	return Strict(raw, &o.Value)
}

// Strict decodes JSON and rejects unknown keys.
func Strict(raw []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// AllowedMentions restricts which users a message may ping.
type AllowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	RepliedUser bool     `json:"replied_user"`
}

// FileNote describes a file of the message. For a new file, ID is the n of files[n]; for an existing file, it is the
// file's id.
type FileNote struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description *string         `json:"description"`
}

func (n FileNote) id() string { return strings.Trim(string(n.ID), `"`) }

// ReplyTo identifies the message that a reply answers.
type ReplyTo struct {
	Message string `json:"message_id"`
	Fail    *bool  `json:"fail_if_not_exists"`
}

// Upload is a file in a multipart body. Index is the n of files[n]. Width and Height are the size of a picture in
// pixels.
type Upload struct {
	Index         int
	Name, Kind    string
	Width, Height int
	Bytes         []byte
}

// nonce returns the draft's nonce as text, or "" if it has none.
func (d Draft) nonce() (string, error) {
	switch v := d.Nonce.Value.(type) {
	case nil:
		return "", nil
	case string:
		if Runes(v) > 25 {
			return "", BadBody("nonce", "NONCE_TYPE_TOO_LONG", "Nonce must be no longer than 25 characters.")
		}
		return v, nil
	case float64:
		return strconv.FormatInt(int64(v), 10), nil
	}
	return "", BadBody("nonce", "NONCE_TYPE_INVALID", "A nonce must be a number or a string.")
}
