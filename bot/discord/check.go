package discord

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// These are Discord's limits on messages. The bot checks them before sending, because each refusal by Discord costs a
// request and counts towards a ban.
const (
	maxContent  = 2000
	maxFramed   = 4096
	maxRows     = 5
	maxButtons  = 5
	maxCustomID = 100
	maxLabel    = 80
	maxOptions  = 25
	maxOption   = 100
	maxHolder   = 150
	maxNonce    = 25
	maxAlt      = 1024
	// MaxUpload is the maximum total size of a message's files, in bytes, on a server without boosts.
	MaxUpload = 10 << 20
	maxFiles  = 10
	maxTitle  = 45
	maxFields = 5
)

func limit(what, text string, least, most int) error {
	if n := utf8.RuneCountInString(text); n < least || n > most {
		return fmt.Errorf("%w: %s has %d characters, not %d to %d", ErrInvalid, what, n, least, most)
	}
	return nil
}

func count(what string, n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("%w: %d %s, not %d to %d", ErrInvalid, n, what, least, most)
	}
	return nil
}

// Check returns an error that wraps ErrInvalid if Discord would refuse the message.
func (m Message) Check() error {
	words := strings.TrimSpace(m.Content + m.Framed) // Discord trims the spaces around the words
	if words == "" && len(m.Files) == 0 && !m.KeepFiles {
		return fmt.Errorf("%w: the message has neither text nor a picture", ErrInvalid)
	}
	return cmp.Or(
		limit("the content", m.Content, 0, maxContent),
		limit("the framed text", m.Framed, 0, maxFramed),
		limit("the nonce", m.Nonce, 0, maxNonce),
		m.checkFiles(), m.checkRows(),
	)
}

func (m Message) checkFiles() error {
	size := 0
	for _, f := range m.Files {
		size += len(f.Content)
		if err := cmp.Or(
			limit("a file's name", f.Name, 1, 255),
			limit("the alternative text", f.Description, 0, maxAlt),
		); err != nil {
			return err
		}
	}
	return cmp.Or(count("files", len(m.Files), 0, maxFiles), count("bytes to upload", size, 0, MaxUpload))
}

func (m Message) checkRows() error {
	if err := count("rows", len(m.Rows), 0, maxRows); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, r := range m.Rows {
		if err := r.check(seen); err != nil {
			return err
		}
	}
	return nil
}

func (r Row) check(seen map[string]bool) error {
	if err := count("buttons in a row", len(r.Buttons), 1, maxButtons); err != nil {
		return err
	}
	for _, b := range r.Buttons {
		if err := b.check(seen); err != nil {
			return err
		}
	}
	return nil
}

func (b Button) check(seen map[string]bool) error {
	if b.Style < 0 || b.Style > Red {
		return fmt.Errorf("%w: unknown button style %d", ErrInvalid, b.Style)
	}
	return cmp.Or(limit("a button's label", b.Label, 1, maxLabel), checkCustomID(b.CustomID, seen))
}

func (s Select) check(seen map[string]bool) error {
	values := map[string]bool{}
	for _, o := range s.Options {
		if values[o.Value] {
			return fmt.Errorf("%w: two options of a select menu have the value %q", ErrInvalid, o.Value)
		}
		values[o.Value] = true
		if err := cmp.Or(
			limit("an option's label", o.Label, 1, maxOption),
			limit("an option's value", o.Value, 1, maxOption),
			limit("an option's description", o.Description, 0, maxOption),
		); err != nil {
			return err
		}
	}
	return cmp.Or(
		count("options", len(s.Options), 1, maxOptions),
		count("required options", s.Min, 0, len(s.Options)),
		count("allowed options", max(s.Max, 1), max(s.Min, 1), len(s.Options)),
		limit("a select's placeholder", s.Placeholder, 0, maxHolder),
		checkCustomID(s.CustomID, seen),
	)
}

func (f Field) check(seen map[string]bool) error {
	if len(f.Options) > 0 {
		return f.Select().check(seen)
	}
	return cmp.Or(
		limit("a field's placeholder", f.Placeholder, 0, maxOption),
		count("allowed characters", f.Max, 0, 4000),
		count("required characters", f.Min, 0, cmp.Or(f.Max, 4000)),
		checkCustomID(f.ID, seen),
	)
}

// checkCustomID checks a custom_id, which must have 1 to 100 characters and be unique in its message.
func checkCustomID(id string, seen map[string]bool) error {
	if seen[id] {
		return fmt.Errorf("%w: two components have the custom_id %q", ErrInvalid, id)
	}
	seen[id] = true
	return limit("a custom_id", id, 1, maxCustomID)
}

// Check returns an error that wraps ErrInvalid if Discord would refuse the form.
func (m Modal) Check() error {
	seen := map[string]bool{}
	for _, f := range m.Fields {
		if err := cmp.Or(limit("a field's label", f.Label, 1, maxTitle), f.check(seen)); err != nil {
			return err
		}
	}
	return cmp.Or(
		limit("a modal's title", m.Title, 1, maxTitle),
		limit("a modal's custom_id", m.CustomID, 1, maxCustomID),
		count("fields", len(m.Fields), 1, maxFields),
	)
}
