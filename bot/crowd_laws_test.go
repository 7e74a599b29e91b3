package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/store"
)

// crowdLog is the bot's log: nothing that people do may make it log an error.
type crowdLog struct{ c *crowd }

func (crowdLog) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }
func (h crowdLog) WithAttrs([]slog.Attr) slog.Handler         { return h }
func (h crowdLog) WithGroup(string) slog.Handler              { return h }

func (h crowdLog) Handle(_ context.Context, r slog.Record) error {
	if h.c.wire.dead.Load() {
		return nil // it was killed, and does not know
	}
	var b strings.Builder
	b.WriteString(r.Message)
	r.Attrs(func(a slog.Attr) bool { fmt.Fprintf(&b, " %s=%v", a.Key, a.Value); return true })
	if r.Level >= slog.LevelError || strings.Contains(b.String(), "a bug") || strings.Contains(b.String(), "panic") {
		h.c.wrong("log", "the bot logs %s: %s", r.Level, b.String())
	}
	return nil
}

// brokenSentences are what the bot says if something broke, in all languages.
var brokenSentences = sync.OnceValue(func() (all []string) {
	for _, l := range stormWords().Languages() {
		for _, key := range []string{"table.broken", "table.cards_late", "table.stopped"} {
			all = append(all, l.Key(key))
		}
	}
	return all
})

// hole finds what a sentence shows if an argument or a key is missing.
var hole = regexp.MustCompile(`\{\{|\}\}|\{[a-z_]+\}|<missing|<no value>|%!|\b(table|lobby|command|message|games|poker|` +
	`classic|twenty|solitaire|english|privacy|daily|agenda|render)\.[a-z_]+\.[a-z_]+\b`)

// watch checks everything that the bot sends. It may not call the sandbox.
func (c *crowd) watch(e traffic.Exchange) {
	if e.Gateway {
		return
	}
	c.mu.Lock()
	c.requests++
	c.mu.Unlock()
	var refused struct{ Code int }
	if e.Status/100 == 4 {
		_ = json.Unmarshal(e.Answer, &refused)
	}
	what := fmt.Sprintf("%s %s -> %d\n%s\n%s", e.Method, e.Path, e.Status, cutText(e.Body), cutText(e.Answer))
	switch {
	case refused.Code == 40060:
		c.wrong("once", "an interaction is answered twice: %s", what)
	case e.Status == 400 && refused.Code != 30046, e.Status == 401, e.Status == 405, e.Status == 413, e.Status >= 500:
		c.wrong("requests", "Discord refuses %s", what)
	}
	if e.Method != "POST" && e.Method != "PATCH" || strings.Contains(e.Path, "/commands") {
		return
	}
	c.shown(e.Body)
	private := e.Path
	texts(e.Body, func(text string) { c.sentence(text, private) })
}

func cutText(b []byte) string {
	if len(b) > 700 {
		return string(b[:700]) + "…"
	}
	return string(b)
}

// shown notes custom ids and the words of a message.
func (c *crowd) shown(body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range customID.FindAllSubmatch(body, -1) {
		var id string
		if json.Unmarshal(m[1], &id) == nil && !c.seen[id] {
			c.seen[id] = true
			i, _ := slices.BinarySearchFunc(c.ids, id, compareIDs)
			c.ids = slices.Insert(c.ids, i, id)
		}
	}
	var said struct {
		Content string
		Data    struct{ Content string }
	}
	if json.Unmarshal(body, &said) == nil && said.Content+said.Data.Content != "" {
		c.posts = append(c.posts, "  "+strings.ReplaceAll(cutText([]byte(said.Content+said.Data.Content)), "\n", "\n  "))
		c.posts = c.posts[max(0, len(c.posts)-8):]
	}
}

// compareIDs orders custom ids by what they are for. Their seals are left out, because each database has its own.
func compareIDs(a, b string) int {
	return cmp.Or(strings.Compare(purpose(a), purpose(b)), strings.Compare(sealed.ReplaceAllString(a, ":"),
		sealed.ReplaceAllString(b, ":")))
}

var sealed = regexp.MustCompile(`\.[\w-]{16}:`)

var customID = regexp.MustCompile(`"custom_id":("(?:[^"\\]|\\.)*")`)

// sentence checks one text that the bot sends.
func (c *crowd) sentence(text, path string) {
	for _, s := range brokenSentences() {
		if strings.Contains(text, s) {
			c.wrong("broken", "the bot says %q (%s)", cutText([]byte(text)), path)
		}
	}
	typed := func(j string) bool { return strings.Contains(j, "{{") && strings.Contains(text, j) }
	if found := hole.FindString(text); found != "" && !slices.ContainsFunc(junk, typed) {
		c.wrong("holes", "%q is in %q (%s)", found, cutText([]byte(text)), path)
	}
	if n := world.Runes(text); n > 4000 {
		c.wrong("length", "%d characters: %q", n, cutText([]byte(text)))
	}
	c.mu.Lock()
	absent := maps.Clone(c.absent)
	c.mu.Unlock()
	for who := range absent {
		if namesPerson(text, who) {
			c.wrong("forgotten", "%s was forgotten and is named in %q (%s)", who, cutText([]byte(text)), path)
		}
	}
}

// namesPerson tells whether a text contains a name as a word of its own.
func namesPerson(text, who string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], who)
		if i < 0 {
			return false
		}
		before, after := text[:at+i], text[at+i+len(who):]
		if !endsInLetter(before) && !startsWithLetter(after) {
			return true
		}
		at += i + len(who)
	}
}

func endsInLetter(s string) bool {
	r := []rune(s)
	return len(r) > 0 && letter(r[len(r)-1])
}

func startsWithLetter(s string) bool {
	for _, r := range s {
		return letter(r)
	}
	return false
}

func letter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0xc0 && r < 0x250
}

// touch notes that somebody did something or was named: the bot may know them again.
func (c *crowd) touch(who string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.absent, who)
}

// excuse notes the interactions that wait now: the bot cannot answer them.
func (c *crowd) excuse() {
	c.sb.Do(func(w *world.World) {
		for id, i := range w.Interactions {
			if i.State == world.Waiting || i.State == world.Deferred {
				c.excused[id] = true
			}
		}
	})
}

// hold checks the laws that can be checked after each act; with everything, all of them.
func (c *crowd) hold(everything bool) {
	c.answered()
	if !c.running {
		return
	}
	c.forgetting()
	if !everything && len(c.acts)%10 != 0 {
		return
	}
	a, err := c.books.Audit(stormCtx, 0)
	if err != nil {
		c.wrong("books", "the audit fails: %v", err)
	}
	for _, f := range a.Findings {
		c.wrong("books", "%s", f)
	}
	if b := c.health.bot.Load(); b != nil {
		for _, t := range b.lobby.All() {
			c.purses(t)
		}
	}
}

// purses compares the pot and the stacks of a table with the ledger.
func (c *crowd) purses(t *lobby.Table) {
	held, n, err := c.books.Purses(stormCtx, t.Row.ID)
	if err != nil {
		c.wrong("books", "reading the purses of table %d: %v", t.Row.ID, err)
		return
	}
	v := t.Session().Course.Game.View(games.Watcher)
	if n != t.Session().Line || v.Practice {
		return
	}
	if held[games.Pot] != v.Pot {
		c.wrong("books", "table %d: %d chips in the pot, %d in the ledger", t.Row.ID, v.Pot, held[games.Pot])
	}
	for _, p := range v.Seats {
		if held[games.Purse(p.Seat)] != p.Chips {
			c.wrong("books", "table %d, seat %s: %d chips, %d in the ledger", t.Row.ID, p.Seat, p.Chips,
				held[games.Purse(p.Seat)])
		}
	}
}

// answered checks that every interaction gets its answer in time.
func (c *crowd) answered() {
	c.sb.Do(func(w *world.World) {
		for _, id := range slices.Sorted(maps.Keys(w.Interactions)) {
			i := w.Interactions[id]
			if c.judged[id] {
				continue
			}
			switch age := time.Since(i.Began); {
			case i.State == world.Waiting && (!c.online() || away(w, i)):
				c.excused[id] = true
			case i.State == world.Failed:
				c.judged[id] = true
				if !c.excused[id] && !away(w, i) {
					c.wrong("answers", "%s was not answered within 3 s", told(w, i))
				}
			case i.State == world.Deferred && !i.Filled:
				if age > time.Minute && !c.excused[id] {
					c.judged[id] = true
					c.wrong("answers", "%s is still thinking after %v", told(w, i), age)
				}
			case i.State != world.Waiting:
				c.judged[id] = true
				c.interactions++
				if c.completing[id] != "" {
					var values []string
					for _, x := range i.Choices {
						values = append(values, world.Text(x.Value))
					}
					c.offered[c.completing[id]] = values
				}
			}
			if c.judged[id] {
				c.count(i)
			}
		}
	})
}

// away tells whether the bot hears and sees nothing of an interaction's channel.
func away(w *world.World, i *world.Interaction) bool {
	at, err := w.Channel(i.Channel)
	return err != nil || w.Of(at).BotGone
}

// told is an interaction in words.
func told(w *world.World, i *world.Interaction) string {
	who, _ := w.User(i.User)
	what := map[int]string{world.KindCommand: "/" + i.Command, world.KindComplete: "the choices of /" + i.Command,
		world.KindComponent: "a press", world.KindModal: "a form"}[i.Kind]
	return fmt.Sprintf("%s by %s at %s", what, who.Name(), i.Began.Format("15:04:05.000"))
}

func (c *crowd) count(i *world.Interaction) {
	name := "/" + i.Command
	if i.Command == "" {
		name = "a component or form"
	}
	c.used[name]++
}

// forgetting follows people who are being forgotten.
func (c *crowd) forgetting() {
	leaving, err := c.books.Leaving(stormCtx)
	if err != nil {
		c.wrong("forgotten", "reading who is to be forgotten: %v", err)
		return
	}
	for _, p := range c.people {
		id := lobby.PlayerID(discord.UserID(c.sb.User(p).ID))
		waits := slices.ContainsFunc(leaving, func(l store.Leaver) bool { return l.Player == id })
		switch {
		case waits:
			c.asked[p] = true
		case c.asked[p]:
			delete(c.asked, p)
			c.hasForgotten++
			if kept, err := c.books.Kept(stormCtx, id); err != nil || kept.Number != 0 {
				continue // they came back meanwhile
			}
			c.mu.Lock()
			c.absent[p] = true
			c.mu.Unlock()
		}
	}
}

// calm ends the evening: everything is allowed again, everybody is back, and all tables are ended by what
// people can do. Then all chips must be with their owners.
func (c *crowd) calm() {
	c.evening = len(c.acts)
	do := func(a act) {
		if !c.fails() {
			c.do(a)
			c.hold(false)
		}
	}
	nobody := func(where, what string, args ...string) { do(act{Who: "-", Where: where, Do: what, Args: args}) }
	nobody("-", "start")
	nobody("card-night", "invite")
	nobody("card-night-2", "invite")
	nobody("-", "forbid", "0")
	for _, room := range c.rooms {
		nobody(room, "deny", "0")
	}
	for _, p := range c.people {
		do(act{Who: p, Where: "-", Do: "return"})
		do(act{Who: p, Where: "-", Do: "demote"})
	}
	do(act{Who: "Ann", Where: "-", Do: "promote"})
	do(act{Pause: 2 * time.Minute, Who: "-", Where: "-", Do: "wait"})
	for round := range 12 {
		open := c.openRooms()
		if len(open) == 0 || c.fails() {
			break
		}
		for _, room := range open {
			for _, p := range c.people {
				for _, command := range [][]string{{"leave"}, {"away"}} {
					do(act{Pause: 300 * time.Millisecond, Who: p, Where: room, Do: "slash", Args: command})
				}
			}
			do(act{Pause: time.Second, Who: "Ann", Where: room, Do: "slash", Args: []string{"end"}})
			do(act{Pause: time.Second, Who: "Ann", Where: room, Do: "slash", Args: []string{"night", "end"}})
		}
		do(act{Pause: time.Duration(1+round) * time.Minute, Who: "-", Where: "-", Do: "wait"})
	}
	if c.fails() {
		return
	}
	for _, room := range c.openRooms() {
		c.wrong("ends", "the table in %s cannot be ended", room)
	}
	do(act{Pause: 5 * time.Minute, Who: "-", Where: "-", Do: "wait"})
	for p := range c.asked {
		c.wrong("forgotten", "%s is still not forgotten when all tables are closed", p)
	}
	c.hold(true)
	if !c.fails() {
		c.settled()
	}
	synctest.Wait()
}

// openRooms are the channels with a table.
func (c *crowd) openRooms() (all []string) {
	rows, err := c.books.OpenTables(stormCtx)
	if err != nil {
		c.wrong("ends", "reading the open tables: %v", err)
	}
	for _, row := range rows {
		if row.Daily != 0 {
			continue
		}
		id := strconv.FormatInt(int64(row.Channel), 10)
		name := ""
		c.sb.Do(func(w *world.World) {
			if at, err := w.Channel(id); err == nil {
				name = at.Name
			}
		})
		if name == "" {
			c.wrong("ends", "table %d is open in a channel that was deleted", row.ID)
			continue
		}
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// settled checks that no chip lies on a table any more.
func (c *crowd) settled() {
	for after := store.TableID(0); ; {
		rows, err := c.books.Tables(stormCtx, after, 100)
		if err != nil {
			c.wrong("chips", "reading the tables: %v", err)
		}
		if len(rows) == 0 {
			return
		}
		for _, row := range rows {
			after = row.ID
			c.tables++
			held, n, err := c.books.Purses(stormCtx, row.ID)
			if err != nil {
				c.wrong("chips", "reading the purses of table %d: %v", row.ID, err)
			}
			c.lines += n
			for purse, chips := range held {
				if chips != 0 && !purse.IsBalance() {
					c.wrong("chips", "table %d is over and %d chips lie in purse %d", row.ID, chips, purse)
				}
			}
		}
	}
}
