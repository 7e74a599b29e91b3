package setting

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

var ofTests = []string{"SETTABLE_AXE", "SETTABLE_CASES", "SETTABLE_CI", "SETTABLE_DISCORD_SCHEMAS", "SETTABLE_LONG",
	"SETTABLE_LOOK", "SETTABLE_SHOTS", "SETTABLE_TRANSCRIPTS"}

// Warnings returns warnings about the environment. An unknown variable with our prefix is probably misspelt, and an
// unknown time zone is replaced by UTC. known lists the variables that the program reads.
func Warnings(known []string) (all []string) {
	var strays []string
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		ours := strings.HasPrefix(name, "SETTABLE_") && !strings.Contains(name, "_TEST_")
		if ours && !slices.Contains(known, name) && !slices.Contains(ofTests, name) {
			strays = append(strays, name)
		}
	}
	if slices.Sort(strays); len(strays) > 0 {
		all = append(all, fmt.Sprintf("unknown variable %s: settable run --help lists the known ones",
			strings.Join(strays, ", ")))
	}
	// The system's zone files take precedence, as they do for the program's clock.
	zone := strings.TrimPrefix(os.Getenv("TZ"), ":")
	if _, err := time.LoadLocation(zone); err != nil && !filepath.IsAbs(zone) {
		all = append(all, fmt.Sprintf("TZ isn't a known time zone, using UTC: %q", zone))
	}
	return all
}
