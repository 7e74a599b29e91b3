package spread

import (
	"slices"

	"settable/store"
)

// A move is a step by which a process gets closer to its share of the shards.
type move struct {
	take []int         // free shards to lease
	give int           // the shard to hand over, or none
	free []store.Lease // leases to release, because this process has them but doesn't play their shards
}

const none = -1

// next returns the next move of a process that plays these shards. Each of P processes plays N/P of N shards, and the
// first N%P processes in the roster play one more. A process hands surplus shards over one at a time, so that most
// tables are not interrupted.
func next(r store.Roster, process string, plays []int) move {
	m := move{give: none}
	others := map[int]bool{}
	for _, l := range r.Leases {
		if l.Owner != process {
			others[l.Shard.K] = true
		} else if !slices.Contains(plays, l.Shard.K) {
			m.free = append(m.free, l)
		}
	}
	may := share(r, process) - len(plays)
	if may < 0 {
		m.give = slices.Max(plays)
		return m
	}
	for k := range r.Shards {
		if !others[k] && len(m.take) < may && !slices.Contains(plays, k) {
			m.take = append(m.take, k)
		}
	}
	return m
}

// share returns how many shards a process should play, or 0 if the process isn't in the roster.
func share(r store.Roster, process string) int {
	i := slices.Index(r.Processes, process)
	if i < 0 {
		return 0
	}
	n := r.Shards / len(r.Processes)
	if i < r.Shards%len(r.Processes) {
		n++
	}
	return n
}
