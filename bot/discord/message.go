package discord

import "settable/store/ids"

// Message is a message that the bot posts, edits or answers with. An edit replaces the whole message.
type Message struct {
	Content   string // at most 2,000 characters
	Framed    string // the text of an embed below Content, at most 4,096 characters
	Files     []File
	InWords   func() string // the content to send if Discord refuses the files; nil: Content
	KeepFiles bool          // edits: keeps the message's files and sends none
	Rows      []Row
	ReplyTo   ids.Message // Post: replies to that message, unless it was deleted
	Nonce     string      // Post: a message sent twice within minutes is posted once; at most 25 characters; "": random
	Mention   []ids.User  // the users who may be pinged; nothing else is ever pinged
	Silent    bool        // Post, Answer: no notification
}

// Plain returns the message without its files. The text describes what the files showed.
func (m Message) Plain() Message {
	if m.InWords != nil {
		m.Content = m.InWords()
	}
	m.Files, m.InWords = nil, nil
	return m
}

// File is a picture, or another file, to upload.
type File struct {
	Name        string // such as "table.png"
	Description string // the alternative text, at most 1,024 characters
	Content     []byte // a PNG, or by the name's extension a GIF or JSON
}

// Row is a row of up to five buttons.
type Row struct{ Buttons []Button }

// Style is the colour of a button.
type Style int

// These are Discord's button styles.
const (
	Grey  Style = 2 // also the zero Style
	Blue  Style = 1
	Green Style = 3
	Red   Style = 4
)

// Button is a button below a message. The Press event contains the CustomID of the pressed button.
type Button struct {
	Label    string // at most 80 characters
	Style    Style
	CustomID string // at most 100 characters, unique in the message
	Disabled bool
}

// Select is a select menu in a form.
type Select struct {
	CustomID    string
	Placeholder string
	Options     []SelectOption // 1 to 25
	Min, Max    int            // how many options the user chooses; zero Max: one
}

// SelectOption is one option of a Select.
type SelectOption struct{ Label, Value, Description string }

// Modal is a form that opens for the user who pressed a button or used a command.
type Modal struct {
	CustomID string
	Title    string  // at most 45 characters
	Fields   []Field // 1 to 5
}

// Field is a labelled part of a Modal: a select menu if it has options, and otherwise a line of text to type.
type Field struct {
	ID          string // the key in Submit.Fields
	Label       string // at most 45 characters
	Placeholder string
	Options     []SelectOption // at most 25
	Min, Max    int            // characters, or the number of chosen options; zero Max: Discord's own limit, or one option
}

// Select returns the select menu of a field that has options.
func (f Field) Select() Select {
	return Select{CustomID: f.ID, Placeholder: f.Placeholder, Options: f.Options, Min: f.Min, Max: f.Max}
}

// Choice is a suggestion in an autocomplete list, or a fixed choice of an option.
type Choice struct {
	Name       string      // at most 100 characters
	Translated Translation // the name of a fixed choice in other languages
	Value      string
}
