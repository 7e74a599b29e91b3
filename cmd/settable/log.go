package main

import (
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/lmittmann/tint"
)

// terminal reports whether out is a terminal.
func terminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// text reports whether the log is formatted for people.
func (s settings) text(out io.Writer) bool {
	return s.LogFormat == "text" || s.LogFormat == "auto" && terminal(out)
}

// loggingAs returns the arguments that make another process log to out in the same format as this one.
func (s settings) loggingAs(out io.Writer) []string {
	format := "json"
	if s.text(out) {
		format = "text"
	}
	return []string{"--log-level", s.LogLevel, "--log-format", format}
}

func (s settings) logger(out io.Writer) *slog.Logger {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn,
		"error": slog.LevelError}
	level := levels[s.LogLevel]
	if s.text(out) {
		colour := s.LogFormat == "auto" && os.Getenv("NO_COLOR") == ""
		return slog.New(tint.NewTextHandler(out,
			&tint.Options{Level: level, TimeFormat: "15:04:05.000", NoColor: !colour, ReplaceAttr: formatDurations}))
	}
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level, ReplaceAttr: formatDurations}))
}

// formatDurations formats durations for people: 8.2s instead of 8213456789 or 8.213456789s.
func formatDurations(_ []string, a slog.Attr) slog.Attr {
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
