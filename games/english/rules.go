// Package english implements English Sets for two to six players. Players have four cards each, turn starters from the
// pack, and collect sets of four equal cards in their graveyards (docs/spec/rules.md, English).
package english

import (
	"embed"
	"sync"
	"time"

	"settable/games"
	"settable/games/cards"
)

type Rules struct{}

// Edition returns 3. The third edition added the players' rights to their seats and leads.
func (Rules) Edition() int { return 3 }

func (Rules) Name() string { return name }

// Open returns a table without players. It returns an Illegal for an unknown option or an invalid value.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := manual.Fill(chosen)
	if err != nil {
		return nil, err
	}
	return &game{
		settings: options.Read(o), options: o,
		unseen: cards.StandardPack(),
	}, nil
}

//go:embed words/*.yaml
var catalogue embed.FS

var Game = games.Kind{
	Rules:   Rules{},
	Words:   catalogue,
	Player:  housePlayer,
	Figures: games.Figures{Play: trials, Means: means, Shares: shares},
}

func (Rules) Manual() games.Manual { return manual }

var manual = games.Manual{
	Game:     name,
	MinSeats: fewestPlayers, MaxSeats: mostPlayers, Luck: true,
	Options:    options.Options(),
	HouseRules: games.Options{"auto": autoSeconds, "redeal": "true"},
	Verbs: games.WithSeats([]games.Verb{
		{Name: "turn", Example: "turn"},
		{Name: "exchange", Example: "exchange"},
		{Name: "reshuffle", Example: "reshuffle"},
		{Name: "discount", Example: "discount"},
		{Name: "option", Takes: games.Choice, Example: "option auto=5"},
	}),
}

func init() { manual.Example = example } // set in init to avoid an initialization cycle

const name = "english"

// autoSeconds is the default value of `auto`: a starter every five seconds.
const autoSeconds = "5"

// settings holds the parsed options of a table.
type settings struct {
	replenish string        // the order in which hands are filled
	discount  bool          // players can agree in a stalemate that hands do not count
	majority  bool          // a last rank goes to the player who holds most of it
	redeal    bool          // a setup that ends the game is dealt again
	auto      time.Duration // the time between two starters turned by the clock; 0: players turn them
	turnTime  time.Duration // the time to decide a stalemate; 0: no clock
}

var options = games.Settings[settings]{
	games.Seconds("auto", 0, 0, 3600, func(s *settings) *time.Duration { return &s.auto }).
		MeaningTrue(autoSeconds).InLobby("0", autoSeconds),
	games.Seconds("turn", 60, 0, 3600, func(s *settings) *time.Duration { return &s.turnTime }),
	games.OneOf("replenish", []string{bySeat, byRounds, alternate}, func(s *settings) *string { return &s.replenish }),
	games.Flag("discount", false, func(s *settings) *bool { return &s.discount }),
	games.Flag("redeal", false, func(s *settings) *bool { return &s.redeal }),
	games.Either("last_rank", "discount", "majority", func(s *settings) *bool { return &s.majority }),
}

const (
	fewestPlayers = 2
	mostPlayers   = 6
	full          = 4 // the number of cards in a full hand, and in a complete set
	ranks         = 13
)

// These are the ways to refill hands (English 3).
const (
	bySeat    = "seat"
	byRounds  = "rounds"
	alternate = "alternate"
)

// These are the hands, the starter and the sets in the example.
const exampleHands, exampleStarter = "9S KH 2D KD 5C 7S 2H JC", "8H"

var exampleSets = []struct {
	owner games.Seat
	cards string
}{
	{2, "AC AD AS AH"}, {1, "QS QH QD QC"}, {1, "6S 6H 6D"}, {2, "3S 3H"}, {1, "8S 8D"}, {2, "TD TC TS TH"},
}

// example returns a view with complete and incomplete sets, in which a starter has just joined a set. Like everything
// in a Manual, it must not be changed.
var example = sync.OnceValue(func() games.View {
	t := draft{game: &game{phase: playing, unseen: cards.StandardPack(), starters: 20, starterTurner: 2}}
	t.seats.Players = make([]player, 2)
	take := func(codes string) []cards.Card {
		list := cards.ParseList(codes)
		t.unseen = t.unseen.Minus(cards.BagOf(list))
		return list
	}
	hands := take(exampleHands)
	for i := range t.seats.Players {
		t.seats.Roster, _ = t.seats.Roster.Join(games.Seat(i+1), mostPlayers)
		t.seats.Players[i].hand = hand(hands[i*full : (i+1)*full])
	}
	for _, s := range exampleSets {
		t.laySet(s.owner, take(s.cards))
	}
	t.fresh = cards.Bag{}
	t.applyStarter(take(exampleStarter)[0])
	v := t.View(games.Watcher)
	v.Headline, v.Offers = games.Say("english.head.example", "who", games.Seat(1)), nil
	return v
})
