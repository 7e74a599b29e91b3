package bot

import (
	"time"

	"settable/games"
	"settable/store"
)

// before is a table as it was until somebody took a set from it.
type before struct {
	course  games.Course
	line    int       // its last line
	changed time.Time // when the set was taken, by the id of the message
	by      string
	behind  map[store.PlayerID]bool // who was told already
}

const (
	memory    = 8           // how many former tables are remembered
	remindFor = time.Minute // and for how long: a modal may stay open
)

func (t *table) remember(b before) {
	b.behind = map[store.PlayerID]bool{}
	t.past = append(t.past, b)
	for len(t.past) > memory || len(t.past) > 0 && b.changed.Sub(t.past[0].changed) > remindFor {
		t.past = t.past[1:]
	}
}

// late finds the table on which a claim would have been good: somebody took
// cards of it a moment before. A claim that is good now, or was good on no
// table its caller could still see, is not late (PLAY.md: a late call is not a
// wrong call).
func (t *table) late(s said, actions []games.Action) (*before, bool) {
	if len(t.past) == 0 {
		return nil, false
	}
	if _, steps, err := try(t.course, actions); err == nil && !wrong(steps) {
		return nil, false
	}
	for i := len(t.past) - 1; i >= 0; i-- {
		b := &t.past[i]
		seen := s.at.Sub(b.changed) < t.bot.choices.of(t.row.Guild).Grace || s.door == modal && s.sight.table == t.row.ID && s.sight.line <= b.line
		if !seen {
			continue
		}
		if _, steps, err := try(b.course, actions); err == nil && took(steps) {
			return b, true
		}
	}
	return nil, false
}

// forgive answers a late claim: it costs nothing, leaves no line, and the
// margin is told to everybody once.
func (t *table) forgive(s said, b *before) {
	by := s.at.Sub(b.changed)
	if by > 0 {
		t.refuse(s, "Beaten by "+margin(by)+": "+b.by+" took that set. It costs you nothing.")
	} else {
		t.refuse(s, b.by+"'s claim reached the table first. It costs you nothing.")
	}
	if !b.behind[s.who.id] {
		b.behind[s.who.id] = true
		t.show([]string{behind(s.who.name, by)})
	}
}

func took(steps []games.Step) bool  { return happened(steps, games.Took) }
func wrong(steps []games.Step) bool { return happened(steps, games.Wrong) }

func happened(steps []games.Step, kind games.Kind) bool {
	for _, step := range steps {
		for _, e := range step.Events {
			if e.Kind == kind {
				return true
			}
		}
	}
	return false
}
