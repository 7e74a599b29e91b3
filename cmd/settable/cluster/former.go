package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pidFile is the file in which a server writes its process id, its data folder, when it started, its
// port, and the folder of its socket.
//
// https://www.postgresql.org/docs/current/storage-file-layout.html
const pidFile = "postmaster.pid"

// endFormer ends the server that a killed program left behind. It removes the pidFile of a server
// that was killed itself, where PostgreSQL might take another program for that server. The folder
// must be locked by this program.
func (c *Cluster) endFormer(ctx context.Context) error {
	path := filepath.Join(c.data(), pidFile)
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	again := time.NewTicker(30 * time.Millisecond)
	defer again.Stop()
	for told := false; ; {
		pid, socket, err := former(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		process, err := os.FindProcess(pid)
		if err != nil || process.Signal(syscall.Signal(0)) != nil {
			return nil // it is dead, and PostgreSQL sees that as well
		}
		if other(pid) {
			return os.Remove(path)
		}
		if !told && serves(socket) {
			told = true
			c.log.Info("a PostgreSQL was left behind: it is ended", "process", pid)
			if err := process.Signal(syscall.SIGINT); err != nil {
				return fmt.Errorf("ending the PostgreSQL that was left behind: %w", err)
			}
		}
		select { // it is about to end, or to begin
		case <-again.C:
		case <-ctx.Done():
			return fmt.Errorf("another PostgreSQL has %s, process %d: end it first", c.data(), pid)
		}
	}
}

func serves(socket string) bool {
	line, err := net.Dial("unix", filepath.Join(socket, ".s.PGSQL.5432"))
	if err == nil {
		_ = line.Close()
	}
	return err == nil
}

// former reads from a pidFile which server an earlier run left, and the folder of its socket.
func former(path string) (pid int, socket string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, "", fmt.Errorf("looking for another PostgreSQL: %w", err)
	}
	lines := strings.Split(string(text), "\n")
	if pid, err = strconv.Atoi(lines[0]); err != nil {
		return 0, "", fmt.Errorf("looking for another PostgreSQL in %s: %w", path, err)
	}
	if len(lines) > 4 {
		socket = lines[4]
	}
	return pid, socket, nil
}

// other tells whether a process id belongs to another program by now, which happens soon in a
// container; false where the system does not tell.
func other(pid int) bool {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	return err == nil && strings.TrimSpace(string(name)) != "postgres"
}
