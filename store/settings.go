package store

import "time"

// Settings are a guild's choices. Empty words mean what the renderer takes by itself.
type GuildSettings struct {
	Theme   string
	Palette string
	Grace   time.Duration // how long after a change a late claim is forgiven
	Turn    time.Duration // how long a player may think; 0: as long as they like
	Zone    string        // by the clock of which place times are meant, as in "Europe/Berlin"; "": UTC
	// Language is that in which the guild is spoken to, by its tag of BCP 47; "": as Discord has it.
	Language string
}

// Unset are the settings of a guild that has chosen nothing.
var Unset = GuildSettings{Grace: 2 * time.Second, Turn: time.Minute}

// PlayerSettings are a player's own choices, the same in every guild.
type PlayerSettings struct {
	Palette string // "": the guild's
}
