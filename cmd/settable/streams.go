package main

import (
	"io"
	"log/slog"

	"settable/render"
)

// streams are the program's input and output, so that tests have their own.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// warm has what pictures are made of made while the bot connects, in the style
// of servers that chose none.
func warm(log *slog.Logger) {
	go func() {
		if err := render.Warm(render.Style{}); err != nil {
			log.Warn("making what pictures are made of", "error", err)
		}
	}()
}
