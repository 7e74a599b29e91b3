package world

import "time"

// Kinds of interactions.
const (
	KindCommand   = 2
	KindComponent = 3
	KindComplete  = 4
	KindModal     = 5
)

// State is how far an interaction has come.
type State string

// The states of an interaction.
const (
	Waiting  State = "waiting"  // the bot has not answered yet
	Deferred State = "deferred" // the bot asked for more time
	Answered State = "answered"
	Modal    State = "modal"  // a form was opened
	Failed   State = "failed" // three seconds passed: "The application did not respond"
)

// Interaction is one press, command, form or completion, and what became of it.
type Interaction struct {
	ID, Token string
	Kind      int
	User      string
	Channel   string
	Message   string    `json:",omitempty"` // the one whose component was used
	Command   string    `json:",omitempty"`
	Focus     int       `json:",omitempty"` // the type of the option being completed
	Meta      *Metadata `json:",omitempty"`
	State     State
	Original  string   `json:",omitempty"` // the message that is @original
	Filled    bool     `json:",omitempty"` // @original is no longer a blank "thinking" line
	Form      *Form    `json:",omitempty"`
	Choices   []Choice `json:",omitempty"`
	Began     time.Time
}

// Interactions are those whose tokens may still live, by their ids.
type Interactions map[string]*Interaction

// Form is a modal as the bot opens it: Submit fills it in.
type Form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Outcome is what became of an interaction. Message is its answer, if that is a message its user can see.
type Outcome struct {
	State   State
	Message *Message
	Form    *Form
	Choices []Choice
}
