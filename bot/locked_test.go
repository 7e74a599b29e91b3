package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

// An attempt is one interaction while the database is locked.
type attempt struct {
	what  string
	event discord.Event
	token string
	works func() bool // reports at the end whether the interaction had its effect; nil: it has none
}

// While another program locks the database, each interaction is answered within 3 s and has exactly one outcome, even
// if it is delivered twice. Either it is refused and has no effect, or it has an effect and isn't refused.
func TestEveryInteractionIsAnsweredWhileTheDatabaseIsLocked(t *testing.T) {
	gamestest.SkipUnderRace(t)
	refused := false // interactions that wait longer than writer.LockWait are refused
	for _, lasts := range []time.Duration{500 * time.Millisecond, 2 * time.Second, 5 * time.Second, 8 * time.Second,
		20 * time.Second} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(lasts, " ", seed), func(t *testing.T) {
				runVirtual(t, func(q *virtualBot) {
					hold := func() func() { return storetest.HoldSQLite(q.t, q.path) }
					refused = q.playWhileLocked(hold, lasts, rand.New(rand.NewPCG(seed, uint64(lasts)))) || refused
				})
			})
		}
	}
	require.True(t, refused)
}

// The same holds on PostgreSQL if another connection has locked a table of the database or a single row.
func TestEveryInteractionIsAnsweredWhilePostgreSQLIsLocked(t *testing.T) {
	gamestest.SkipUnderRace(t)
	quietly, refused := runVirtualOnPostgres(t), false
	table, row := `LOCK TABLE lines IN EXCLUSIVE MODE`, `SELECT 1 FROM tables WHERE id = 1 FOR UPDATE`
	for _, c := range []struct {
		lock  string
		lasts time.Duration
	}{{table, 500 * time.Millisecond}, {row, 2 * time.Second}, {table, 8 * time.Second}, {row, 8 * time.Second}} {
		for seed := range gamestest.Times(1, 5) {
			t.Run(fmt.Sprint(c.lock, " ", c.lasts, " ", seed), func(t *testing.T) {
				quietly(t, func(q *virtualBot) {
					hold := func() func() { return storetest.HoldPostgres(q.t, q.address, c.lock) }
					refused = q.playWhileLocked(hold, c.lasts, rand.New(rand.NewPCG(uint64(seed), uint64(c.lasts)))) || refused
				})
			})
		}
	}
	require.True(t, refused)
}

// playWhileLocked lets two players act while the database is locked, and unlocks it after the given time. It reports
// whether an interaction was refused because of the lock.
func (q *virtualBot) playWhileLocked(hold func() (letGo func()), lasts time.Duration, luck *rand.Rand) (refused bool) {
	q.poker()
	q.settle()
	guild := farHome
	letGo := hold()
	q.isPaced.Store(true)
	time.AfterFunc(lasts, func() {
		letGo()
		q.isPaced.Store(false)
	})
	var all []attempt
	var typed []discord.TypedMessage
	for n := range 40 {
		a := q.attempt(guild, n, luck)
		if a.event != nil {
			all = append(all, a)
			q.wire.again(a.event)
			if luck.IntN(2) == 0 {
				q.wire.again(a.event)
			}
		} else {
			said := q.write([]discord.UserRef{q.ann, q.bob}[luck.IntN(2)], []string{"check", "bet 1", "pass"}[luck.IntN(3)])
			typed = append(typed, said)
			q.wire.send(said)
		}
		time.Sleep(time.Duration(luck.Int64N(int64(lasts) / 20)))
	}
	q.wait(3 * time.Minute)

	words := q.bot.lobby.Words.In("en")
	refusals := []string{words.Key("table.disk_fails"), words.Key("table.broken"), words.Key("lobby.crowded"),
		words.Key("lobby.too_busy")}
	posts := q.far.posts(q.channel)
	q.far.mu.Lock()
	defer q.far.mu.Unlock()
	for _, a := range all {
		ticket := q.far.tickets[a.token]
		require.True(q.t, ticket.answered, a.what)
		require.Less(q.t, ticket.after, 3*time.Second, a.what)
		require.Zero(q.t, ticket.refused, "%s was answered twice or too late", a.what)
		require.LessOrEqual(q.t, len(ticket.told), 1, "%s: %q", a.what, ticket.told)
		if len(ticket.told) == 0 {
			require.True(q.t, a.works != nil && a.works(), "%s had no outcome", a.what)
			continue
		}
		if a.works == nil {
			continue
		}
		if slices.Contains(refusals, ticket.told[0]) {
			refused = true
			require.False(q.t, a.works(), "%s was refused but has an effect: %q", a.what, ticket.told)
		}
		for _, success := range []string{" checks", " bets 1", "chips more", "Your table"} {
			if strings.Contains(ticket.told[0], success) {
				require.True(q.t, a.works(), "%s was confirmed but has no effect: %q", a.what, ticket.told)
			}
		}
	}
	lines, err := q.bot.Store.Lines(context.Background(), 1)
	require.NoError(q.t, err)
	for _, said := range typed {
		written := slices.ContainsFunc(lines, func(l store.Line) bool { return l.Source == store.Source("m"+said.ID.String()) })
		for _, p := range posts {
			if p.Reference == said.ID && slices.Contains(refusals, p.Content) {
				require.False(q.t, written, "%q was refused but was played", said.Content)
			}
		}
	}
	return refused
}

// attempt makes an interaction or, if there is no event, a typed move.
func (q *virtualBot) attempt(guild ids.Guild, n int, luck *rand.Rand) (a attempt) {
	who := []discord.UserRef{q.ann, q.bob}[luck.IntN(2)]
	written := func(source store.Source) func() bool {
		return func() bool {
			lines, err := q.bot.Store.Lines(context.Background(), 1)
			require.NoError(q.t, err)
			return slices.ContainsFunc(lines, func(l store.Line) bool { return l.Source == source })
		}
	}
	home := q.channel
	defer func() { q.channel = home }()
	slash := func(name, sub string, options map[string]string) discord.Slash {
		e := q.slashEvent(who, name, sub, options)
		e.Names = map[ids.User]string{}
		e.ReceivedAt = time.Now()
		a.what, a.event, a.token = fmt.Sprint("/", name, " ", sub), e, string(e.Token)
		return e
	}
	sealed := func(id message.ID) string {
		id.Table, id.Line = 1, q.table().Game.Session().Sight
		return q.bot.lobby.Seal.For(farHome)(id)
	}
	switch luck.IntN(9) {
	case 0:
		return a
	case 1:
		e := slash([]string{"check", "pass"}[luck.IntN(2)], "", nil)
		a.works = written(store.Source("i" + e.ID))
	case 2:
		e := slash("bet", "", map[string]string{"words": "1"})
		a.works = written(store.Source("i" + e.ID))
	case 3:
		i := slash("", "", nil).Interaction
		a.what = "press check"
		a.event = discord.Press{Interaction: i, CustomID: sealed(message.ID{Kind: message.MoveButton, Words: "check"})}
		a.works = written(store.Source("i" + i.ID))
	case 4:
		i := slash("", "", nil).Interaction
		a.what = "the form bet"
		a.event = discord.Submit{Interaction: i, CustomID: sealed(message.ID{Kind: message.FormButton, Words: "bet"}),
			Fields: map[string]string{"words": "1"}}
		a.works = written(store.Source("i" + i.ID))
	case 5:
		who = discord.UserRef{ID: ids.User(950000000000000000 + n), Name: "X"}
		slash("chips", "daily", nil)
	case 6:
		to := ids.User(960000000000000000 + n)
		e := slash("chips", "grant", map[string]string{"member": to.String(), "amount": "7", "reason": "cake"})
		e.ManageGuild = true
		a.event = e
		a.works = func() bool {
			has, err := q.bot.Store.Balance(context.Background(), guild, to)
			require.NoError(q.t, err)
			return has.Balance == 7
		}
	case 7:
		q.channel = ids.Channel(970000000000000000 + n)
		channel := q.channel
		slash("play", "classic", nil)
		a.works = func() bool {
			open, err := q.bot.Store.OpenTables(context.Background())
			require.NoError(q.t, err)
			return slices.ContainsFunc(open, func(row store.Table) bool { return row.Channel == channel })
		}
	case 8:
		slash([]string{"hand", "help"}[luck.IntN(2)], "", nil)
	}
	return a
}
