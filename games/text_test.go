package games

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestViewPrintsEverything(t *testing.T) {
	c := codes(t, "1SRD", "2SRD", "TD")
	v := View{
		Game: "test", Phase: Playing, Headline: Say("test.bet", "who", Seat(2)), Viewer: 2,
		Areas: []Area{
			{Name: "centre", Columns: 2, Cells: []Cell{
				{Label: "A", Kind: Face, Card: c[0], New: true},
				{Label: "B", Kind: Face, Card: c[1], Marked: true, Depth: 9}, {Label: "C"},
			}},
			{Name: "hand", Seat: 12, Cells: []Cell{
				{Label: "1", Kind: Back, Depth: 1}, {Label: "2", Kind: Face, Card: c[2]}}},
			{Name: "nothing"},
		},
		Seats: []SeatView{
			{Seat: 1, Score: -2, Chips: 30, Cards: 2, Turn: true, Dealer: true, Remark: Say("test.pass")},
			{Seat: 12, Dropped: true, HasLeft: true, Locked: true, Calling: true, Winner: true},
		},
		Pot: 7, ShowPot: true, CardsLeft: 60, Taken: c[:2], TakenBy: 1, Turn: 1,
		Deadline: time.Date(2000, 1, 1, 20, 0, 1, 5e8, time.UTC),
		Offers: []Offer{
			{Words: "set", Takes: Three}, {Words: "bet", Takes: Amount, Min: 1, Max: 3}, {Words: "look", Takes: Pile},
			{Words: "move", Takes: Piles}, {Words: "drop"},
		},
	}
	require.Equal(t, `test, playing: test.bet who=Q
centre
  A=1SRD+ B=2SRDx9!
  C=....
hand of 12
  1=???? 2=TD
nothing
P -2 chips 30 cards 2 turn dealer says test.pass
12 0 dropped left locked calling winner
pot 7
left 60
taken by P: 1SRD 2SRD
turn P
clock at 20:00:01.5
offers set ..., bet 1-3, look ., move . ., drop
`, v.String())
	require.Equal(t, ", : \n", View{CardsLeft: -1}.String())
}

func TestFactsOfSteps(t *testing.T) {
	name := func(s Seat) string { return map[Seat]string{1: "ann", 2: "bob"}[s] }
	step := Step{
		Events: []Event{
			SeesNone(1, 0, 2),
			Ended([]Seat{1, 2}, false),
			CardsLaid{Cards: codes(t, "TD"), At: Labels{"A"}},
			SetTaken{Seat: 2, After: 4200 * time.Millisecond},
			NotASet{Seat: 2, At: Labels{"A"}, Why: Say("games.why.twice"), Cost: Say("classic.costs_claims")},
		},
		Transfers: []Transfer{{From: 1, To: Pot, Amount: 3}, {From: Bank, To: 2, Amount: 5}},
		Tallies:   []Tally{{Seat: 2, Count: Sets, N: 1}},
	}
	require.Equal(t, []string{
		"games.sees_none n=0 of=2 who=ann", "games.ended_shared who=ann,bob", "dealt 1 A=TD",
		"games.took_after after=4.2s cards= labels= who=bob",
		"games.in_turn all=(games.wrong_because cards= labels=A who=bob " +
			"why=(games.why.twice)),(classic.costs_claims)",
		"3 chips from ann to the pot", "5 chips from the house to bob", "count bob sets +1",
	}, step.Facts(name))
	require.Equal(t, []string{"refused: test.no"}, Outcome{Refused: Say("test.no")}.Facts(name))
}
