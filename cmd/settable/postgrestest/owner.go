//go:build unix

package postgrestest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// owner is the user that runs PostgreSQL's programs, because PostgreSQL refuses to run as root. The zero value means
// this process's user.
type owner struct{ other *syscall.Credential }

// currentOwner returns this process's user or, for root, the user of PostgreSQL's package.
func currentOwner() (owner, error) {
	if os.Geteuid() != 0 {
		return owner{}, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		return owner{}, errors.New("PostgreSQL can't run as root: create a user called postgres " +
			"(adduser --system postgres), or run this as another user")
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return owner{}, fmt.Errorf("reading the user ID of postgres: %w", err)
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	if err != nil {
		return owner{}, fmt.Errorf("reading the group ID of postgres: %w", err)
	}
	return owner{&syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

// socketFolder returns a folder for the socket. The owner can enter it, and its path is short enough for a Unix
// socket.
func (o owner) socketFolder() string {
	if dir := os.TempDir(); o.other == nil && len(dir) < 60 {
		return dir
	}
	return "/tmp"
}

func (o owner) has(folder string) error {
	if o.other == nil {
		return nil
	}
	if err := os.Chown(folder, int(o.other.Uid), int(o.other.Gid)); err != nil {
		return fmt.Errorf("changing the owner of a PostgreSQL folder: %w", err)
	}
	return nil
}

// inFolder stands for the path of the data folder in a program's arguments; setUser replaces it.
const inFolder = "\x00folder"

// setUser makes a command run as the owner. The data folder may be inside a folder that only root can enter, such as
// root's home. On Linux, the program then reaches it through an open file descriptor.
func (o owner) setUser(cmd *exec.Cmd, data string) (free func(), err error) {
	path, free := data, func() {}
	if o.other != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: o.other}
		if runtime.GOOS == "linux" {
			open, err := os.Open(data)
			if err != nil {
				return nil, err
			}
			cmd.ExtraFiles, path, free = []*os.File{open}, "/proc/self/fd/3", func() { _ = open.Close() }
		}
	}
	for i, arg := range cmd.Args {
		cmd.Args[i] = strings.ReplaceAll(arg, inFolder, path)
	}
	return free, nil
}
