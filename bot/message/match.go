package message

import "settable/games"

// HandsToWin is how many hands a player must win to win a best-of-three match.
const HandsToWin = 2

// A Match is the score of a best-of-three match. It is zero for games that can't be part of a match.
type Match struct {
	Begun     bool          // the game is the second hand of a match, or a later one
	Continues bool          // the game is over, and another hand of the match may follow
	Players   []MatchPlayer // the players at the table and those who are expected there; empty before the second hand
}

// A MatchPlayer is a player in a match and the number of hands they have won.
type MatchPlayer struct {
	Name string
	Won  int
}

// matchText returns the score of the match, or says who has won it.
func (s Scene) matchText() string {
	if len(s.Match.Players) == 0 {
		return ""
	}
	key, winner := "message.match", ""
	parts := make([]string, len(s.Match.Players))
	for i, p := range s.Match.Players {
		parts[i] = p.Name + " **" + s.Lang.Number(int64(p.Won)) + "**"
		if p.Won >= HandsToWin {
			key, winner = "message.match_won", p.Name
		}
	}
	return "\n" + s.say(key, "who", games.Say("message.name", "who", winner), "score", s.Lang.Beside(parts))
}

// matchButton returns the text of the button that continues the match.
func (s Scene) matchButton() string {
	if s.Match.Begun {
		return s.say("games.button.next")
	}
	return s.say("message.button.match")
}
