//go:build !unix

package main

// resourceUsage returns zero, because this system can't measure a child process.
func resourceUsage() usage { return usage{} }
