package gateway

import (
	"maps"
	_ "unsafe" // for go:linkname

	"github.com/bwmarrin/discordgo"
)

// eventStructs creates the structs into which discordgo decodes events, by the events' names.
//
//go:linkname eventStructs github.com/bwmarrin/discordgo.registeredInterfaceProviders
var eventStructs map[string]discordgo.EventInterfaceProvider

// discordgo decodes every event that it knows, even if only the raw event has a handler. Most events are echoes of the
// bot's own edits, and decoding their buttons took an eighth of a move's CPU time (docs/lab/speed.md). discordgo has no
// option for this. It needs READY itself, for the session id; all other events now reach onEvent undecoded.
func init() {
	maps.DeleteFunc(eventStructs, func(name string, _ discordgo.EventInterfaceProvider) bool { return name != "READY" })
}
