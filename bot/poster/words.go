package poster

import "embed"

// Words are the catalogues of what posters say.
//
//go:embed words/*.yaml
var Words embed.FS
