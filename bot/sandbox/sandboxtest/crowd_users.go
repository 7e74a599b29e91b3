package sandboxtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/sandbox/world"
)

// CrowdNames are the names of the users in a crowd. The first five exist in every sandbox.
var CrowdNames = []string{"Ann", "Bob", "Cid", "Dee", "Ève 林 🎲", "Zuzanna", "*Quentin_"}

// crowdLocales are some of the locales that Discord's clients can have.
var crowdLocales = []string{"en-US", "en-GB", "de", "fr", "es-ES", "es-419", "ja", "pl", "pt-BR", "zh-CN", "tr", "hi"}

// Junk is input that people might type into the wrong place.
var Junk = []string{"a b c", "1 5 9", "x", "0", "-1", "7", "20", "9999999999999", "tomorrow 20:00", "in 10 minutes",
	"Friday 8pm", "2026-11-21 21:30", "20:15", "yesterday", "Europe/Berlin", "@everyone", "@Ann", "@Zuzanna",
	"**bold** `code` ||spoiler||", "left {{.open}} by %s", "💥", "日本語", "ＳＥＴ", "\u202eabc", "a\nb", "'; DROP TABLE lines; --",
	"set a b c", "bet 5", strings.Repeat("lang ", 60), "<@&1>", "<#2>", "https://example.com"}

// typedWords contains moves and questions for different games, and nonsense.
var typedWords = []string{"game?", "join", "start", "leave", "kick Bob", "end", "void", "hurry", "away", "back", "yes",
	"no", "set a b c", "none", "call", "check", "fold", "drop", "bet 3", "raise 2", "all in", "buy 20", "next", "deal",
	"undo", "house hard", "house 2", "teach", "hint", "peek", "help", "@Settable help", "@Settable join",
	"@Settable set a b c", "@Settable what is this", "beitreten", "Partie ?", "rejoindre", "mitmachen", "参加", "ゲーム？",
	"unirse", "los", "commencer", "gehen", "good evening", "gg", "set the table please"}

// An Improviser invents random acts for a crowd, based on what the users see on their screens.
type Improviser struct {
	crowd *Crowd
	// Moves returns a good move at a channel's table and the player whose turn it is, or "" if anyone may make the
	// move. If Moves is nil, the crowd presses buttons instead.
	Moves  func(who, where string) (words, turn string)
	luck   *rand.Rand
	follow string   // the user who was just shown a new button
	crew   []string // the users who take part in this evening
	// In percent: forgetful is the share of acts that ask the bot to forget a user, and unsteady is the share of acts
	// that change channels and servers.
	forgetful, unsteady int
}

func (c *Improviser) one(all []string) string { return all[c.luck.IntN(len(all))] }

func (c *Improviser) presentUser() string {
	present := slices.DeleteFunc(slices.Clone(c.crew), func(p string) bool { return c.crowd.Gone[p] })
	if len(present) == 0 {
		return c.crowd.People[0]
	}
	return c.one(present)
}

func (c *Improviser) Next() Act {
	a := c.nextAct()
	a.Pause = time.Duration(c.luck.ExpFloat64() * float64(1500*time.Millisecond)).Round(10 * time.Millisecond)
	switch n := c.luck.IntN(200); {
	case n < 60:
		a.Pause = 0 // immediately, while the bot is still handling the last act
	case n < 66:
		a.Pause = time.Duration(c.luck.IntN(150)) * time.Second
	case n < 68:
		a.Pause = time.Duration(c.luck.IntN(150)) * time.Minute
	}
	return a
}

func (c *Improviser) nextAct() Act {
	if !c.crowd.online() {
		if c.luck.IntN(3) == 0 {
			return Act{Who: "-", Where: "-", Do: "start"}
		}
	}
	if len(c.crowd.Rooms) == 0 { // all channels were threads of a channel that was deleted
		return Act{Who: "-", Where: "room-0", Do: "found", Args: []string{"0"}}
	}
	who, where := c.presentUser(), c.one(c.crowd.Rooms)
	if c.luck.IntN(30) == 0 {
		where = "dm"
	}
	if c.follow != "" && c.luck.IntN(3) > 0 {
		who = c.follow
	}
	if i := c.crowd.openForm(who); i != nil && c.luck.IntN(4) > 0 {
		return c.form(who, i)
	}
	switch n := c.luck.IntN(100); {
	case n < c.forgetful:
		return c.askToForget(who, where)
	case n < c.forgetful+c.unsteady:
		return c.change(who, where)
	}
	switch n := c.luck.IntN(100); {
	case n < 38:
		return c.move(who, where)
	case n < 60:
		return c.command(who, where)
	case n < 90:
		return c.press(who, where)
	case n < 93:
		return Act{Who: who, Where: where, Do: "say", Args: []string{c.one(typedWords)}}
	case n < 94:
		return Act{Who: who, Where: where, Do: "say", Args: []string{c.one(Junk)}}
	case n < 98:
		return c.mischief(who, where)
	}
	return Act{Who: who, Where: "-", Do: "speak", Args: []string{c.one(crowdLocales)}}
}

// askToForget returns an act that asks the bot to forget a user or confirms the request.
func (c *Improviser) askToForget(who, where string) Act {
	for _, room := range c.crowd.Rooms {
		for _, b := range c.buttons(who, room) {
			if b[0] == "forget:" && c.luck.IntN(4) > 0 {
				return Act{Who: who, Where: room, Do: "press", Args: b}
			}
		}
	}
	return Act{Who: who, Where: where, Do: "slash", Args: []string{"forget-me"}}
}

// mischief returns an act that replies to, edits, deletes, hides or reacts to a message, or forges a button.
func (c *Improviser) mischief(who, where string) Act {
	k := strconv.Itoa(min(c.luck.IntN(6), c.luck.IntN(30)))
	a := Act{Who: who, Where: where}
	switch c.luck.IntN(8) {
	case 0:
		a.Do, a.Args = "reply", []string{k, c.one(typedWords)}
	case 1:
		a.Do, a.Args = "edit", []string{k, c.one(typedWords)}
	case 2, 3:
		a.Who, a.Do, a.Args = c.crowd.People[0], "delete", []string{k}
	case 4:
		a.Do, a.Args = "dismiss", []string{k}
	case 5:
		a.Do, a.Args = "react", []string{k, "🎲"}
	default:
		a.Do, a.Args = "forge", []string{k, c.forgery()}
	}
	return a
}

// forgery returns a custom id that is invented, or that was shown somewhere and may have been changed.
func (c *Improviser) forgery() string {
	c.crowd.mu.Lock()
	defer c.crowd.mu.Unlock()
	if len(c.crowd.ids) == 0 || c.luck.IntN(6) == 0 {
		return c.one([]string{"", "x", "move:1:1:leave", "move:1:1.AAAA:end", "forget:0:0:", "again:99:0:", "form:1:0:bet",
			"card:1:1:set", strings.Repeat("a", 100), "move:9223372036854775807:1:join"})
	}
	id := c.crowd.ids[c.luck.IntN(len(c.crowd.ids))]
	if c.luck.IntN(3) == 0 {
		if i := strings.LastIndex(id, ":"); i >= 0 {
			id = id[:i+1] + c.one([]string{"leave", "end", "bet 1000", "void", "kick 1", "", "set a b c"})
		}
	}
	return id
}

// change returns an act that changes a person, a channel, a server or the bot.
func (c *Improviser) change(who, where string) Act {
	nobody := func(do string, args ...string) Act { return Act{Who: "-", Where: where, Do: do, Args: args} }
	if where == "dm" {
		where = c.crowd.Rooms[0]
	}
	switch c.luck.IntN(38) {
	case 34, 35:
		return nobody("double", strconv.Itoa(1+c.luck.IntN(6)))
	case 36:
		return nobody("invalid", c.one([]string{"resumable", "for good"}))
	case 24:
		return nobody("thread", fmt.Sprintf("thread-%d", c.luck.IntN(3)), c.one([]string{"private", "public"}))
	case 25:
		return nobody("archive", c.one([]string{"locked", "open"}))
	case 26:
		return nobody("unlock")
	case 27:
		return nobody("timeout", strconv.Itoa([]int{0, 1, 10}[c.luck.IntN(3)]))
	case 28:
		return nobody("block", c.one([]string{"set", "bob", "ann", "chips", "table"}))
	case 29, 30:
		return nobody("block")
	case 31:
		return nobody("sweep", strconv.Itoa([]int{0, 1, 30}[c.luck.IntN(3)]))
	case 32:
		return nobody("sweep", "0")
	case 33:
		return nobody("unplan", strconv.Itoa(c.luck.IntN(3)))
	case 0, 1:
		return nobody(c.one([]string{"stop", "crash"}))
	case 2:
		return nobody("start")
	case 3:
		return nobody(c.one([]string{"cut", "resume"}))
	case 4, 5, 6:
		bits := []int64{0, world.PermissionViewChannel, world.PermissionSendMessages, world.PermissionEmbedLinks,
			world.PermissionAttachFiles, world.PermissionReadHistory, world.PermissionAddReactions}
		first, second := bits[c.luck.IntN(len(bits))], bits[c.luck.IntN(len(bits))]
		return nobody("deny", strconv.FormatInt(first|second, 10))
	case 7, 8, 9, 10:
		return nobody("deny", "0")
	case 11:
		return nobody("forbid", strconv.FormatInt([]int64{0, world.PermissionCreateEvents | world.PermissionManageEvents}[c.luck.IntN(2)], 10))
	case 12:
		return nobody("expel")
	case 13, 14:
		return nobody("invite")
	case 15:
		if len(c.crowd.Rooms) > 2 {
			return nobody("remove")
		}
		fallthrough
	case 16:
		where = fmt.Sprintf("room-%d", c.luck.IntN(4))
		kinds := []world.Kind{world.TextChannel, world.AnnouncementChannel, world.VoiceChannel, world.StageChannel}
		return nobody("found", strconv.Itoa(int(kinds[c.luck.IntN(len(kinds))])))
	case 17:
		return Act{Who: who, Where: "-", Do: "promote"}
	case 18:
		return Act{Who: who, Where: "-", Do: "demote"}
	case 19:
		return Act{Who: who, Where: "-", Do: "leave"}
	case 20, 21:
		return Act{Who: c.one(c.crowd.People), Where: "-", Do: "return"}
	}
	return nobody("wait")
}

// move returns a move at a channel's table, usually a good one by the player whose turn it is.
func (c *Improviser) move(who, where string) Act {
	words, turn := c.moves(who, where)
	if words == "" {
		return c.press(who, where)
	}
	if turn != "" {
		who = turn
	}
	switch c.luck.IntN(10) {
	case 0, 1, 2:
		verb, rest, _ := strings.Cut(words, " ")
		args := []string{verb}
		if rest != "" {
			args = append(args, "words="+rest)
		}
		return Act{Who: who, Where: where, Do: "slash", Args: args}
	case 3, 4, 5:
		verb, _, _ := strings.Cut(words, " ")
		for _, b := range c.buttons(who, where) {
			if strings.HasSuffix(b[0], ":"+verb) {
				c.follow = who
				return Act{Who: who, Where: where, Do: "press", Args: b}
			}
		}
	}
	return Act{Who: who, Where: where, Do: "say", Args: []string{words}}
}

// buttons returns the arguments of a "press" for each button that a person sees in a channel, starting with those of
// the newest message.
func (c *Improviser) buttons(who, where string) (all [][]string) {
	if where == "dm" {
		where, _ = c.crowd.Server.Direct(who)
	}
	seen := map[string]int{}
	for _, m := range slices.Backward(sortScreen(c.crowd.Server.Messages(where, who))) {
		for _, b := range m.Buttons() {
			if b.Disabled {
				continue
			}
			key := purpose(b.CustomID) + "\x00" + b.Label
			all = append(all, []string{purpose(b.CustomID), b.Label, strconv.Itoa(seen[key])})
			seen[key]++
		}
	}
	return all
}

// press returns an act that presses a button on the person's screen, usually a recent one.
func (c *Improviser) press(who, where string) Act {
	all := c.buttons(who, where)
	if len(all) == 0 {
		return c.command(who, where)
	}
	n := len(all)
	if c.luck.IntN(8) > 0 {
		n = min(n, 8)
	}
	c.follow = who
	return Act{Who: who, Where: where, Do: "press", Args: all[c.luck.IntN(n)]}
}

// form returns an act that fills in the open form.
func (c *Improviser) form(who string, i *world.Interaction) Act {
	a := Act{Who: who, Where: "-", Do: "submit"}
	for _, l := range i.Form.Components {
		in := *l.Component
		value := c.one([]string{"1", "2", "5", "12", "a b c", c.one(Junk)})
		if in.Type == world.TypeSelect {
			chosen := c.luck.Perm(len(in.Options))[:*world.OrOne(in.MaxValues)]
			values := make([]string, len(chosen))
			for k, n := range chosen {
				values[k] = in.Options[n].Value
			}
			value = strings.Join(values, "\n")
		}
		if c.luck.IntN(10) > 0 {
			a.Args = append(a.Args, in.CustomID+"="+value)
		}
	}
	return a
}

// A leaf is a command without subcommands, or a subcommand.
type leaf struct {
	path    []string
	options []world.CommandOption
}

func leaves(path []string, options []world.CommandOption) (all []leaf) {
	subs := false
	for _, o := range options {
		if o.Type == world.OptionSub {
			subs = true
			all = append(all, leaves(append(slices.Clone(path), o.Name), o.Options)...)
		}
	}
	if !subs {
		all = append(all, leaf{path, options})
	}
	return all
}

// command returns an act that uses a registered command with random options in random order.
func (c *Improviser) command(who, where string) Act {
	var all []leaf
	for _, cmd := range c.crowd.Server.Commands() {
		if where != "dm" || slices.Contains(cmd.Contexts, 1) {
			all = append(all, leaves([]string{cmd.Name}, cmd.Options)...)
		}
	}
	if len(all) == 0 {
		return Act{Who: who, Where: where, Do: "say", Args: []string{c.one(typedWords)}}
	}
	l := all[c.luck.IntN(len(all))]
	given, share := slices.Clone(l.options), []int{0, 1, 2, 3}[c.luck.IntN(4)]
	given = slices.DeleteFunc(given, func(o world.CommandOption) bool {
		return !o.Required && c.luck.IntN(4) >= share
	})
	c.luck.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	a := Act{Who: who, Where: where, Do: "slash", Args: slices.Clone(l.path)}
	for i, o := range given {
		if o.Autocomplete && c.luck.IntN(3) == 0 { // asks for its choices; the focused option comes last
			given = append(slices.Delete(slices.Clone(given), i, i+1), o)
			a.Do = "complete"
			break
		}
	}
	for i, o := range given {
		value := c.value(o, l.path)
		if a.Do == "complete" && i == len(given)-1 {
			value = c.one([]string{"", "a", "1", "To", "Eu", value})
		}
		a.Args = append(a.Args, o.Name+"="+value)
	}
	c.follow = who
	return a
}

// value returns a value for an option: an offered choice, a plausible value, or Junk of the right type.
func (c *Improviser) value(o world.CommandOption, path []string) string {
	if len(o.Choices) > 0 {
		return world.Text(o.Choices[c.luck.IntN(len(o.Choices))].Value)
	}
	if offered := c.crowd.offered[path[0]+" "+o.Name]; len(offered) > 0 && c.luck.IntN(3) > 0 {
		return c.one(offered)
	}
	switch o.Type {
	case world.OptionInteger, world.OptionNumber:
		low, high := 0.0, 1000.0
		if o.MinValue != nil {
			low = *o.MinValue
		}
		if o.MaxValue != nil {
			high = *o.MaxValue
		}
		n := low + float64(c.luck.Int64N(int64(min(high-low, 30))+1))
		if c.luck.IntN(8) == 0 {
			n = []float64{low, high, low + float64(c.luck.Int64N(int64(high-low)+1))}[c.luck.IntN(3)]
		}
		return strconv.FormatInt(int64(n), 10)
	case world.OptionBoolean:
		return c.one([]string{"true", "false"})
	case world.OptionUser:
		return c.one(append([]string{"Settable"}, c.crowd.People...))
	}
	text := c.one(Junk)
	if o.MaxLength != nil && len([]rune(text)) > *o.MaxLength {
		text = string([]rune(text)[:*o.MaxLength])
	}
	return text
}

// Improvise returns an Improviser for one evening. Equal random sources produce the same evening.
func Improvise(c *Crowd, luck *rand.Rand) *Improviser {
	return &Improviser{crowd: c, luck: luck, crew: c.People[:3+luck.IntN(len(c.People)-2)],
		forgetful: []int{0, 1, 3, 8}[luck.IntN(4)], unsteady: []int{0, 2, 7, 20}[luck.IntN(4)]}
}

func (c *Improviser) moves(who, where string) (words, turn string) {
	if c.Moves == nil {
		return "", ""
	}
	return c.Moves(who, where)
}
