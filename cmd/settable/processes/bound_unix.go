//go:build unix && !linux

package processes

import (
	"cmp"
	"os/exec"
	"syscall"
)

func bound(cmd *exec.Cmd, _ syscall.Signal) {
	cmd.SysProcAttr = cmp.Or(cmd.SysProcAttr, &syscall.SysProcAttr{})
	cmd.SysProcAttr.Setpgid = true
}
