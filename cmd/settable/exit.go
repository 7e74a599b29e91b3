package main

// exitError is an error that knows the program's exit status.
type exitError struct {
	Code int
	Err  error
}

func (e exitError) Error() string { return e.Err.Error() }
func (e exitError) Unwrap() error { return e.Err }
