package twenty

import (
	"math/rand/v2"
	"slices"

	"settable/games"
	"settable/games/cards"
)

// means lists the figures for which a simulation reports the mean (notation, Simulating).
var means = []games.Figure{
	{Name: "deal_no_set", Words: "6 personal and 6 table cards without a set"},
	{Name: "deal_no_personal_set", Words: "6 personal and 6 table cards without a set that uses a personal card"},
	{Name: "deal_three_of_ones_own", Words: "6 personal cards that contain a set"},
	{Name: "hands_per_game_mean", Words: "hands in a game"},
	{Name: "sets_per_hand", Words: "sets in a hand, all players together"},
	{Name: "points_per_hand", Words: "points for the winner of a hand"},
	{Name: "draws_per_hand", Words: "cards asked for in a hand, all players together"},
	{Name: "shuffles_per_hand", Words: "times the discard pile is reshuffled in a hand"},
	{Name: "own_cards_per_set", Words: "personal cards in a set"},
	{Name: "dealer_wins", Words: "hands won by the dealer"},
	{Name: "winner_hands", Words: "hands won by the winner of the game"},
	{Name: "runner_up_points", Words: "points of the runner-up in a game"},
	{Name: "went_without_drawing", Words: "hands whose winner asked for no card"},
}

var shares = []games.Figure{
	{Name: "hands_per_game_mean", Words: "Hands in a game"},
	{Name: "points_per_hand", Words: "Points for the winner of a hand"},
	{Name: "sets_per_hand", Words: "Sets in a hand, all players together"},
	{Name: "own_cards_per_set", Words: "Personal cards in a set"},
	{Name: "winner_points", Words: "Points of the winner of a game"},
}

func trials(source *rand.Rand, o games.Options, players, n int, c games.Counts) error {
	for range n {
		lookAtDeal(source, c)
		if err := playGame(source, o, players, c); err != nil {
			return err
		}
	}
	return nil
}

func lookAtDeal(source *rand.Rand, c games.Counts) {
	drawn := games.DrawOf(cards.SETPack().Cards(), cardsDealt+tableCards, source)
	own, table := drawn[:cardsDealt], drawn[cardsDealt:]
	c.SeeIf("deal_no_set", !cards.HasSet(drawn))
	c.SeeIf("deal_no_personal_set", cards.SetsWith(own, table) == 0)
	c.SeeIf("deal_three_of_ones_own", cards.HasSet(own))
}

// trial is a simulated game in progress and the counts collected from it.
type trial struct {
	*games.Trial
	source                *rand.Rand
	count                 games.Counts
	sets, draws, shuffles int // in this hand
	dealer                games.Seat
	drew                  map[games.Seat]bool // in this hand
	won                   map[games.Seat]int  // hands won
	hands                 int
}

func playGame(source *rand.Rand, o games.Options, players int, c games.Counts) error {
	t := &trial{source: source, count: c, won: map[games.Seat]int{}}
	var err error
	if t.Trial, err = games.NewTrial(Rules{}, o, players, games.Seeded(source.Uint64()), t.see); err != nil {
		return err
	}
	for {
		v := t.Game.View(games.Seat(1 + source.IntN(players)))
		if v.Phase == games.Finished {
			t.finish(v)
			return nil
		}
		if move := t.choose(v); move != nil {
			if err := t.Do(v.Viewer, move); err != nil {
				return err
			}
		}
	}
}

// choose returns the move of a player who never overlooks a set. The player takes a set with a personal card if
// possible, and otherwise any set on the table. A player who sees no set draws a card, or says none with nine cards.
func (t *trial) choose(v games.View) games.Move {
	if v.May("next") {
		return Next{}
	}
	own := v.Faces(v.Viewer)
	sets := cards.Sets(append(own, v.Faces(games.Watcher)...))
	// Personal cards come first, and sets are ordered by their first card.
	with := slices.IndexFunc(sets, func(three [3]cards.Card) bool { return !slices.Contains(own, three[0]) })
	if with > 0 {
		sets = sets[:with]
	}
	switch {
	case len(sets) > 0:
		return games.ClaimOf(sets[t.source.IntN(len(sets))])
	case v.May("draw"):
		return Draw{}
	case v.May("none"):
		return None{}
	}
	return nil // other players must move
}

// see counts the events of a step.
func (t *trial) see(step games.Step) {
	c := t.count
	for _, e := range step.Events {
		switch e := e.(type) {
		case handBegan:
			t.hands, t.dealer = e.n, e.dealer
			t.sets, t.draws, t.shuffles, t.drew = 0, 0, 0, map[games.Seat]bool{}
		case games.SetTaken:
			t.sets++
			own := 0
			for _, label := range e.At {
				if label <= "9" {
					own++
				}
			}
			c.See("own_cards_per_set", own)
		case cardDrawn:
			t.draws++
			t.drew[e.seat] = true
		case deckShuffled:
			t.shuffles++
		case handWon:
			t.won[e.seat]++
			c.See("points_per_hand", e.points)
			c.See("sets_per_hand", t.sets)
			c.See("draws_per_hand", t.draws)
			c.See("shuffles_per_hand", t.shuffles)
			c.SeeIf("dealer_wins", e.seat == t.dealer)
			c.SeeIf("went_without_drawing", !t.drew[e.seat])
		}
	}
}

func (t *trial) finish(v games.View) {
	c, second := t.count, 0
	for _, p := range v.Seats {
		if p.Winner {
			c.See("winner_hands", t.won[p.Seat])
			c.See("winner_points", p.Score)
		} else {
			second = max(second, p.Score)
		}
	}
	c.See("runner_up_points", second)
	c.See("hands_per_game_mean", t.hands)
}
