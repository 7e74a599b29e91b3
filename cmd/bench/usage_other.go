//go:build !unix

package main

// resourceUsage is zero: this system does not count it per process.
func resourceUsage() usage { return usage{} }
