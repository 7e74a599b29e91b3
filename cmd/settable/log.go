package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/lmittmann/tint"
)

// logger writes to out as the settings say.
func (s settings) logger(out io.Writer) *slog.Logger {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn,
		"error": slog.LevelError}
	level, text, colour := levels[s.LogLevel], s.LogFormat == "text", false
	if f, ok := out.(*os.File); ok && s.LogFormat == "auto" {
		info, err := f.Stat()
		text = err == nil && info.Mode()&os.ModeCharDevice != 0
		colour = text && os.Getenv("NO_COLOR") == ""
	}
	if text {
		return slog.New(tint.NewTextHandler(out,
			&tint.Options{Level: level, TimeFormat: "15:04:05.000", NoColor: !colour}))
	}
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level}))
}
