package store

import (
	"time"

	"settable/games"
)

// GuildSettings are a guild's choices. An empty string means that the guild has not chosen.
type GuildSettings struct {
	Theme   string
	Palette string
	Grace   time.Duration // how long after a change of the table a late claim is forgiven
	Turn    time.Duration // how long a player may think; 0: as long as they like
	Zone    string        // the IANA time zone of the guild, such as "Europe/Berlin"; "": UTC
	// Language is the BCP 47 tag of the language in which the bot speaks to the guild. An empty tag means the language
	// that the guild has set in Discord.
	Language string
	Rules    games.RuleSet // the rule set of tables whose opener doesn't choose one; "": the default
}

// Unset are the settings of a guild that has not chosen anything.
var Unset = GuildSettings{Grace: 2 * time.Second, Turn: time.Minute}

// PlayerSettings are a player's own choices, the same in every guild.
type PlayerSettings struct {
	Palette string // "": the guild's
	News    string // how the player gets news of a table: NewsByMessage, or "" for the table's message alone
}

// NewsByMessage means that the player also gets news as private messages, which screen readers announce.
const NewsByMessage = "messages"
