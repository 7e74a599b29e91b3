package sandboxtest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/sandbox/world"
)

// An Act is a single event in a crowd's evening, such as a press or a lost connection. As text, it is a line of a
// script, which the flag -crowd.script replays.
type Act struct {
	Pause time.Duration // before the act
	Who   string        // a person's name; "-": the act affects the server or the bot
	Where string        // a channel's name; "dm": direct messages with the bot; "-": nowhere
	Do    string
	Args  []string
}

func (a Act) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "+%s %q %s %s", a.Pause, a.Who, a.Where, a.Do)
	for _, s := range a.Args {
		fmt.Fprintf(&b, " %q", s)
	}
	return b.String()
}

// ParseActs parses a script. It skips empty lines and comments, which start with #.
func ParseActs(text string) (acts []Act, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		a, err := parseAct(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		acts = append(acts, a)
	}
	return acts, nil
}

func parseAct(line string) (a Act, err error) {
	var words []string
	for rest := line; rest != ""; rest = strings.TrimLeft(rest, " ") {
		word, _, _ := strings.Cut(rest, " ")
		if rest[0] == '"' {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return a, err
			}
			rest = rest[len(quoted):]
			if word, err = strconv.Unquote(quoted); err != nil {
				return a, err
			}
		} else {
			rest = rest[len(word):]
		}
		words = append(words, word)
	}
	if len(words) < 4 {
		return a, errors.New("a line must be +PAUSE \"WHO\" WHERE WHAT")
	}
	a = Act{Who: words[1], Where: words[2], Do: words[3], Args: words[4:]}
	a.Pause, err = time.ParseDuration(strings.TrimPrefix(words[0], "+"))
	return a, err
}

// Do performs an act. It skips acts that Discord's client would prevent, because a shortened script may lack the acts
// that made them possible.
func (c *Crowd) Do(a Act) {
	time.Sleep(c.Pace(a.Pause))
	c.Acts = append(c.Acts, a)
	online := c.online()
	if do := c.Happenings[a.Do]; do != nil {
		do(a)
	} else if do := happenings[a.Do]; do != nil {
		do(c, a)
	} else if do := deeds[a.Do]; do != nil {
		if err := c.doDeed(a, do); err != nil {
			c.Skipped++
		}
	} else {
		c.Report("script", "unknown act %q", a.Do)
	}
	if !online { // even if it connects now, because a new session doesn't receive earlier events
		c.Excuse()
	}
	c.Settle()
}

func (c *Crowd) doDeed(a Act, do func(*Crowd, Act, world.Visitor) error) error {
	if c.Gone[a.Who] {
		return errors.New("not on the server")
	}
	where := a.Where
	if where == "dm" {
		id, err := c.Server.Direct(a.Who)
		if err != nil {
			return err
		}
		where = id
	}
	c.Touch(a.Who)
	a.Args = slices.Clone(a.Args)
	for i, s := range a.Args {
		a.Args[i] = c.replaceMentions(s)
		if name, is := strings.CutSuffix(s, "=Settable"); is {
			a.Args[i] = name + "=" + c.Server.Application()
		}
	}
	return c.Server.Visit(a.Who, where, func(v world.Visitor) error { return do(c, a, v) })
}

// happenings maps names to acts that don't come from a user.
var happenings = map[string]func(*Crowd, Act){
	"wait":   func(*Crowd, Act) {},
	"cut":    func(c *Crowd, _ Act) { c.Server.DropSockets() },
	"resume": func(c *Crowd, _ Act) { c.Server.Reconnect() },
	"double": func(c *Crowd, a Act) { // the next events arrive twice
		n, _ := strconv.Atoi(a.Args[0])
		c.Server.Duplicate(n)
	},
	"invalid": func(c *Crowd, a Act) { c.Excuse(); c.Server.InvalidSession(a.Args[0] == "resumable") },
	"expel":   func(c *Crowd, a Act) { c.Excuse(); c.Server.Do(func(w *world.World) { w.Kick(c.guildOf(w, a.Where)) }) },
	"invite":  func(c *Crowd, a Act) { c.Server.Do(func(w *world.World) { w.Invite(c.guildOf(w, a.Where)) }) },
	"welcome": func(c *Crowd, _ Act) { // invites the bot to all servers again and lets it write
		c.Server.Do(func(w *world.World) {
			for _, g := range w.Servers() {
				w.Invite(g.GuildID)
				w.TimeOutBot(g.GuildID, time.Time{})
				w.Block(g.GuildID)
			}
		})
	},
	"leave":   func(c *Crowd, a Act) { c.setLeft(a.Who, true) }, // leaves the server or is banned
	"return":  func(c *Crowd, a Act) { c.setLeft(a.Who, false) },
	"speak":   func(c *Crowd, a Act) { _ = c.Server.Speak(a.Who, a.Args[0]) },
	"promote": func(c *Crowd, a Act) { c.setManage(a.Who, true) },
	"demote":  func(c *Crowd, a Act) { c.setManage(a.Who, false) },
	"deny": func(c *Crowd, a Act) {
		if bits, err := strconv.ParseInt(a.Args[0], 10, 64); err == nil {
			_ = c.Server.Deny(a.Where, bits)
		}
	},
	"forbid": func(c *Crowd, a Act) { // denies the bot permissions on the whole server
		if bits, err := strconv.ParseInt(a.Args[0], 10, 64); err == nil {
			c.Server.Do(func(w *world.World) { w.Denied = bits })
		}
	},
	"remove": func(c *Crowd, a Act) {
		c.Excuse()
		if err := c.Server.RemoveChannel(a.Where); err != nil {
			return
		}
		c.Rooms = slices.DeleteFunc(c.Rooms, func(r string) bool { return c.Server.Channel(r) == "" }) // including its threads
	},
	"thread": func(c *Crowd, a Act) {
		if slices.Contains(c.Rooms, a.Args[0]) {
			return
		}
		c.Server.Do(func(w *world.World) {
			if _, err := w.AddThread(a.Where, a.Args[0], a.Args[1] == "private"); err == nil {
				c.Rooms = append(c.Rooms, a.Args[0])
			}
		})
	},
	"archive": func(c *Crowd, a Act) {
		c.Server.Do(func(w *world.World) { _ = w.Archive(a.Where, a.Args[0] == "locked") })
	},
	"unlock": func(c *Crowd, a Act) {
		c.Server.Do(func(w *world.World) {
			if at, err := w.Channel(a.Where); err == nil && at.Thread != nil {
				at.Thread.Archived, at.Thread.Locked = false, false
			}
		})
	},
	"timeout": func(c *Crowd, a Act) { // times out the bot for some minutes
		n, _ := strconv.Atoi(a.Args[0])
		c.Server.Do(func(w *world.World) {
			var until time.Time
			if n > 0 {
				until = w.Now().Add(time.Duration(n) * time.Minute)
			}
			w.TimeOutBot(c.guildOf(w, a.Where), until)
		})
	},
	"block": func(c *Crowd, a Act) { c.Server.Do(func(w *world.World) { w.Block(c.guildOf(w, a.Where), a.Args...) }) },
	"sweep": func(c *Crowd, a Act) { // another bot deletes the bot's messages after this many seconds; 0: never
		n, _ := strconv.Atoi(a.Args[0])
		c.Server.Do(func(w *world.World) {
			if at, err := w.Channel(a.Where); err == nil {
				at.SweptAfter = time.Duration(n) * time.Second
			}
		})
	},
	"unplan": func(c *Crowd, a Act) { // someone deletes a scheduled event
		n, _ := strconv.Atoi(a.Args[0])
		c.Server.Do(func(w *world.World) {
			if n < len(w.Events) {
				w.Unschedule(w.Events[n])
			}
		})
	},
	"found": func(c *Crowd, a Act) {
		if slices.Contains(c.Rooms, a.Where) {
			return
		}
		kind, err := strconv.Atoi(a.Args[0])
		if err != nil {
			c.Report("script", "%s", err)
		}
		c.Server.Do(func(w *world.World) { _, err = w.AddChannelOf("", a.Where, world.Kind(kind)) })
		if err == nil {
			c.Rooms = append(c.Rooms, a.Where)
		}
	},
}

// guildOf returns the server of a channel, or the first server if the channel doesn't exist.
func (c *Crowd) guildOf(w *world.World, channel string) string {
	if at, err := w.Channel(channel); err == nil {
		return at.Guild
	}
	return ""
}

func (c *Crowd) setLeft(who string, does bool) {
	c.Server.Do(func(w *world.World) {
		if p, err := w.Person(who); err == nil {
			p.Left = does
		}
	})
	delete(c.Gone, who)
	if does {
		c.Gone[who] = true
	}
}

func (c *Crowd) setManage(who string, does bool) {
	c.Server.Do(func(w *world.World) {
		if p, err := w.Person(who); err == nil {
			p.Manage = does
		}
	})
}

// deeds maps names to acts of users in channels.
var deeds = map[string]func(*Crowd, Act, world.Visitor) error{
	"say": func(_ *Crowd, a Act, v world.Visitor) error {
		_, err := v.Reply("", a.Args[0])
		return err
	},
	"reply": func(_ *Crowd, a Act, v world.Visitor) error {
		m, err := nth(sortScreen(v.Messages()), a.Args[0])
		if err == nil {
			_, err = v.Reply(m.ID, a.Args[1])
		}
		return err
	},
	"edit": func(_ *Crowd, a Act, v world.Visitor) error {
		m, err := nth(sortScreen(v.Messages()), a.Args[0])
		if err == nil {
			err = v.Edit(m.ID, a.Args[1])
		}
		return err
	},
	"delete": func(_ *Crowd, a Act, v world.Visitor) error {
		m, err := nth(sortScreen(v.Messages()), a.Args[0])
		if err == nil {
			err = v.Delete(m.ID)
		}
		return err
	},
	"dismiss": func(_ *Crowd, a Act, v world.Visitor) error {
		m, err := nth(sortScreen(v.Messages()), a.Args[0])
		if err == nil {
			err = v.Dismiss(m.ID)
		}
		return err
	},
	"react": func(_ *Crowd, a Act, v world.Visitor) error {
		m, err := nth(sortScreen(v.Messages()), a.Args[0])
		if err == nil {
			err = v.React(m.ID, a.Args[1], true)
		}
		return err
	},
	"slash": func(c *Crowd, a Act, v world.Visitor) error {
		options := c.options(a.Args[1:], false)
		_, err := v.Slash(a.Args[0], options, false)
		return err
	},
	"complete": func(c *Crowd, a Act, v world.Visitor) error {
		id, err := v.Slash(a.Args[0], c.options(a.Args[1:], true), true)
		if err == nil {
			c.completing[id] = a.Args[0] + " " + strings.SplitN(a.Args[len(a.Args)-1], "=", 2)[0]
		}
		return err
	},
	// The act "press" identifies a button by its purpose and label, because custom ids differ between runs.
	"press": func(c *Crowd, a Act, v world.Visitor) error {
		m, id, err := c.button(v, a.Args)
		if err == nil {
			_, err = v.Press(m, id)
		}
		return err
	},
	// The act "forge" presses a button with a custom id that is invented or comes from another message.
	"forge": func(c *Crowd, a Act, v world.Visitor) error {
		m, err := nth(sortScreen(v.Messages()), a.Args[0])
		if err == nil {
			_, err = v.Forge(m.ID, c.shownID(a.Args[1]))
		}
		return err
	},
}

func init() { happenings["submit"] = (*Crowd).submit } // set here, because submit itself uses happenings

// submit fills in the newest open form on the user's screen.
func (c *Crowd) submit(a Act) {
	if c.Gone[a.Who] {
		return
	}
	c.Touch(a.Who)
	fields := map[string]string{}
	for _, f := range a.Args {
		name, value, _ := strings.Cut(f, "=")
		fields[name] = c.replaceMentions(value)
	}
	if i := c.openForm(a.Who); i != nil {
		c.filled[i.ID] = true
		if _, err := c.Server.Submit(a.Who, i.ID, fields); err != nil {
			c.Skipped++
		}
	}
}

func (c *Crowd) openForm(who string) (newest *world.Interaction) {
	c.Server.Do(func(w *world.World) {
		p, err := w.Person(who)
		if err != nil {
			return
		}
		for _, i := range w.Interactions {
			if i.User == p.ID && i.Form != nil && !c.filled[i.ID] && (newest == nil || i.ID > newest.ID) {
				copied := *i
				newest = &copied
			}
		}
	})
	return newest
}

// sortScreen sorts messages by time. It sorts messages from the same millisecond by their text, because their order
// differs between runs.
func sortScreen(all []world.Message) []world.Message {
	text := func(m world.Message) string {
		var b strings.Builder
		b.WriteString(m.Content)
		for _, c := range m.Buttons() {
			b.WriteString(purpose(c.CustomID))
		}
		return b.String()
	}
	slices.SortStableFunc(all, func(a, b world.Message) int {
		return cmp.Or(strings.Compare(a.Timestamp, b.Timestamp), strings.Compare(text(a), text(b)))
	})
	return all
}

// nth returns the message that has exactly k newer ones after it.
func nth(all []world.Message, k string) (world.Message, error) {
	n, err := strconv.Atoi(k)
	if err != nil || n < 0 || n >= len(all) {
		return world.Message{}, errors.New("there is no such message")
	}
	return all[len(all)-1-n], nil
}

// options parses the options of a command. Words before the first name=value are subcommands. If completing is set,
// the last option is the focused one.
func (c *Crowd) options(args []string, completing bool) []world.Option {
	if len(args) == 0 {
		return nil
	}
	if !strings.Contains(args[0], "=") {
		return []world.Option{world.Sub(args[0], c.options(args[1:], completing)...)}
	}
	var all []world.Option
	for i, o := range args {
		name, value, _ := strings.Cut(o, "=")
		all = append(all, world.Option{Name: name, Value: value, Focused: completing && i == len(args)-1})
	}
	return all
}

// purpose removes the parts of a custom id that differ between runs.
func purpose(customID string) string {
	parts := strings.SplitN(customID, ":", 4)
	if len(parts) < 4 {
		return customID
	}
	return parts[0] + ":" + parts[3]
}

// button finds a button by its purpose, its label and the number of newer matches to skip.
func (c *Crowd) button(v world.Visitor, args []string) (message, id string, err error) {
	skip, err := strconv.Atoi(args[2])
	if err != nil {
		return "", "", err
	}
	for _, m := range slices.Backward(sortScreen(v.Messages())) {
		for _, b := range m.Buttons() {
			if purpose(b.CustomID) == args[0] && b.Label == args[1] {
				if message, id = m.ID, b.CustomID; skip == 0 {
					return message, id, nil
				}
				skip--
			}
		}
	}
	if id == "" {
		return "", "", errors.New("there is no such button")
	}
	return message, id, nil
}

// shownID returns a custom id with the same purpose that was shown in this run, or the given id if there is none.
func (c *Crowd) shownID(id string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if slices.Contains(c.ids, id) {
		return id
	}
	for _, other := range slices.Backward(c.ids) {
		if purpose(other) == purpose(id) {
			return other
		}
	}
	return id
}

// replaceMentions replaces @Name with a mention, and records who was mentioned.
func (c *Crowd) replaceMentions(text string) string {
	for _, who := range c.People {
		if strings.Contains(text, who) {
			c.Touch(who)
			text = strings.ReplaceAll(text, "@"+who, "<@"+c.Server.User(who).ID+">")
		}
	}
	return strings.ReplaceAll(text, "@Settable", "<@"+c.Server.Application()+">")
}

// CalmPause is the pause before all tables are ended. It lets the bot catch up.
const CalmPause = 2 * time.Minute

// Calm ends an evening: it restores all permissions, brings everyone back and ends all tables. open must return the
// channels that have a table. Calm calls each after every act, so that it can check the bot.
func (c *Crowd) Calm(open func() []string, each func()) {
	do := func(a Act) {
		if !c.Fails() {
			c.Do(a)
			each()
		}
	}
	nobody := func(where, what string, args ...string) { do(Act{Who: "-", Where: where, Do: what, Args: args}) }
	nobody("-", "start")
	nobody("-", "welcome")
	nobody("-", "forbid", "0")
	for _, room := range c.Rooms {
		nobody(room, "deny", "0")
		nobody(room, "unlock")
		nobody(room, "sweep", "0")
	}
	for _, p := range c.People {
		do(Act{Who: p, Where: "-", Do: "return"})
		do(Act{Who: p, Where: "-", Do: "demote"})
	}
	do(Act{Pause: CalmPause, Who: "-", Where: "-", Do: "wait"})
	for round := range 12 {
		open := open()
		if len(open) == 0 || c.Fails() {
			break
		}
		// A moderator who was forgotten might not be able to end a table, so the users take turns.
		moderator := c.People[round%len(c.People)]
		do(Act{Who: moderator, Where: "-", Do: "promote"})
		for _, room := range open {
			for _, p := range c.People {
				for _, command := range [][]string{{"leave"}, {"away"}} {
					do(Act{Pause: 300 * time.Millisecond, Who: p, Where: room, Do: "slash", Args: command})
				}
			}
			do(Act{Pause: time.Second, Who: moderator, Where: room, Do: "slash", Args: []string{"end"}})
			do(Act{Pause: time.Second, Who: moderator, Where: room, Do: "slash", Args: []string{"night", "end"}})
		}
		do(Act{Pause: time.Duration(1+round) * time.Minute, Who: "-", Where: "-", Do: "wait"})
	}
	if c.Fails() {
		return
	}
	for _, room := range open() {
		c.Report("ends", "the table in %s cannot be ended", room)
	}
	do(Act{Pause: 5 * time.Minute, Who: "-", Where: "-", Do: "wait"})
}
