package table

import "embed"

// Words are the catalogues of what a table says.
//
//go:embed words/*.yaml
var Words embed.FS
