package world

import (
	"encoding/json"
	"fmt"
	"strings"
)

// UserError is an error whose text the page shows to the person who caused it.
type UserError string

func (e UserError) Error() string { return string(e) }

func UserErrorf(format string, args ...any) error { return UserError(fmt.Sprintf(format, args...)) }

// Refusal is an error response for the bot: an HTTP status, Discord's error code, a message and, for an invalid body,
// the tree of its faults.
type Refusal struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("%d (code %d): %s %v", r.Status, r.Code, r.Message, r.Errors)
}

func Refuse(status, code int, message string) *Refusal {
	return &Refusal{Status: status, Code: code, Message: message}
}

// Errors that several routes return.
var (
	ErrUnknownChannel     = Refuse(404, 10003, "Unknown Channel")
	ErrUnknownGuild       = Refuse(404, 10004, "Unknown Guild")
	ErrUnknownMember      = Refuse(404, 10007, "Unknown Member")
	ErrUnknownMessage     = Refuse(404, 10008, "Unknown Message")
	errUnknownEmoji       = Refuse(400, 10014, "Unknown Emoji")
	errUnknownWebhook     = Refuse(404, 10015, "Unknown Webhook")
	errUnknownInteraction = Refuse(404, 10062, "Unknown interaction")
	errUnknownEvent       = Refuse(404, 10070, "Unknown Guild Scheduled Event")
	errUnknownApplication = Refuse(404, 10002, "Unknown Application")
	errAcknowledged       = Refuse(400, 40060, "Interaction has already been acknowledged.")
	errNoAccess           = Refuse(403, 50001, "Missing Access")
	errNotTheAuthor       = Refuse(403, 50005, "Cannot edit a message authored by another user")
	errEmptyMessage       = Refuse(400, 50006, "Cannot send an empty message")
	errNoPermission       = Refuse(403, 50013, "Missing Permissions")
	errNoHistory          = Refuse(403, 160002, "Cannot reply without permission to read message history")
	errDeadToken          = Refuse(401, 50027, "Invalid Webhook Token")
	errOldEdits           = Refuse(429, 30046,
		"Maximum number of edits to messages older than 1 hour reached. Try again later.")
	errArchived      = Refuse(400, 50083, "Thread is archived")
	errBlocked       = Refuse(400, 200000, "Message was blocked by automatic moderation")
	errFinishedEvent = Refuse(400, 180000, "Cannot update a finished event")
	errReactions     = Refuse(400, 30010, "Maximum number of reactions reached (20)")
)

// Problems collects the faults of a body for the `errors` object of a 50035 response. The object is a tree of names
// and indexes with lists of {code, message}.
type Problems struct{ root map[string]any }

// Add records a fault at a path such as "embeds.0.title". An empty path refers to the whole body.
func (p *Problems) Add(path, code, format string, args ...any) {
	if p.root == nil {
		p.root = map[string]any{}
	}
	at := p.root
	if path != "" {
		for step := range strings.SplitSeq(path, ".") {
			next, ok := at[step].(map[string]any)
			if !ok {
				next = map[string]any{}
				at[step] = next
			}
			at = next
		}
	}
	list, _ := at["_errors"].([]any)
	at["_errors"] = append(list, map[string]string{"code": code, "message": fmt.Sprintf(format, args...)})
}

// Length records a fault if a text is too short or too long, counted in code points.
func (p *Problems) Length(path, text string, low, high int) {
	if n := Runes(text); n < low || n > high {
		p.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// Many records a fault if a list is too short or too long.
func (p *Problems) Many(path string, n, low, high int) {
	switch {
	case low == 0 && n > high:
		p.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	case n < low || n > high:
		p.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// Once records a fault if a value is already in seen. Otherwise it adds the value there.
func (p *Problems) Once(path, what string, seen map[string]bool, code, sentence string) {
	if seen[what] {
		p.Add(path, code, "%s", sentence)
	}
	seen[what] = true
}

// Err returns the 50035 error, or nil if there are no faults.
func (p *Problems) Err() error {
	if p.root == nil {
		return nil
	}
	return &Refusal{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: p.root}
}

// BadBody returns a 50035 error with a single fault.
func BadBody(path, code, format string, args ...any) error {
	var p Problems
	p.Add(path, code, format, args...)
	return p.Err()
}

// JSON encodes a value and panics if that fails.
func JSON(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("sandbox: invalid JSON: " + err.Error())
	}
	return raw
}

// Runes counts the code points of a text, which is how Discord counts characters.
func Runes(s string) int { return len([]rune(s)) }
