//go:build !unix

package cluster

import (
	"errors"
	"os"
	"os/exec"
)

// inFolder is a placeholder in the arguments of a program for the folder that it works on.
const inFolder = "\x00folder"

// owner has nothing in it on this system, where no server is started.
type owner struct{}

func whoever() (owner, error) {
	return owner{}, errors.New("a PostgreSQL of its own is started on Linux, macOS and other Unix systems only")
}

func locked(string) (*os.File, error) { return nil, ErrInUse }

func (owner) short() string { return "" }

func (owner) has(string) error { return nil }

func (owner) runs(*exec.Cmd, string) (func(), error) { return func() {}, nil }
