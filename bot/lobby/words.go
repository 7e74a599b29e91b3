package lobby

import "embed"

// Words are the catalogues of texts about opening and closing tables and of answers at them.
//
//go:embed words/*.yaml
var Words embed.FS
