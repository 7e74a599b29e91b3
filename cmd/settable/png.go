package main

import (
	"fmt"
	"os"

	"settable/games"
	"settable/render"
	"settable/render/words"
)

// drawTo draws a view into a file.
func drawTo(file string, v games.View, s render.Style, lang *words.Language) error {
	picture, err := render.Draw(v, s, lang)
	if err != nil {
		return fmt.Errorf("drawing the last view: %w", err)
	}
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		return fmt.Errorf("writing the picture: %w", err)
	}
	return nil
}
