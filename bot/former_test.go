package bot_test

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/storetest"
)

// A former is a bot that opens what the version before the present layout has written (commit 82983a6): on a
// server and in channels that are there, an hour after its last line.
type former struct {
	*felt
	channels map[string]string
}

// dumpedAt is an hour after the last line of the dump.
var dumpedAt = time.Date(2026, 11, 25, 19, 46, 7, 0, time.UTC)

func opensFormer(t *testing.T) former {
	n := open(t, func(n *night, _ *sandbox.Options) {
		n.config.Games = house
		n.config.Chance = func() games.Chance { return games.Seeded(11) }
		n.ahead.Store(int64(time.Until(dumpedAt)))
	})
	n.stop()
	f := former{&felt{night: n, used: map[string]int{}}, map[string]string{}}
	var ids []string
	for name, id := range map[string]string{"guild": "1575205883749597184", "Ann": "1575205883749597186",
		"Bob": "1575205883749597187", "Cid": "1575205883749597188", "Dee": "1575205883749597189",
		"Eve": "1575205883749597190", channelName: "1575205883749597191", "classic": "1575221055100813312",
		"english": "1575221057005027328", "poker": "1575221058095546368", "solitaire": "1575221053418897409",
		"twenty": "1575221056208109568"} {
		switch {
		case name == "guild":
			ids = append(ids, id, n.sb.Guild())
		case name == channelName:
			ids = append(ids, id, n.channel)
		case strings.ToUpper(name[:1]) == name[:1]:
			ids = append(ids, id, n.sb.User(name).ID)
		default:
			f.channels[name] = n.sb.AddChannel(name)
			ids = append(ids, id, f.channels[name])
		}
	}
	text, err := os.ReadFile("../store/sqlite/testdata/former_6.sql")
	require.NoError(t, err)
	n.path += ".former"
	require.NoError(t, storetest.Lay(t.Context(), n.path, strings.NewReplacer(ids...).Replace(string(text))))
	n.beside, n.version = sync.OnceValue(n.opensBeside), n.versions()
	n.start()
	f.books = n.beside().(books)
	return f
}

// turnsTo is for the table of a channel.
func (f former) turnsTo(channel string, table store.TableID) {
	f.channel, f.table = f.channels[channel], table
}

// inOrder is the audit of all books and of each table that is open, and that no chip was lost or came: 325
// were given, to the last line that the version before has written.
func (f former) inOrder() {
	f.t.Helper()
	audit, err := f.books.Audit(f.ctx(), 0)
	require.NoError(f.t, err)
	require.Empty(f.t, audit.Findings)
	all := games.Chips(0)
	open, err := f.books.OpenTables(f.ctx())
	require.NoError(f.t, err)
	for _, row := range open {
		kind, _ := games.Find(house, row.Game)
		_, found, err := store.AuditTable(f.ctx(), f.books, row, kind)
		require.NoError(f.t, err)
		require.Empty(f.t, found)
		purses, _, err := f.books.Purses(f.ctx(), row.ID)
		require.NoError(f.t, err)
		all += purses[games.Pot]
	}
	for _, who := range []string{"Ann", "Bob", "Cid", "Dee", "Eve"} {
		h := f.holding(who)
		all += h.Balance + h.OnTables
	}
	require.EqualValues(f.t, 325, audit.Granted)
	require.EqualValues(f.t, 325, all)
}

// lies is what a seat sees of the table, without sentences.
func (f former) lies(seat games.Seat) string {
	f.t.Helper()
	_, after, _ := strings.Cut(f.game().View(seat).String(), "\n")
	before, _, _ := strings.Cut(after, "clock at ")
	return before
}

// seated is what a message says of seats.
func seated(m world.Message) string {
	i := strings.Index(m.Content, "`P` ")
	line, _, _ := strings.Cut(m.Content[max(i, 0):], "\n")
	return line
}

// As the program of then said it of this very file: `settable replay` of its export, and a hand as its player
// saw it.
const (
	pokerStood = `centre
  =1SGQ =3NRD
hand of P
  =3TPV =3NGQ
hand of Q
  =???? =????
hand of R
  =???? =????
P 0 chips 1 bet 6 cards 2 turn says poker.said.raise n=3
Q 0 chips 7 bet 9 cards 2 dealer says poker.said.raise n=3
R 0 bet 7 cards 2 says poker.said.all_in
pot 22
left 73
turn P
`
	solitaireStood = `piles
  1=1TRDx2(1SGD) 2=1TRQ 3=1TRV
  4=1TGD 5=1TGQx2(1SGQ) 6=1TGVx2(1SGV)
  7=1TPDx2(1SPD) 8=1TPQx2(1SPQ) 9=1TPVx2(1SPV)
P 1
Q 0
left 63
taken by P: 1SRD 1SRQ 1SRV
offers set ..., deal, look ., join, leave
`
)

// Poker goes on in the middle of a hand, with the same cards, chips, seats and turn, and with as long a clock
// as its line gave; so does a solitaire. Games whose rules are others now are closed, aloud and once. No chip
// is lost, nights and boards stand, and what has ended can be looked at if its rules are still known.
func TestTablesOfTheVersionBeforeGoOn(t *testing.T) {
	gamestest.Unraced(t)
	f := opensFormer(t)
	closed := func() {
		for channel, game := range map[string]string{"classic": "Classic SET", "twenty": "20/20 SET",
			"english": "English Sets"} {
			f.turnsTo(channel, 0)
			f.wait("the end of the table", func() bool { return f.said() != "" })
			require.Equal(t, "I've closed this channel's **"+game+"** table: it uses rules I no longer know. "+
				"`/play` opens a new table.\n", f.said())
		}
	}
	closed()
	f.inOrder()

	f.turnsTo("poker", 10)
	m := f.shows("Back after 1 h. The game goes on where it was.")
	require.Contains(t, m.Content, "`P` Bob **1** (bet 6) ◀ · `Q` Cid **7** (bet 9) · `R` Ann **0** (bet 7)\n")
	require.Equal(t, pokerStood, f.lies(1))
	said := f.played()
	require.Equal(t, said[len(said)-1].At.Add(time.Minute), f.game().View(games.Watcher).Deadline)
	require.EqualValues(t, 22, f.pot())
	require.Contains(t, f.hand("Bob").Attachments[0].Description,
		"three striped purple ovals, three open green squiggles")
	f.turnsTo("solitaire", 6)
	require.Equal(t, solitaireStood, f.lies(games.Watcher))
	require.Contains(t, f.shows("Back after 1 h.").Content, "`P` Dee **1** · `Q` Ève 林 🎲 **0**\n")
	f.stop()
	f.start()
	closed()

	f.turnsTo("poker", 10)
	f.say("Bob", "call")
	f.say("Cid", "show") // at once, for it is asked for ten seconds
	require.Contains(t, f.shows("wins").Content, "> **Cid wins the pot of 21 chips** with one set.")
	require.Equal(t, "`P` Bob **0** (“no set”) · `Q` Cid **30** 🏆 · `R` Ann **0** (“no set”)", seated(f.drawn()))
	f.inOrder()
	require.Contains(t, f.move("Bob", "end").Content,
		"> Cid gets 30 chips back to the balance.\n> The table is closed.")
	f.turnsTo("solitaire", 6)
	require.Equal(t, "`P` Dee **1** · `Q` Ève 林 🎲 **1**", seated(f.move("Eve", "set 7 8 9")))
	for who, chips := range map[string]games.Chips{"Ann": 90, "Bob": 96, "Cid": 114, "Eve": 25, "Dee": 0} {
		require.Equal(t, store.Holding{Balance: chips}, f.holding(who), who)
	}
	f.turnsTo("poker", 10)
	require.Contains(t, f.slash("Bob", "night", world.Sub("end")), "**Poker night 2** · ")
	f.inOrder()

	require.Contains(t, f.slash("Eve", "night", world.Sub("show", world.Opt("number", 1))),
		"Buy-in 20 · 2 hands · biggest pot 9 (Bob)\n"+
			"🥇 **Bob +6** · won 1 pot (9)\n"+
			"🥈 **Ann 0** · won 1 pot (6)\n"+
			"🥉 **Cid -6**")
	for game, who := range map[string]string{"classic": "Cid", "twenty": "Ann", "english": "Bob"} {
		require.Contains(t, f.slash("Dee", "leaderboard", world.Opt("board", "wins"), world.Opt("game", game)),
			"`  1.` "+who+" · **1**\n")
	}
	require.Contains(t, f.slash("Dee", "settings", world.Sub("show")), "theme light")
	require.Contains(t, f.slash("Bob", "settings", world.Sub("show")), "palette classic")

	f.channel = f.sb.Channel(channelName)
	for ago, end := range []string{"", "", "", "The game is over, and not won: 3 sets made and 72 cards left, " +
		"with 1 move taken back.", "Bob gets 26 chips back to the balance."} {
		if end == "" {
			require.Equal(t, "I can't show that game: it uses rules I no longer know.",
				f.slash("Ann", "replay", world.Opt("ago", ago+1)))
			continue
		}
		m := f.goes("Dee", f.replay("Dee", world.Opt("ago", ago+1)), "Last")
		require.Contains(t, m.Content, end)
	}
}
