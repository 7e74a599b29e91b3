package setting

import (
	"fmt"
	"net"
	"strconv"

	"github.com/alecthomas/kong"
)

// Loopback is an address on this machine that other machines can't reach: 127.0.0.1:8765. Empty: none.
type Loopback string

// Decode reads a flag or a variable.
func (l *Loopback) Decode(c *kong.DecodeContext) error { return inFlag(c, "address", l.read) }

func (l *Loopback) read(text string) error {
	host, _, err := net.SplitHostPort(text)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("say an address of this machine alone, as 127.0.0.1:8765, not %s", text)
	}
	*l = Loopback(text)
	return nil
}

// Several is a number from 2 to mostOfSeveral; more would overload one machine. 0 means that none was given.
type Several uint8

// mostOfSeveral is the greatest value of Several, up to which each of the sandbox's servers has its own shard.
const mostOfSeveral = 10

// Decode reads a flag.
func (n *Several) Decode(c *kong.DecodeContext) error { return inFlag(c, "number", n.read) }

func (n *Several) read(text string) error {
	number, err := strconv.Atoi(text)
	if err != nil || number < 2 || number > mostOfSeveral {
		return fmt.Errorf("say a whole number from 2 to %d, not %s", mostOfSeveral, text)
	}
	*n = Several(number)
	return nil
}
