// Package setting parses settings from files, environment variables and flags, and tolerates common mistakes.
package setting

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml/ast"
)

// YesNo is a boolean setting that accepts common words such as "yes" and "off".
type YesNo bool

// IsBool allows the flag to be given without a value.
func (YesNo) IsBool() bool { return true }

// Decode parses a flag, an environment variable or a default.
func (y *YesNo) Decode(c *kong.DecodeContext) error {
	if c.Scan.Peek().Type != kong.FlagValueToken { // the flag has no value
		*y = true
		return nil
	}
	return y.read(fmt.Sprint(c.Scan.Pop().Value))
}

// UnmarshalYAML parses a line of a configuration file. The error names the line.
func (y *YesNo) UnmarshalYAML(n ast.Node) error { return inLine(n, y.read) }

func (y *YesNo) read(text string) error {
	switch strings.ToLower(text) {
	case "yes", "true", "on", "1":
		*y = true
	case "no", "false", "off", "0":
		*y = false
	default:
		return fmt.Errorf("must be yes or no, not %s", text)
	}
	return nil
}

// Count is a setting that is a whole number, such as a number of days.
type Count uint16

// Decode parses a flag, an environment variable or a default.
func (n *Count) Decode(c *kong.DecodeContext) error { return inFlag(c, "number", n.read) }

// UnmarshalYAML parses a line of a configuration file. The error names the line.
func (n *Count) UnmarshalYAML(node ast.Node) error { return inLine(node, n.read) }

func (n *Count) read(text string) error {
	number, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return fmt.Errorf("must be a whole number from 0 to 65535, not %s", text)
	}
	*n = Count(number)
	return nil
}

// Shards is the bot's number of shards. 0 is written "auto" and means the number that Discord recommends.
type Shards uint16

// Decode parses a flag or an environment variable.
func (n *Shards) Decode(c *kong.DecodeContext) error { return inFlag(c, "number", n.read) }

// UnmarshalYAML parses a line of a configuration file. The error names the line.
func (n *Shards) UnmarshalYAML(node ast.Node) error { return inLine(node, n.read) }

// String returns the text that Decode accepts.
func (n Shards) String() string {
	if n == 0 {
		return "auto"
	}
	return strconv.Itoa(int(n))
}

func (n *Shards) read(text string) error {
	number, err := strconv.ParseUint(text, 10, 16)
	if text == "auto" {
		number, err = 0, nil
	} else if number == 0 {
		err = strconv.ErrRange
	}
	if err != nil {
		return fmt.Errorf("must be auto or a whole number from 1 to 65535, not %s", text)
	}
	*n = Shards(number)
	return nil
}

// inFlag passes the value of a flag or an environment variable to a parser.
func inFlag(c *kong.DecodeContext, what string, read func(text string) error) error {
	var text string
	if err := c.Scan.PopValueInto(what, &text); err != nil {
		return err
	}
	return read(text)
}

// inLine passes a value in a configuration file to a parser.
func inLine(n ast.Node, read func(text string) error) error {
	text := n.String()
	if s, is := n.(*ast.StringNode); is {
		text = s.Value
	}
	if err := read(strings.TrimSpace(text)); err != nil {
		key := strings.TrimPrefix(n.GetPath(), "$.")
		return fmt.Errorf("line %d: %s: %w", n.GetToken().Position.Line, key, err)
	}
	return nil
}
