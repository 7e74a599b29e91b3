package words

import "embed"

//go:embed words/*.yaml
var own embed.FS
