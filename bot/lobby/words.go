package lobby

import "embed"

// Words are the catalogues of what is said of tables as they open, close and answer.
//
//go:embed words/*.yaml
var Words embed.FS
