package games

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"settable/games/cards"
)

// A Script is a parsed *.game file: either a test of a rule, or a journal written by the bot (notation, Scripts).
type Script struct {
	File    string
	Game    string   // "classic"
	Players []string // seats from left to right; nil in a journal, where lines say who joins
	Options Options  // as written in the script; a bare word has an empty value
	Stacked Stacked  // empty in a journal, where lines say what the dealer lays
	Lines   []ScriptLine
	Blocks  []Block

	gameAt, playersAt int
	deckAt, shuffleAt int            // the lines of the first deck and the first shuffle
	optionsAt         map[string]int // the line number of each option
}

type ScriptLine struct {
	No   int // 1 is the file's first line
	Text string
	TextLine
}

// A Block is the text between a line of ---- and the next empty line. It contains the expected output of a test script.
type Block struct {
	No    int // the number of the line with ----
	After int // how many of the script's Lines come before it
	Want  []string
}

// A ScriptError describes what is wrong with a script and in which line.
type ScriptError struct {
	File    string
	No      int
	Reason  string
	Refused Phrase // the reason if the rules refused something; otherwise empty
}

func (e *ScriptError) Error() string {
	reason := e.Reason
	if !e.Refused.Silent() {
		reason += e.Refused.Facts(Seat.String)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.No, reason)
}

func (s *Script) wrong(no int, format string, args ...any) error {
	return &ScriptError{File: s.File, No: no, Reason: fmt.Sprintf(format, args...)}
}

// refused returns the error for a line or an option of a script that the rules refuse.
func (s *Script) refused(no int, what string, err error) error {
	wrong := &ScriptError{File: s.File, No: no, Reason: what + err.Error()}
	if illegal, is := errors.AsType[Illegal](err); is {
		wrong.Reason, wrong.Refused = what, illegal.Phrase
	}
	return wrong
}

const blockMark = "----"

// ReadScript parses a script. Any error is a *ScriptError.
func ReadScript(file, text string) (*Script, error) {
	s := &Script{File: file, Options: Options{}, optionsAt: map[string]int{}}
	h := header{Script: s}
	inHeader := true
	text = strings.TrimPrefix(text, "\ufeff") // some editors begin a file with a byte order mark
	rows := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(rows); i++ {
		no := i + 1
		row, _, _ := strings.Cut(rows[i], "#")
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		if row == blockMark {
			block := Block{No: no, After: len(s.Lines)}
			for i++; i < len(rows) && strings.TrimSpace(rows[i]) != ""; i++ {
				if strings.TrimSpace(rows[i]) == blockMark {
					return nil, s.wrong(no, "an empty line must follow ---- and its results, before any further lines")
				}
				block.Want = append(block.Want, strings.TrimRight(rows[i], " \t"))
			}
			s.Blocks = append(s.Blocks, block)
			inHeader = false
			continue
		}
		words := strings.Fields(row)
		switch is, err := h.read(no, words); {
		case is && !inHeader:
			return nil, s.wrong(no, "%s must come before the first line", words[0])
		case err != nil:
			return nil, err
		case is:
			continue
		}
		inHeader = false
		line, err := ParseLine(row)
		if err != nil {
			return nil, s.wrong(no, "%v", err)
		}
		s.Lines = append(s.Lines, ScriptLine{No: no, Text: row, TextLine: line})
	}
	return s, h.resolveNames()
}

// header holds the header of a script during parsing.
type header struct {
	*Script
	stacks   []string // NAME=CHIPS
	stacksAt int
}

var headerWords = []string{"game", "players", "option", "stacks", "deck", "shuffle"}

func (h *header) read(no int, words []string) (is bool, err error) {
	if !slices.Contains(headerWords, words[0]) {
		return false, nil
	}
	if len(words) < 2 {
		return true, h.wrong(no, "%s needs a value", words[0])
	}
	switch words[0] {
	case "game":
		if h.Game != "" || len(words) != 2 {
			return true, h.wrong(no, "a script has exactly one game")
		}
		h.Game, h.gameAt = words[1], no
	case "players":
		return true, h.players(no, words[1:])
	case "option":
		return true, h.option(no, words[1:])
	case "stacks":
		h.stacks, h.stacksAt = append(h.stacks, words[1:]...), no
	case "deck":
		h.deckAt = cmp.Or(h.deckAt, no)
		h.Stacked.Decks, err = h.cards(no, h.Stacked.Decks, words[1:])
	case "shuffle":
		h.shuffleAt = cmp.Or(h.shuffleAt, no)
		h.Stacked.Shuffles, err = h.cards(no, h.Stacked.Shuffles, words[1:])
	}
	return true, err
}

func (h *header) players(no int, names []string) error {
	if h.Players != nil {
		return h.wrong(no, "the players are already named")
	}
	for i, name := range names {
		switch {
		case !isScriptName(name):
			return h.wrong(no, "%q isn't a valid player name", name)
		case slices.Contains(names[:i], name):
			return h.wrong(no, "%s is named twice", name)
		}
	}
	h.Players, h.playersAt = names, no
	return nil
}

func (h *header) option(no int, pairs []string) error {
	for _, pair := range pairs {
		name, value, assigns := strings.Cut(pair, "=")
		switch {
		case name == "" || assigns && value == "":
			return h.wrong(no, "%q is not NAME=VALUE", pair)
		case h.optionsAt[name] != 0:
			return h.wrong(no, "option %s is given twice", name)
		}
		h.Options[name], h.optionsAt[name] = value, no
	}
	return nil
}

func (h *header) cards(no int, decks [][]cards.Card, codes []string) ([][]cards.Card, error) {
	deck := make([]cards.Card, len(codes))
	var seen cards.Bag
	for i, code := range codes {
		c, ok := cards.Parse(code)
		switch {
		case !ok:
			return nil, h.wrong(no, "%q isn't a card", code)
		case seen.Has(c):
			return nil, h.wrong(no, "%s occurs twice", c)
		case c.IsSET() != (i == 0 && c.IsSET() || i > 0 && deck[0].IsSET()):
			return nil, h.wrong(no, "%s and %s are from different packs", deck[0], c)
		}
		deck[i], seen = c, seen.With(c)
	}
	return append(decks, deck), nil
}

// resolveNames replaces the names in options with seats, once all players are known.
func (h *header) resolveNames() error {
	if h.Game == "" {
		return h.wrong(1, "no game: the header needs a line like game classic")
	}
	if name, ok := h.Options["dealer"]; ok && h.Players != nil {
		i := slices.Index(h.Players, name)
		if i < 0 {
			return h.wrong(h.optionsAt["dealer"], "the dealer %q isn't one of the players", name)
		}
		h.Options["dealer"] = Seat(i + 1).String()
	}
	if h.stacks == nil {
		return nil
	}
	chips := make([]string, len(h.Players))
	for _, pair := range h.stacks {
		name, value, _ := strings.Cut(pair, "=")
		i := slices.Index(h.Players, name)
		if i < 0 || chips[i] != "" || value == "" || strings.Trim(value, "0123456789") != "" {
			return h.wrong(h.stacksAt, "stacks must be NAME=CHIPS, once for each player, not %q", pair)
		}
		chips[i] = value
	}
	if i := slices.Index(chips, ""); i >= 0 || len(chips) == 0 {
		return h.wrong(h.stacksAt, "some players have no stack")
	}
	h.Options["stacks"], h.optionsAt["stacks"] = strings.Join(chips, ","), h.stacksAt
	return nil
}
