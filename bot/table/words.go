package table

import "embed"

// Words are the catalogues of the texts of a table.
//
//go:embed words/*.yaml
var Words embed.FS
