package bot

import "time"

// A machine that runs many tests at once sometimes stalls. The bot must not record such a stall as a standstill,
// because the tests compare journals.
func init() { standstillAfter = 5 * time.Second }
