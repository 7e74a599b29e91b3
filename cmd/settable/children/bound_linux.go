package children

import (
	"os/exec"
	"syscall"
)

func bound(cmd *exec.Cmd, deathSignal syscall.Signal) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, deathSignal
}
