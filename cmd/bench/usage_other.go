//go:build !unix

package main

// resourceUsage returns zero: this system does not count it per process.
func resourceUsage() usage { return usage{} }
