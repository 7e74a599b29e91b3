//go:build !unix

package main

// used returns nothing on this system, for which it is not implemented.
func used() usage { return usage{} }
