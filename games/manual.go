package games

import "slices"

// Manual is what people are told about a game, without its sentences. Those are in the catalogues of
// the game under keys that begin with its name; the methods of Manual return the phrases.
type Manual struct {
	Game               string // Rules.Name
	MinSeats, MaxSeats int
	Options            []Option
	Verbs              []Verb      // the verb used most comes first
	Claim              string      // the verb decided by speed, which cards named alone also mean; "": none
	Example            func() View // a table shown beside the rules to explain them; nil: none
	WalkIn             bool        // a claim by somebody who does not sit here yet sits them down first
	Hands              bool        // players hold cards that only they may see
	Together           bool        // all share one goal, so house players would play it for you
	Luck               bool        // the cards alone decide the game: boards of all games leave it out
}

// UsualMove is an example of the move that is made most often, as it is typed: "set a b c".
func (m Manual) UsualMove() string { return m.Verbs[0].Example }

// A Verb is a kind of move players have.
type Verb struct {
	Name     string // "set"
	Takes    Takes
	Optional bool     // the verb may also stand alone
	Example  string   // "set a b c"
	Private  bool     // nobody else may read the move, so it is not typed in the channel
	Choices  []string // for Choice: the words that may follow, where no option lists them
}

// WithSeats appends the verbs that all games have to those of one game.
func WithSeats(verbs []Verb) []Verb {
	for _, name := range []string{"join", "leave", "start", "away", "back"} {
		verbs = append(verbs, Verb{Name: name, Example: name})
	}
	return append(verbs, Verb{Name: "house", Takes: Choice, Example: "house steady", Choices: Levels})
}

// Title is what the game is called: "Classic SET".
func (m Manual) Title() Phrase { return TitleOf(m.Game) }

// TitleOf is what a game is called, by its name.
func TitleOf(game string) Phrase { return Say(game + ".title") }

// DailyTitle is the title of the daily deal of a game, given the name of the game. DailyAbout
// describes it in one line.
func DailyTitle(game string) Phrase { return Say(game + ".daily.title") }
func DailyAbout(game string) Phrase { return Say(game + ".daily.about") }

// Summary describes the game in one line.
func (m Manual) Summary() Phrase { return Say(m.Game + ".summary") }

// Text are the rules in short paragraphs, at most 1,800 characters.
func (m Manual) Text() Phrase { return Say(m.Game + ".rules") }

// Coach is what a newcomer is told beside the first table: three lines.
func (m Manual) Coach() Phrase { return Say(m.Game + ".coach") }

// About says what an option is for, in at most 100 characters, the limit of Discord for a
// description.
func (m Manual) About(o Option) Phrase { return Say(m.Game + ".option." + o.Name) }

// Meaning says what one of an option's words means.
func (m Manual) Meaning(o Option, value string) Phrase {
	return Say(m.Game + ".option." + o.Name + "." + value)
}

// Help says what a verb does, in at most 100 characters.
func (m Manual) Help(v Verb) Phrase { return Say(m.Game + ".verb." + v.Name) }

func (m Manual) Verb(name string) (v Verb, is bool) {
	i := slices.IndexFunc(m.Verbs, func(v Verb) bool { return v.Name == name })
	if i < 0 {
		return v, false
	}
	return m.Verbs[i], true
}
