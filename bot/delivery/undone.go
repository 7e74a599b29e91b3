package delivery

import (
	"sync"
	"time"
)

// tellUndone is how often the log hears of what is left undone: in a flood that
// is so much that the log would be another.
const tellUndone = time.Minute

// undone counts what there was no room for, by what it was.
type undone struct {
	lock  sync.Mutex
	times map[string]int       // since the log was told
	told  map[string]time.Time // when that was
}

// add counts one more, and says how many are to be told of now, if any are.
func (u *undone) add(what string, now time.Time) (tell int) {
	u.lock.Lock()
	defer u.lock.Unlock()
	if u.times == nil {
		u.times, u.told = map[string]int{}, map[string]time.Time{}
	}
	u.times[what]++
	if now.Sub(u.told[what]) < tellUndone {
		return 0
	}
	tell = u.times[what]
	u.times[what], u.told[what] = 0, now
	return tell
}
