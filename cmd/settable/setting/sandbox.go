package setting

import (
	"fmt"
	"net"
	"strconv"

	"github.com/alecthomas/kong"
)

// Loopback is an address that other machines can't reach, such as 127.0.0.1:8765. The empty Loopback means that no
// address was given.
type Loopback string

// Decode parses a flag or an environment variable.
func (l *Loopback) Decode(c *kong.DecodeContext) error { return inFlag(c, "address", l.read) }

func (l *Loopback) read(text string) error {
	host, _, err := net.SplitHostPort(text)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("must be a loopback address such as 127.0.0.1:8765, not %s", text)
	}
	*l = Loopback(text)
	return nil
}

// ProcessCount is a number of processes from 2 to maxProcesses, because more would overload one machine. 0 means that
// no number was given.
type ProcessCount uint8

// maxProcesses is the greatest ProcessCount. With up to ten processes, each server of the sandbox has its own shard.
const maxProcesses = 10

// Decode parses a flag.
func (n *ProcessCount) Decode(c *kong.DecodeContext) error { return inFlag(c, "number", n.read) }

func (n *ProcessCount) read(text string) error {
	number, err := strconv.Atoi(text)
	if err != nil || number < 2 || number > maxProcesses {
		return fmt.Errorf("must be a whole number from 2 to %d, not %s", maxProcesses, text)
	}
	*n = ProcessCount(number)
	return nil
}
