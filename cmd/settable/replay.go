package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"settable/games"
	"settable/render"
	"settable/render/words"
)

// replayCmd replays a script or an exported journal (notation, Replaying).
type replayCmd struct {
	File string `arg:"" help:"The script (*.game) or exported journal; - for standard input."`
	JSON bool   `name:"json" help:"Print one JSON object per line: the state after the deal, then each line and the state after it."`
	View string `placeholder:"WHO" help:"Print what this player sees after each line (watcher: what everyone sees)."`
	PNG  string `name:"png" placeholder:"FILE" help:"Save a picture of the last view to this file."`

	Theme   string `default:"dark" enum:"${themes}" help:"The picture's theme: dark or light."`
	Palette string `default:"default" enum:"${palettes}" help:"The picture's colours: default, classic, contrast or plain."`
}

// Run replays the script to its last line. If the script itself is invalid, the exit status is 2 and the error names
// the file, the line and the reason.
func (c *replayCmd) Run(std streams) error {
	text, err := c.read(std.in)
	if err != nil {
		return exitError{Code: 2, Err: fmt.Errorf("reading the script: %w", err)}
	}
	script, err := games.ReadScript(c.File, text)
	if err != nil {
		return exitError{Code: 2, Err: err}
	}
	replay, opening, err := games.NewReplay(kinds, script)
	if wrong, is := errors.AsType[*games.ScriptError](err); is && !wrong.Refused.Silent() {
		wrong.Reason += inEnglish().Say(wrong.Refused, games.Seat.String)
		wrong.Refused = games.Phrase{}
	}
	if err != nil {
		return exitError{Code: 2, Err: err}
	}
	a := transcript{Replay: replay, out: std.out, view: c.View, language: inEnglish()}
	if c.View != "" && c.View != games.Watcher.String() && !mentioned(script, c.View) {
		return exitError{Code: 2, Err: fmt.Errorf("%s: there is no player %s", c.File, c.View)}
	}
	open, played := a.words, a.words
	if c.JSON {
		open, played = a.openJSON, a.playedJSON
	}
	if err := open(opening); err != nil {
		return err
	}
	for _, line := range script.Lines {
		out, err := replay.Play(line)
		if err != nil {
			return exitError{Code: 2, Err: err}
		}
		if err := played(out); err != nil {
			return err
		}
	}
	if !c.JSON && c.View == "" {
		fmt.Fprintf(std.out, "\n%s", a.seenWithNames())
	}
	if c.PNG == "" {
		return nil
	}
	return drawTo(c.PNG, replay.Game().View(a.viewer()), render.Style{Theme: c.Theme, Palette: c.Palette},
		inEnglish())
}

func (c *replayCmd) read(in io.Reader) (string, error) {
	if c.File == "-" {
		text, err := io.ReadAll(in)
		return string(text), err
	}
	text, err := os.ReadFile(c.File)
	return string(text), err
}

func mentioned(s *games.Script, name string) bool {
	says := func(l games.ScriptLine) bool { return l.Who == name }
	return slices.Contains(s.Players, name) || slices.ContainsFunc(s.Lines, says)
}

// A transcript prints what a replay does, in words or as JSON.
type transcript struct {
	*games.Replay
	out      io.Writer
	view     string // the viewer whose view is printed after each line; empty: none
	language *words.Language
}

// viewer returns the seat whose view is printed, or Watcher for a stranger.
func (a transcript) viewer() games.Seat { return a.Seat(a.view) }

func (a transcript) seen() string { return a.Game().View(a.viewer()).String() }

// seenWithNames first prints the name of the player in each seat, because a view contains no names.
func (a transcript) seenWithNames() string {
	var b strings.Builder
	for _, p := range a.Game().View(games.Watcher).Seats {
		fmt.Fprintf(&b, "%s is %s. ", games.SeatLetter(p.Seat), a.Name(p.Seat))
	}
	return strings.TrimSpace(b.String()) + "\n" + a.seen()
}

func (a transcript) words(o games.Outcome) error {
	var b strings.Builder
	if o.Line.Text != "" { // the opening has no text
		fmt.Fprintln(&b, o.Line.Text)
	}
	facts := o.Facts(a.Name)
	if !o.Refused.Silent() {
		facts = []string{"refused: " + a.language.Say(o.Refused, a.Name)}
	}
	for _, fact := range facts {
		fmt.Fprintf(&b, "    %s\n", fact)
	}
	if a.view != "" {
		fmt.Fprintf(&b, "\n%s\n", a.seenWithNames())
	}
	_, err := io.WriteString(a.out, b.String())
	return err
}

// lineJSON is what --json prints for a line of the script.
type lineJSON struct {
	Line    string `json:"line"`
	OK      bool   `json:"ok"`
	Refused string `json:"refused,omitempty"`
	State   any    `json:"state,omitempty"`
	View    string `json:"view,omitempty"`
}

func (a transcript) openJSON(games.Outcome) error {
	open := struct {
		State any    `json:"state"`
		View  string `json:"view,omitempty"`
	}{State: a.Game().State(a.Name)}
	if a.view != "" {
		open.View = a.seen()
	}
	return a.json(open)
}

func (a transcript) playedJSON(o games.Outcome) error {
	line := lineJSON{Line: o.Line.Text, OK: o.Refused.Silent(), Refused: a.language.Say(o.Refused, a.Name)}
	if line.OK {
		line.State = a.Game().State(a.Name)
	}
	if a.view != "" {
		line.View = a.seen()
	}
	return a.json(line)
}

func (a transcript) json(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

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
