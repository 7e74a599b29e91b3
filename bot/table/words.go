package table

import "embed"

// Words holds the catalogues of the table's texts.
//
//go:embed words/*.yaml
var Words embed.FS
