package bot

import "time"

// A machine that runs many tests at once sometimes stalls. If the machine stalls, that must not add lines to the
// journals that the tests compare.
func init() { standstillAfter = 5 * time.Second }
