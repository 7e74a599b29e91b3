package render

import (
	"maps"
	"sync"
)

// Path counts how pictures of one game were made.
type Path struct {
	Sewn    int // from patches that were compressed before
	Painted int // pixel by pixel, and compressed
}

// chartPath is where charts are counted.
const chartPath = "chart"

var paths = struct {
	lock  sync.Mutex
	taken map[string]Path
}{taken: map[string]Path{}}

// Paths tells for each game, by View.Game, and for "chart" how its pictures
// were made since the start.
func Paths() map[string]Path {
	paths.lock.Lock()
	defer paths.lock.Unlock()
	return maps.Clone(paths.taken)
}

func count(game string, sewn bool) {
	paths.lock.Lock()
	defer paths.lock.Unlock()
	p := paths.taken[game]
	if sewn {
		p.Sewn++
	} else {
		p.Painted++
	}
	paths.taken[game] = p
}
