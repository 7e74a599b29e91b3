package bot

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
)

// The bot recognises a request for a game with the punctuation of each language.
func TestPunctuationOfAllLanguages(t *testing.T) {
	all := LoadCatalogues(Config{Games: stormRules, Log: slog.New(slog.DiscardHandler)}).Languages()
	for _, said := range []string{"game?", " Spiel ?", "¿Jugamos?", "jugamos?", "jeu ?", "ゲーム？", "ゲームする？"} {
		require.True(t, callsForAGame(said, all...), said)
	}
	for _, said := range []string{"game", "¿Jugamos", "ゲーム", "?", "¿?"} {
		require.False(t, callsForAGame(said, all...), said)
	}
	for said, word := range map[string]string{"poker？": "poker", "¿Jugar?": "jugar", "¡hola!": "hola",
		"「ヘルプ」。": "ヘルプ", "«jeu»": "jeu", "„Spiel“": "spiel", "_set_": "set"} {
		require.Equal(t, word, bareWord(said))
	}
}

// A sleeping table that has left memory is still the channel's table. The answer to "game?" mentions it and offers no
// other.
func TestSleepingTableAnswersGameRequests(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.opens("poker", nil)
		q.slash(q.ann, "away", "", nil)
		q.slash(q.bob, "away", "", nil)
		q.wait(5 * time.Minute)
		require.Nil(t, q.table(), "the table must be asleep")
		q.say(q.bob, "game?")
		q.wait(5 * time.Second)
		require.Contains(t, strings.Join(q.posts(), "\n"), "You're **Q** in **SET Poker**, which is asleep")
		require.NotContains(t, strings.Join(q.posts(), "\n"), "What shall we play")
	})
}

// A sleeping table understands the same moves as an awake one, including those in its language.
func TestSleepingTableUnderstandsItsLanguage(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		require.NoError(q.t, q.bot.lobby.Settings.Change(q.t.Context(), farHome,
			func(s *store.GuildSettings) { s.Language = "de" }))
		q.slash(q.ann, "play", "poker", nil)
		q.say(q.bob, "bin dabei")
		q.say(q.ann, "start")
		for _, c := range []struct {
			words string
			wakes bool
		}{{"back", true}, {"bin wieder zu Hause", false}, {"bin da", true}, {"Weiter!", true}} {
			q.slash(q.ann, "away", "", nil)
			q.slash(q.bob, "away", "", nil)
			q.wait(5 * time.Minute)
			require.Nil(q.t, q.table(), "the table must be asleep")
			q.say(q.bob, c.words)
			q.wait(5 * time.Second)
			require.Equal(q.t, c.wakes, q.table() != nil, c.words)
		}
	})
}

// After an evening of moves and talk, a single post of the table is left in the channel.
func TestEveningLeavesOneTablePost(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.opens("poker", map[string]string{"turn": "0", "pause": "0"})
		for hand := range 30 {
			for range 3 {
				q.say(q.bob, "what a week it was")
				q.say(q.ann, "tell me download it")
			}
			who := q.ann
			if q.table().Game.Session().View().Turn == 2 {
				who = q.bob
			}
			q.say(who, "drop")
			q.say(q.ann, "next")
			require.Len(t, q.posts(), 1, "hand %d", hand)
			time.Sleep(time.Minute)
		}
		require.Greater(t, len(q.words()), 60, "the players must have played")
	})
}
