package table

import "embed"

// Words holds the phrase catalogues of the table.
//
//go:embed words/*.yaml
var Words embed.FS
