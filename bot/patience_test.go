package bot

import "time"

// A machine on which many tests run at once stands still now and then. Those moments
// must not become lines in the journals that the tests compare.
func init() { standstillAfter = 5 * time.Second }
