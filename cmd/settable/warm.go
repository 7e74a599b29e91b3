package main

import (
	"log/slog"

	"settable/render"
)

// warm has what pictures are made of made while the bot connects, in the style
// of servers that chose none.
func warm(log *slog.Logger) {
	go func() {
		if err := render.Warm(render.Style{}); err != nil {
			log.Warn("making what pictures are made of", "error", err)
		}
	}()
}
