package games

import "slices"

// Manual describes a game to players. It contains no sentences: its methods return phrases, whose sentences are in the
// game's catalogues under keys that begin with the game's name.
type Manual struct {
	Game               string // Rules.Name
	MinSeats, MaxSeats int
	Options            []Option
	HouseRules         Options     // the options that house rules change; the others keep their defaults
	Hand               Options     // the options of a game of one hand, which can begin a match; nil: none
	Verbs              []Verb      // the most-used verb comes first
	Claim              string      // the verb that is decided by speed; a message of card names alone means this verb; "": none
	Example            func() View // a table shown beside the rules to explain them
	WalkIn             bool        // a claim by a player without a seat seats that player first
	Hands              bool        // players hold cards that only they may see
	Together           bool        // all share one goal, so house players would play it for you
	Luck               bool        // only the cards decide the game, so leaderboards across all games leave it out
}

// UsualMove returns an example of the most common move as players type it, such as "set a b c".
func (m Manual) UsualMove() string { return m.Verbs[0].Example }

// A Verb is a kind of move that players can make.
type Verb struct {
	Name     string // "set"
	Takes    Takes
	Optional bool     // the verb may also be used without an argument
	Example  string   // "set a b c"
	Private  bool     // no one else may read the move, so it is not typed in the channel
	Choices  []string // for Choice: the words that may follow, if no option lists them
}

// WithSeats appends the verbs that all games share to the verbs of one game.
func WithSeats(verbs []Verb) []Verb {
	for _, name := range []string{"join", "leave", "start", "away", "back"} {
		verbs = append(verbs, Verb{Name: name, Example: name})
	}
	return append(verbs, Verb{Name: "house", Takes: Choice, Example: "house steady", Choices: Levels})
}

// Title returns the name of the game, such as "Classic SET".
func (m Manual) Title() Phrase { return TitleOf(m.Game) }

// TitleOf returns the title of the game with the given name.
func TitleOf(game string) Phrase { return Say(game + ".title") }

// DailyTitle returns the title of a game's daily deal. DailyAbout describes the daily deal in one line.
func DailyTitle(game string) Phrase { return Say(game + ".daily.title") }
func DailyAbout(game string) Phrase { return Say(game + ".daily.about") }

// Summary describes the game in one line.
func (m Manual) Summary() Phrase { return Say(m.Game + ".summary") }

// Text returns the rules in short paragraphs, at most 1,800 characters in all.
func (m Manual) Text() Phrase { return Say(m.Game + ".rules") }

// Coach returns three lines of advice that newcomers read next to their first table.
func (m Manual) Coach() Phrase { return Say(m.Game + ".coach") }

// About explains what an option is for in at most 100 characters, Discord's limit for descriptions.
func (m Manual) About(o Option) Phrase { return Say(m.Game + ".option." + o.Name) }

// Meaning explains what a value of an option means.
func (m Manual) Meaning(o Option, value string) Phrase {
	return Say(m.Game + ".option." + o.Name + "." + value)
}

// Help explains what a verb does in at most 100 characters.
func (m Manual) Help(v Verb) Phrase { return Say(m.Game + ".verb." + v.Name) }

func (m Manual) Verb(name string) (v Verb, is bool) {
	i := slices.IndexFunc(m.Verbs, func(v Verb) bool { return v.Name == name })
	if i < 0 {
		return v, false
	}
	return m.Verbs[i], true
}
