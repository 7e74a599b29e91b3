package sandbox

import (
	"fmt"
	"net/http"
	"strings"
)

// refusal is an error answer of the REST API: a status, Discord's own code, a sentence, and for a bad body the tree
// of what is wrong where.
type refusal struct {
	status  int
	Code    int    `json:"code"`
	Message string `json:"message"`
	Errors  tree   `json:"errors,omitempty"`
	header  http.Header
	extra   map[string]any
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%d (code %d): %s %v", r.status, r.Code, r.Message, r.Errors)
}

func refuse(status, code int, message string) *refusal {
	return &refusal{status: status, Code: code, Message: message}
}

// The refusals that have one meaning everywhere.
var (
	errUnauthorized       = refuse(401, 0, "401: Unauthorized")
	errNotFound           = refuse(404, 0, "404: Not Found")
	errMethod             = refuse(405, 0, "405: Method Not Allowed")
	errUnknownChannel     = refuse(404, 10003, "Unknown Channel")
	errUnknownGuild       = refuse(404, 10004, "Unknown Guild")
	errUnknownMember      = refuse(404, 10007, "Unknown Member")
	errUnknownMessage     = refuse(404, 10008, "Unknown Message")
	errUnknownUser        = refuse(404, 10013, "Unknown User")
	errUnknownEmoji       = refuse(400, 10014, "Unknown Emoji")
	errUnknownWebhook     = refuse(404, 10015, "Unknown Webhook")
	errUnknownInteraction = refuse(404, 10062, "Unknown interaction")
	errUnknownCommand     = refuse(404, 10063, "Unknown application command")
	errUnknownEvent       = refuse(404, 10070, "Unknown Guild Scheduled Event")
	errUnknownApplication = refuse(404, 10002, "Unknown Application")
	errTooLarge           = refuse(413, 40005, "Request entity too large")
	errAcknowledged       = refuse(400, 40060, "Interaction has already been acknowledged.")
	errNoAccess           = refuse(403, 50001, "Missing Access")
	errNotTheAuthor       = refuse(403, 50005, "Cannot edit a message authored by another user")
	errEmptyMessage       = refuse(400, 50006, "Cannot send an empty message")
	errNoPermission       = refuse(403, 50013, "Missing Permissions")
	errDeadToken          = refuse(401, 50027, "Invalid Webhook Token")
	errOldEdits           = refuse(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
	errNoAgent            = refuse(403, 40333, "internal network error: the request carries no User-Agent of the form Discord asks of bots")
)

// tree is the `errors` object of a 50035 answer: names and indexes down to lists of {code, message}.
type tree map[string]any

// faults collects what is wrong with a body.
type faults struct{ root tree }

// add notes one fault at a path such as "embeds.0.title"; an empty path is the body itself.
func (f *faults) add(path, code, format string, args ...any) {
	if f.root == nil {
		f.root = tree{}
	}
	at := f.root
	if path != "" {
		for step := range strings.SplitSeq(path, ".") {
			next, ok := at[step].(tree)
			if !ok {
				next = tree{}
				at[step] = next
			}
			at = next
		}
	}
	list, _ := at["_errors"].([]any)
	at["_errors"] = append(list, map[string]string{"code": code, "message": fmt.Sprintf(format, args...)})
}

// length notes a text that is too short or too long, counted in code points.
func (f *faults) length(path, text string, low, high int) {
	if n := runes(text); n < low || n > high {
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// err is the 50035 answer, or nil where nothing is wrong.
func (f *faults) err() error {
	if f.root == nil {
		return nil
	}
	return &refusal{status: 400, Code: 50035, Message: "Invalid Form Body", Errors: f.root}
}

// badBody is a 50035 with a single fault.
func badBody(path, code, format string, args ...any) error {
	var f faults
	f.add(path, code, format, args...)
	return f.err()
}

func runes(s string) int { return len([]rune(s)) }
