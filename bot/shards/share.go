package shards

import (
	"slices"

	"settable/store"
)

// A move is what a process does next to have its share of the shards.
type move struct {
	take []int         // free ones, to be leased
	give int           // the one to be handed over to others, or none
	free []store.Lease // that nobody plays: giving them back had failed
}

const none = -1

// next is the move of a process that plays those shards, as far as the roster knows of it. All processes
// count alike: each of P has N/P of N shards, and the first N%P that came have one more. What is too much is
// handed over one by one, so that most tables never notice.
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

// share is how many shards a process is to play.
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
