package discord

import "settable/store/ids"

// Message is what the bot posts, edits or answers with. An edit replaces all of a message.
type Message struct {
	Content   string // at most 2,000 characters
	Framed    string // the text of an embed below it, at most 4,096
	Files     []File
	InWords   func() string // the content to send if Discord refuses the files; nil: Content
	KeepFiles bool          // edits: keeps the files of the message and sends none
	Rows      []Row
	ReplyTo   ids.Message // Post: answers that message, or none if it is gone
	Nonce     string      // Post: sent twice within minutes, it posts once; at most 25 characters; "": random
	Mention   []ids.User  // who may be pinged; nobody and nothing else ever is
	Silent    bool        // Post, Answer: no notification
}

// Plain returns the message without its files: words say what they show.
func (m Message) Plain() Message {
	if m.InWords != nil {
		m.Content = m.InWords()
	}
	m.Files, m.InWords = nil, nil
	return m
}

// File is a picture, or another file, to upload.
type File struct {
	Name        string // "table.png"
	Description string // the alternative text, at most 1,024 characters
	Content     []byte // a PNG, or what the name says: a GIF, or JSON
}

// Row is up to five buttons, or one select.
type Row struct {
	Buttons []Button
	Select  *Select
}

// Style is the look of a button.
type Style int

// The looks of buttons.
const (
	Grey  Style = 2 // also the zero Style
	Blue  Style = 1
	Green Style = 3
	Red   Style = 4
)

// Button is a button. Its CustomID comes back in the event Press.
type Button struct {
	Label    string // at most 80 characters
	Style    Style
	CustomID string // at most 100 characters, unique in the message
	Disabled bool
}

// Select is a menu. The chosen values come back in the event Press.
type Select struct {
	CustomID    string
	Placeholder string
	Options     []SelectOption // 1 to 25
	Min, Max    int            // how many may be chosen; zero Max: one
}

// SelectOption is one option of a Select.
type SelectOption struct{ Label, Value, Description string }

// Modal is a form that opens in front of the person who pressed a button or gave a command.
type Modal struct {
	CustomID string
	Title    string  // at most 45 characters
	Fields   []Field // 1 to 5
}

// Field is a labelled part of a Modal: a select if it has options, otherwise a line of text to be typed.
type Field struct {
	ID          string // the key in Submit.Fields
	Label       string // at most 45 characters
	Placeholder string
	Options     []SelectOption // at most 25
	Min, Max    int            // characters, or how many options are chosen; zero Max: Discord's own limit, or one option
}

// Select returns the menu of a field that has options.
func (f Field) Select() Select {
	return Select{CustomID: f.ID, Placeholder: f.Placeholder, Options: f.Options, Min: f.Min, Max: f.Max}
}

// Choice is one suggestion of an autocomplete, or one fixed choice of an option.
type Choice struct {
	Name       string      // at most 100 characters
	Translated Translation // the name, of a fixed choice
	Value      string
}
