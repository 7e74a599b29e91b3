package bot

import "time"

// A machine on which many tests run at once is no host: what stands still for a moment
// there is no line in the journals that they compare.
func init() { missed = 5 * time.Second }
