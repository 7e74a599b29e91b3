package games

// Manual is what people are told about a game, besides its words. These stand in
// the catalogues of the game under keys that begin with its name, and its methods
// find them.
type Manual struct {
	Game               string // Rules.Name
	MinSeats, MaxSeats int
	Options            []Option
	Verbs              []Verb // what is said most comes first
	Claim              string // the verb that a moment decides, and that cards alone mean; "": none
	Example            View   // a table to be shown beside the rules, at which something is to be learnt
	WalkIn             bool   // a stranger's claim sits them down first
	Hands              bool   // players hold cards that only they may see
}

// An Option is a choice made when a table is opened.
type Option struct {
	Name     string
	Default  string
	Values   []string // the words it may be; nil: a whole number from Min to Max
	Min, Max int
	On       string // the number a script means by "true"; empty: none
	Told     bool   // said at every table before anybody sits down, usual or not
}

// A Verb is a kind of move players have.
type Verb struct {
	Name     string // "set"
	Takes    Takes
	Optional bool   // may also stand alone
	Example  string // "set a b c"
}

// Title is what the game is called: "Classic SET".
func (m Manual) Title() Phrase { return TitleOf(m.Game) }

// TitleOf is what a game is called, by its name.
func TitleOf(game string) Phrase { return Say(game + ".title") }

// Summary is the game in one line.
func (m Manual) Summary() Phrase { return Say(m.Game + ".summary") }

// Text are the rules in short paragraphs, at most 1,800 characters.
func (m Manual) Text() Phrase { return Say(m.Game + ".rules") }

// About says what an option is for, in at most 100 characters.
func (m Manual) About(o Option) Phrase { return Say(m.Game + ".option." + o.Name) }

// Meaning says what one of an option's words means.
func (m Manual) Meaning(o Option, value string) Phrase {
	return Say(m.Game + ".option." + o.Name + "." + value)
}

// Help says what a verb does, in at most 100 characters.
func (m Manual) Help(v Verb) Phrase { return Say(m.Game + ".verb." + v.Name) }
