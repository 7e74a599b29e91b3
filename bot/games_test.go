package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/message"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/gamestest"
	"settable/render/words"
	"settable/store"
	"settable/store/sqlite"
)

// inEnglish is the English catalogue of all games.
var inEnglish = func() *words.Language {
	catalogues, err := words.New(nil, allGames)
	if err != nil {
		panic(err)
	}
	return catalogues.In("en")
}()

// For every game, with and without a table, /rules answers with text and a picture, and /help lists what the user can
// do.
func TestHelpAndRulesOfEveryGame(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := newPokerBot(t, nil)
	help := f.slash("Ann", "help")
	for _, r := range allGames {
		m := r.Manual()
		title := inEnglish.Plain(m.Title())
		require.Contains(t, help, "`/play "+r.Name()+"` · "+title+": "+inEnglish.Plain(m.Summary()))
		out := f.slashMessage("Ann", "rules", world.Opt("game", r.Name()))
		require.True(t, out.Ephemeral())
		require.Contains(t, out.Content, inEnglish.Plain(m.Text()))
		require.LessOrEqual(t, len([]rune(out.Content)), 2000)
		require.Len(t, out.Attachments, 1, "a picture of %s", title)
		require.Equal(t, "rules.png", out.Attachments[0].Filename)
		if example := message.Example(m, inEnglish); example.Recap {
			require.NotContains(t, out.Attachments[0].Description, "Seat ", "the players of a recap have names")
			require.Contains(t, out.Attachments[0].Description, "Amy wins 6 chips.")
			require.Contains(t, out.Attachments[0].Description, "Tom loses 6 chips.")
		} else {
			inPictures := func(s games.Seat) string { return "Seat " + games.SeatLetter(s) }
			require.Contains(t, out.Attachments[0].Description, inEnglish.Say(example.Headline, inPictures))
		}
		if example := m.Example().Areas; slices.ContainsFunc(example, func(a games.Area) bool {
			return slices.ContainsFunc(a.Cells, func(c games.Cell) bool { return c.Marked })
		}) {
			require.Regexp(t, `\(in a set\)|, set 1 of \d:`, out.Attachments[0].Description)
		}
		require.LessOrEqual(t, len([]rune(out.Attachments[0].Description)), 1024)
	}
	for i, r := range allGames {
		f.table = store.TableID(i + 1)
		require.Contains(t, f.slash("Ann", "play", world.Sub(r.Name())), "Your table is open")
		f.wait("a table", func() bool { return len(f.journal()) == 2 })
		f.waitUntilShown()
		alone := f.waitUntilShown()
		require.NotContains(t, labels(alone), "My hand", "nobody has cards yet")
		require.NotEqual(t, slices.Contains(labels(alone), "Start"),
			strings.Contains(alone.Content, "is about to begin. You need at least two players."))
		require.NotContains(t, f.move("Bob", "join").Content, "You need at least")
		f.move("Ann", "start")
		m := r.Manual()
		help, text := f.slash("Bob", "help"), f.slash("Bob", "table")
		require.Contains(t, help, "You're **Q** in **"+inEnglish.Plain(m.Title())+"**.")
		for _, o := range f.game().View(2).Offers {
			verb, _, _ := strings.Cut(o.Words, " ")
			i := slices.IndexFunc(m.Verbs, func(v games.Verb) bool { return v.Name == verb })
			example := inEnglish.Typing(r.Name(), m.Verbs[i].Example)
			if m.Verbs[i].Private || verb == "leave" || verb == "void" { // a message with only this word is talk
				example = "/" + example
			}
			require.Contains(t, help, fmt.Sprintf("`%s` · %s", example, inEnglish.Plain(m.Help(m.Verbs[i]))))
		}
		require.Equal(t, m.Hands, slices.Contains(labels(f.waitUntilShown()), "My hand"), inEnglish.Plain(m.Title()))
		_, chips := m.Option("stack")
		votes := strings.Contains(f.slash("Ann", "help"), "`/end` · Suggest ending the game")
		require.NotEqual(t, chips, votes, "only a table for chips ends without a vote: %s", inEnglish.Plain(m.Title()))
		require.Contains(t, f.slash("Ann", "help"), "`/void` and `/kick` ask to cancel a hand")
		require.Contains(t, text, inEnglish.Plain(m.Title()))
		require.NotRegexp(t, `Moves: .*\bjoin\b`, text, "the list must contain only the caller's moves")
		require.Contains(t, f.slash("Eve", "help"), "**"+inEnglish.Plain(m.Title())+"** is on here.")
		require.Contains(t, f.slash("Eve", "rules"), inEnglish.Plain(m.Text()), "the rules of the current table")
		f.slash("Ann", "end")
		f.slash("Bob", "leave")
		f.shows("has ended")
	}
}

// All five games count towards the standings of a night, including tables without chips (behaviour, Nights 5).
func TestNightOfAllGames(t *testing.T) {
	gamestest.Long(t)
	gamestest.SkipUnderRace(t)
	f := newPokerBot(t, nil, withSeed(stalemateLuck(t, 2, true)))
	people := []string{"Ann", "Bob"}
	require.Contains(t, f.slash("Ann", "night",
		world.Sub("start", world.Opt("buy_in", 10), world.Opt("turn", 0), world.Opt("pause", 0))),
		"Poker night 1")
	f.shows("Ann buys in")
	f.waitUntilShown()
	f.move("Bob", "join")
	f.move("Ann", "start")
	f.move("Bob", "bet 2")
	f.move("Ann", "drop")
	f.move("Ann", "end")

	next := func(id store.TableID, game string, options ...world.Option) {
		f.table = id
		f.gather(game, people, options...)
		require.Contains(t, f.waitUntilShown().Content, "This is part of a poker night. `/night end` ends it and posts the results.")
	}
	next(2, "english")
	var english games.View
	for english.Phase != games.Finished {
		f.turns(people, func() {})
		f.wait("the next card, or the end", func() bool { // a stalemate with only one way to continue asks no question
			english = f.game().View(games.Watcher)
			return offers(english, "turn") || english.Phase == games.Finished
		})
	}
	f.waitUntilShown() // the journal can be ahead of the table

	next(3, "classic")
	f.move("Bob", "set "+findSet(readCards(f.waitUntilShown().Attachments[0].Description)))
	f.say("Ann", "<@"+botID(f.testBot)+"> end")
	f.move("Bob", "end") // all agree, so Bob wins
	next(4, "solitaire", world.Opt("who", "together"))
	for range 8 {
		f.move("Ann", "deal")
	}
	f.move("Bob", "done")
	next(5, "twenty", noPause...)
	f.move("Ann", "draw")
	f.move("Bob", "leave")

	require.Contains(t, f.slash("Ann", "night", world.Sub("end")), "**Poker night 1**")
	standing := readStore(f.testBot, func(ctx context.Context, st *sqlite.DB) (store.Standing, error) {
		return st.Standing(ctx, 1)
	})
	require.Equal(t, 1, standing.Hands)
	require.Equal(t, 3, standing.Games, "English Sets, classic and solitaire have a result")
	wins, sets := map[bool]int64{}, int64(0)
	for _, p := range standing.Players {
		wins[p.Wins > 0] += p.Wins
		sets += p.Sets
	}
	winners := 0
	for _, p := range english.Seats {
		if p.Winner {
			winners++
		}
	}
	require.EqualValues(t, winners+1, wins[true], "Bob won the classic game")
	require.EqualValues(t, 1+english.Seats[0].Score+english.Seats[1].Score, sets)
	// After five games and a night with chips, a player's id and name appear only in the database columns meant for
	// them.
	for _, who := range people {
		require.Equal(t, []string{"people.discord"}, f.columnsWith(f.sb.User(who).ID))
		// A hash in lines.source may contain the three letters of a name by chance.
		named := slices.DeleteFunc(f.columnsWith(who), func(column string) bool { return column == "lines.source" })
		require.Equal(t, []string{"names.name"}, named)
	}
	m := f.slash("Eve", "night", world.Sub("show"))
	require.Contains(t, m, "1 hand, 3 other games")
	require.Contains(t, m, "won 1 game")
	f.requireAudited()
}
