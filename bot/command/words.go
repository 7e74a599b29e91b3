package command

import "embed"

// Words are the catalogues of what commands say and how they are described.
//
//go:embed words/*.yaml
var Words embed.FS
