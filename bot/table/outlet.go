package table

import (
	"time"

	"settable/games"
	"settable/store/ids"
)

// An Outlet shows a table to its players and answers them. The table calls its Outlet from one goroutine, and reports
// lines only once they are written. The methods must not block.
type Outlet interface {
	// Show draws the session, unless a newer one replaces it first. It always sends the notices.
	Show(Session, ...Notice)
	// ShowAnew draws the session in a new message.
	ShowAnew(Session)
	// Say sends a phrase without drawing the table.
	Say(games.Phrase)
	// Answer sends the answer to a Word, or nothing if the verdict is Silence.
	Answer(Session, Word, Answer)
	// Remind tells players that it is their move and how long they have left. turn identifies the turn: it is a time
	// that stays the same until the turn ends. StopReminding deletes the reminder.
	Remind(players []ids.User, turn time.Time, left time.Duration)
	StopReminding()
	// Mute tells the outlet that the channel is gone and nothing more can be sent.
	Mute()
}

// A Notice is sent to the whole channel. It contains either events of the game or a phrase.
type Notice struct {
	Events []games.Event
	Phrase games.Phrase
}

// eventNotices returns one notice for each group of events.
func eventNotices(groups ...[]games.Event) (all []Notice) {
	for _, events := range groups {
		if len(events) > 0 {
			all = append(all, Notice{Events: events})
		}
	}
	return all
}

func phraseNotice(key string, args ...any) Notice { return Notice{Phrase: games.Say(key, args...)} }

// An Answer is the bot's answer to the sender of a Word.
type Answer struct {
	Verdict     Verdict
	Phrase      games.Phrase  // why the word is refused or late; empty: see Err
	Err         error         // why the rules or the store refuse it
	Events      []games.Event // the effects of the move, or what a look shows
	Farewell    games.Phrase  // tells a leaving player about their chips
	Wrong       bool          // the move was played and was a mistake
	Secret      bool          // only the sender may see it
	Discreet    bool          // the reason for the refusal is private: no answer in the channel
	HandChanged bool          // the player's own cards have changed
}

// A Verdict says what the table did with a Word.
type Verdict int

const (
	Silence Verdict = iota // the word was talk, or was answered before
	NoMove                 // the word was addressed to the bot but isn't a move of this game
	Played
	OnlyLooked        // the player looked at something public; nothing was played
	TooLate           // the move was right a moment before, so it isn't a mistake
	NeedsConfirmation // the player has to confirm the move, because it costs chips
	Refused
	Pending // the commit outcome is unknown, so the answer follows later
)

// String returns the name of the verdict, for the log.
func (v Verdict) String() string {
	return [...]string{"silence", "no_move", "played", "only_looked", "too_late", "needs_confirmation", "refused",
		"pending"}[v]
}

// refuse returns a refusal with the given phrase, or silence if the phrase is empty.
func refuse(p games.Phrase) Answer {
	if p.Silent() {
		return Answer{}
	}
	return Answer{Verdict: Refused, Phrase: p}
}
