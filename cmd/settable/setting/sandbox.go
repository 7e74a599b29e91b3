package setting

import (
	"fmt"
	"net"

	"github.com/alecthomas/kong"
)

// Loopback is an address on this machine that no other reaches: 127.0.0.1:8765. Empty: none.
type Loopback string

// Decode reads a flag or a variable.
func (l *Loopback) Decode(c *kong.DecodeContext) error {
	var text string
	if err := c.Scan.PopValueInto("address", &text); err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(text)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("say an address of this machine alone, as 127.0.0.1:8765, not %s", text)
	}
	*l = Loopback(text)
	return nil
}
