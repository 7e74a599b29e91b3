package table

import (
	"time"

	"settable/games"
	"settable/store"
)

// An Outlet is how a table speaks to the world. The table calls it from one
// goroutine, only after what it tells of is written. Its methods must not block.
type Outlet interface {
	// Show draws the session, unless a newer one comes first, and tells the notices in any case.
	Show(Session, ...Notice)
	// ShowAnew draws the session in a new message.
	ShowAnew(Session)
	// Say tells a phrase without drawing the table.
	Say(games.Phrase)
	// Answer answers a word. A Verdict of Silence is answered with nothing.
	Answer(Session, Word, Answer)
	// Remind tells players that it is their move and how long they have left. turn is the same throughout
	// a turn, for Reminded. StopReminding takes that back.
	Remind(players []store.PlayerID, turn time.Time, left time.Duration)
	StopReminding()
	// Mute says that the channel is gone, so that there is nobody left to tell.
	Mute()
}

// A Notice is something to be told to everybody: events of the game, or a phrase of the table's own.
type Notice struct {
	Events []games.Event
	Phrase games.Phrase
}

// happening makes a notice of each group of events that is to be told together.
func happening(groups ...[]games.Event) (all []Notice) {
	for _, events := range groups {
		if len(events) > 0 {
			all = append(all, Notice{Events: events})
		}
	}
	return all
}

func notice(key string, args ...any) Notice { return Notice{Phrase: games.Say(key, args...)} }

// An Answer is what the speaker of a word is told.
type Answer struct {
	Verdict     Verdict
	Phrase      games.Phrase  // why the word is refused or late; silent: see Err
	Err         error         // why the rules or the store refuse it
	Events      []games.Event // what came of the move, or what a look shows
	Farewell    games.Phrase  // what a player who leaves is told of their chips
	Wrong       bool          // the move was played, and was a mistake
	Secret      bool          // nobody else may learn of it
	Discreet    bool          // why it is refused is nobody else's business: no answer in the channel
	HandChanged bool          // the player's own cards are others now
}

// A Verdict is what became of a word.
type Verdict int

// The verdicts.
const (
	Silence Verdict = iota // the word was talk, or was answered before
	NoMove                 // the word was meant for the bot, but is no move of this game
	Played
	Looked  // the player looked at something that all may see: nothing was played
	TooLate // the move was right a moment before, so it is no mistake
	Asked   // the player is asked whether they mean it, because it costs chips
	Refused
	Pending // nobody can say yet whether it was written; the answer follows
)

// refuse is the answer that refuses with a phrase. Without one it is silence.
func refuse(p games.Phrase) Answer {
	if p.Silent() {
		return Answer{}
	}
	return Answer{Verdict: Refused, Phrase: p}
}
