package message

import (
	"fmt"

	"settable/games"
	"settable/render"
	"settable/render/words"
)

// Draw is render.Append whose bugs are errors: words can still say it all.
func Draw(dst []byte, v games.View, s render.Style, lang *words.Language) (png []byte, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("a bug in drawing: %v", broken)
		}
	}()
	return Drawing(dst, v, s, lang)
}

// Drawing is how views become pictures. Tests that look at no picture have a faster one.
var Drawing = render.Append
