package main

import (
	"io"
	"log/slog"
	"os"
	"time"

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
			&tint.Options{Level: level, TimeFormat: "15:04:05.000", NoColor: !colour, ReplaceAttr: legible}))
	}
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level, ReplaceAttr: legible}))
}

// legible writes durations as people read them: 8.2s, and neither 8213456789 nor
// 8.213456789s.
func legible(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindDuration {
		return a
	}
	d := a.Value.Duration()
	switch {
	case d.Abs() >= time.Minute:
		d = d.Round(time.Second)
	case d.Abs() >= time.Second:
		d = d.Round(100 * time.Millisecond)
	case d.Abs() >= time.Millisecond:
		d = d.Round(time.Millisecond)
	}
	return slog.String(a.Key, d.String())
}
