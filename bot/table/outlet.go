package table

import (
	"time"

	"settable/games"
	"settable/store"
)

// An Outlet is what a table says to the world. The table calls it after what it
// speaks of is written, from one goroutine, and never waits for its answers.
type Outlet interface {
	// Show draws the session, unless a newer one comes first, and tells all of this.
	Show(Session, ...Notice)
	// ShowAnew draws the session in a new message.
	ShowAnew(Session)
	// Say tells something beside what is shown.
	Say(games.Phrase)
	// Answer answers who spoke; silence is an answer, too.
	Answer(Session, Word, Answer)
	// Remind tells players that it is their move, and StopReminding that it was.
	Remind(players []store.PlayerID, left time.Duration)
	StopReminding()
	// Mute says that there is nobody to tell: the channel is gone.
	Mute()
}

// A Notice is something to be told to everybody: what happened, or a phrase of
// the table's own.
type Notice struct {
	Events []games.Event
	Phrase games.Phrase
}

// happening are the notices of what happened, by the groups that are told together.
func happening(groups ...[]games.Event) (all []Notice) {
	for _, events := range groups {
		if len(events) > 0 {
			all = append(all, Notice{Events: events})
		}
	}
	return all
}

func notice(key string, args ...any) Notice { return Notice{Phrase: games.Say(key, args...)} }

// An Answer is what whoever spoke is told.
type Answer struct {
	Verdict     Verdict
	Phrase      games.Phrase  // why it is refused or late
	Err         error         // why the rules or the store refuse it
	Events      []games.Event // what came of it, or what is to be seen
	Wrong       bool          // it was played, and was a mistake
	Secret      bool          // nobody else may learn of it
	HandChanged bool          // the player's own cards are others now
}

// A Verdict is how it went.
type Verdict int

// The verdicts.
const (
	Silence Verdict = iota // talk, or what was answered before
	NoMove                 // meant for us, and no move of this game
	Played
	Looked  // at something all may see: nothing was played
	TooLate // no mistake: it was right a moment before
	Asked   // whether they mean it: it would cost them something
	Refused
)

// refuse is a refusal with that phrase; without one, silence.
func refuse(p games.Phrase) Answer {
	if p.Silent() {
		return Answer{}
	}
	return Answer{Verdict: Refused, Phrase: p}
}
