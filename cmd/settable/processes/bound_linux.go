package processes

import (
	"cmp"
	"os/exec"
	"syscall"
)

func bound(cmd *exec.Cmd, deathSignal syscall.Signal) {
	cmd.SysProcAttr = cmp.Or(cmd.SysProcAttr, &syscall.SysProcAttr{})
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, deathSignal
}
