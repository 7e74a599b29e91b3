package bot

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"

	"settable/bot/discord/discordtest"
	"settable/bot/lobby"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// crowdLog is the bot's log. Nothing that users do may cause an error in it.
type crowdLog struct{ c *crowd }

func (crowdLog) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }
func (h crowdLog) WithAttrs([]slog.Attr) slog.Handler         { return h }
func (h crowdLog) WithGroup(string) slog.Handler              { return h }

func (h crowdLog) Handle(_ context.Context, r slog.Record) error {
	if h.c.wire.dead.Load() {
		return nil // the bot was killed and can't know this
	}
	var b strings.Builder
	b.WriteString(r.Message)
	r.Attrs(func(a slog.Attr) bool { fmt.Fprintf(&b, " %s=%v", a.Key, a.Value); return true })
	if r.Level >= slog.LevelError || strings.Contains(b.String(), "a bug") || strings.Contains(b.String(), "panic") {
		h.c.Report("log", "the bot logs %s: %s", r.Level, b.String())
	}
	return nil
}

// brokenSentences are the messages, in all languages, that the bot shows to users after an internal fault.
var brokenSentences = sync.OnceValue(func() (all []string) {
	for _, l := range stormWords().Languages() {
		for _, key := range []string{"table.broken", "table.cards_late", "table.stopped"} {
			all = append(all, l.Key(key))
		}
	}
	return all
})

// checkLaws checks the laws that must hold after each act, or all laws if everything is set.
func (c *crowd) checkLaws(everything bool) {
	c.Answered()
	if !c.running {
		return
	}
	c.checkForgetting()
	if !everything && len(c.Acts)%10 != 0 {
		return
	}
	a, err := c.books.Audit(stormCtx, 0)
	if err != nil {
		c.Report("books", "the audit fails: %v", err)
	}
	for _, f := range a.Findings {
		c.Report("books", "%s", f)
	}
	if b := c.health.bot.Load(); b != nil {
		for _, t := range b.lobby.Tables.All() {
			c.checkLedger(t)
		}
	}
}

func (c *crowd) checkLedger(t *lobby.Table) {
	held, n, err := c.books.TableAccounts(stormCtx, t.Row.ID)
	if err != nil {
		c.Report("books", "reading the purses of table %d: %v", t.Row.ID, err)
		return
	}
	v := t.Game.Session().Course.Game.View(games.Watcher)
	if n != t.Game.Session().Line || v.Practice {
		return
	}
	if held[games.Pot] != v.Pot {
		c.Report("books", "table %d: %d chips in the pot, %d in the ledger", t.Row.ID, v.Pot, held[games.Pot])
	}
	for _, p := range v.Seats {
		if held[games.Account(p.Seat)] != p.Chips {
			c.Report("books", "table %d, seat %s: %d chips, %d in the ledger", t.Row.ID, p.Seat, p.Chips,
				held[games.Account(p.Seat)])
		}
	}
}

// checkForgetting keeps track of the users who are being forgotten.
func (c *crowd) checkForgetting() {
	leaving, err := c.books.PendingForgets(stormCtx)
	if err != nil {
		c.Report("forgotten", "reading the players to be forgotten: %v", err)
		return
	}
	for _, p := range c.People {
		id := discordtest.ID[ids.User](c.Server.User(p).ID)
		waits := slices.ContainsFunc(leaving, func(l store.ForgottenPlayer) bool { return l.Player == id })
		switch {
		case waits:
			c.confirmed[p] = true
		case c.confirmed[p]:
			delete(c.confirmed, p)
			c.hasForgotten++
			if kept, err := c.books.PlayerData(stormCtx, id); err != nil || kept.Number != 0 {
				continue // the user has returned since then
			}
			c.Forgotten(p, c.Server.User(p).ID)
		}
	}
}

func (c *crowd) openRooms() (all []string) {
	rows, err := c.books.OpenTables(stormCtx)
	if err != nil {
		c.Report("ends", "reading the open tables: %v", err)
	}
	for _, row := range rows {
		if row.Daily != 0 {
			continue
		}
		id := strconv.FormatInt(int64(row.Channel), 10)
		name := ""
		c.Server.Do(func(w *world.World) {
			if at, err := w.Channel(id); err == nil {
				name = at.Name
			}
		})
		// Discord doesn't report the deletion of a channel that the bot couldn't see. A table there closes only when
		// the bot next posts or starts. Its chips are checked at the end of the evening.
		if name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// checkMessages checks that no open table's message names a forgotten user.
func (c *crowd) checkMessages() {
	rows, err := c.books.OpenTables(stormCtx)
	if err != nil {
		c.Report("forgotten", "reading the open tables: %v", err)
	}
	for _, row := range rows {
		if row.Daily != 0 {
			continue
		}
		channel, post := row.Channel.String(), row.Post.String()
		for _, m := range c.Server.Messages(channel, "Ann") {
			if who := c.Names(m); m.ID == post && len(who) > 0 {
				c.Report("forgotten", "%v was forgotten and is named at table %d: %s", who, row.ID, m.Content)
			}
		}
	}
}

func (c *crowd) checkNoChipsLeft() {
	for after := store.TableID(0); ; {
		rows, err := c.books.Tables(stormCtx, after, 100)
		if err != nil {
			c.Report("chips", "reading the tables: %v", err)
		}
		if len(rows) == 0 {
			return
		}
		for _, row := range rows {
			after = row.ID
			c.tables++
			held, n, err := c.books.TableAccounts(stormCtx, row.ID)
			if err != nil {
				c.Report("chips", "reading the purses of table %d: %v", row.ID, err)
			}
			c.lines += n
			for purse, chips := range held {
				if chips != 0 && !purse.IsBalance() {
					c.Report("chips", "everybody has left table %d and %d chips lie in purse %d", row.ID, chips, purse)
				}
			}
		}
	}
}

// calm ends the evening and checks that all chips are back with their owners.
func (c *crowd) calm() {
	c.ownCount = len(c.Acts)
	c.Calm(c.openRooms, func() {
		if c.checkLaws(false); c.Acts[len(c.Acts)-1].Pause == sandboxtest.CalmPause {
			c.checkMessages()
		}
	})
	if c.Fails() {
		return
	}
	for p := range c.confirmed {
		c.Report("forgotten", "%s is still not forgotten when all tables are closed", p)
	}
	c.checkLaws(true)
	if !c.Fails() {
		c.checkNoChipsLeft()
	}
	synctest.Wait()
}

// A crowdMover chooses good moves by looking at the tables.
type crowdMover struct {
	*crowd
	movers
}

// moves returns a move for a channel's table. turn is the member of the crowd who should make it, or "" if anyone
// can.
func (c *crowdMover) moves(who, where string) (words, turn string) {
	b := c.health.bot.Load()
	if b == nil || !c.running {
		return "", ""
	}
	t := b.lobby.Tables.In(discordtest.ID[ids.Channel](c.Server.Channel(where)))
	if t == nil || t.Game.Session().Course.Game == nil {
		return "", ""
	}
	seats := map[games.Seat]string{}
	for _, p := range c.People {
		if seat, sits := t.Game.Session().SeatOf(discordtest.ID[ids.User](c.Server.User(p).ID)); sits {
			seats[seat] = p
		}
	}
	v := t.Game.Session().Course.Game.View(games.Watcher)
	if on := seats[v.Turn]; on != "" && c.luck.IntN(4) > 0 && !c.Gone[on] {
		return c.movers.words(t.Game.Session().Course.Game.View(v.Turn)), on
	}
	for seat, p := range seats {
		if p == who {
			v = t.Game.Session().Course.Game.View(seat)
		}
	}
	return c.movers.words(v), ""
}
