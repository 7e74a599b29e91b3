package lobby

import "embed"

// Words holds the catalogues of texts about opening and closing tables, and of answers to players.
//
//go:embed words/*.yaml
var Words embed.FS
