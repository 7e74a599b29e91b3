package bot_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/postgres"
	"settable/store/storetest"
)

// TestChatScripts plays the scripts testdata/chats/*.chat. A script says who types, presses or uses what, and what
// each user then reads. It consists of these lines:
//
//	deck 1SRD 2SRD …           the first cards, or those of each hand in turn; must be the first line
//	plain messages are not read
//	Ann: set a b c             Ann types
//	Ann answers the table: d e f
//	Ann /play classic call=5   uses a command, which is answered
//	Ann: @Settable help        mentions the bot
//	Ann presses Join           a button of the table, by its label
//	Ann takes Classic SET      a button of the bot's newest reply
//	Bob presses below: I'm in  a button of the bot's newest message that has it
//	Ann presses there: Leave   a button of the last private answer to her, or of what she took
//	Bob has no buttons there   the last private answer to Bob has no buttons any more
//	Ann fills in a b c         the form that her press opened
//	Ann leaves it blank        and submits it
//	Ann reads: It costs you    the private answer contains this
//	Ann reads not: It costs    and doesn't contain this
//	all read: Ann sits down    the table's message contains this, now or soon
//	nobody reads: Ann          the table's message doesn't contain this now
//	a post: 2 come             a message of the bot contains this, now or soon
//	no post: 2 come            no message of the bot contains this now
//	a reply: It costs you      the bot replies to a user's message with this
//	a reply to Ann: It costs   and the message is Ann's
//	Ann is offered SET Poker   the private answer to Ann has this button
//	a reaction: 👆             the bot reacts to a user's newest message with this
//	5 s later                  time passes
//	the bot restarts
//	events are held            until they arrive in their original order
//	events come
//	events come backwards      or in reverse order
//	the next event comes twice
//	no chip is lost            the books are in order
//	the bot has said 3         the channel has this many messages of the bot, now or soon
//	12 cards                   this many cards are on the table, now or soon
//	journal: 1 set a b c       the last line of a player, with the seat
//	journal has: clock         a line starts with this, even one of the dealer or the clock
//
// Comments start with #.
func TestChatScripts(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	playChats(t, func(*testBot) {})
}

// The scripts give the same results on PostgreSQL: players can't tell which database the bot uses.
func TestChatScriptsOnPostgreSQL(t *testing.T) {
	gamestest.SkipUnderRace(t)
	if !storetest.HasPostgres() {
		t.Skip(storetest.NoPostgres)
	}
	first := storetest.PrepareDatabase(t, func(address string) (io.Closer, error) {
		return postgres.Open(t.Context(), address, postgres.Options{})
	})
	playChats(t, func(n *testBot) { n.address = storetest.CopyOf(n.t, first) })
}

func playChats(t *testing.T, kept func(*testBot)) {
	files, err := filepath.Glob("testdata/chats/*.chat")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".chat"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			lines := strings.Split(string(text), "\n")
			var decks [][]cards.Card
			for i, line := range lines {
				if first, isDeck := strings.CutPrefix(line, "deck "); isDeck {
					decks, lines[i] = append(decks, fullDeck(t, first)), ""
				}
			}
			if decks == nil {
				decks = [][]cards.Card{fullDeck(t, knownCards)}
			}
			c := &chat{read: map[string]string{}, forms: map[string]string{}}
			unread := slices.Index(lines, unreadable)
			c.testBot = newBot(t, func(n *testBot, o *sandbox.Options) {
				if unread >= 0 {
					lines[unread], o.MessageContent = "", false
				}
				n.config.Games = allGames
				n.config.Chance = func() games.Chance { return stackedHands{games.Stacked{Decks: decks}, games.Seeded(11)} }
				kept(n)
			})
			for i, line := range lines {
				if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
					c.position = fmt.Sprintf("%s:%d: %s", file, i+1, line)
					c.step(strings.TrimSpace(line))
				}
			}
		})
	}
}

// unreadable is the line of a script that removes the bot's Message Content intent.
const unreadable = "plain messages are not read"

// A chat is a running script.
type chat struct {
	*testBot
	position string            // file, line number and text of the line
	read     map[string]string // the last answer to each user
	forms    map[string]string // the press that opened each user's form
	private  world.Message     // the newest private answer
}

func (c *chat) step(line string) {
	c.t.Helper()
	if n, isCards := strings.CutSuffix(line, " cards"); isCards {
		want, err := strconv.Atoi(n)
		require.NoError(c.t, err, c.position)
		c.wait(c.position, func() bool { return len(readCards(c.alt())) == want })
		return
	}
	if s, isTime := strings.CutSuffix(line, " s later"); isTime {
		n, err := strconv.ParseFloat(s, 64)
		require.NoError(c.t, err, c.position)
		c.later(time.Duration(n * float64(time.Second)))
		return
	}
	if n, isCount := strings.CutPrefix(line, "the bot has said "); isCount {
		want, err := strconv.Atoi(n)
		require.NoError(c.t, err, c.position)
		c.wait(c.position, func() bool { return len(c.botMessages()) == want })
		return
	}
	if do := map[string]func(){
		"the bot restarts":           func() { c.stop(); c.start() },
		"events are held":            c.sb.HoldEvents,
		"events come":                func() { c.sb.ReleaseEvents() },
		"events come backwards":      func() { c.sb.ReleaseEvents(1, 0) },
		"the next event comes twice": func() { c.sb.Duplicate(1) },
		"no chip is lost":            c.requireSound,
	}[line]; do != nil {
		do()
		return
	}
	line = strings.ReplaceAll(line, "@Settable", "<@"+botID(c.testBot)+">")
	head, words, _ := strings.Cut(line, ": ")
	who, verb, _ := strings.Cut(head, " ")
	switch {
	case head == "all read":
		c.shows(words)
	case head == "nobody reads":
		m, _ := c.table()
		require.NotContains(c.t, m.Content, words, c.position)
	case head == "a post":
		c.wait(c.position, func() bool { return c.isPosted(words) })
	case head == "no post":
		require.False(c.t, c.isPosted(words), c.position)
	case verb == "presses below":
		c.clickLabel(who, words, c.botMessages()...)
	case head == "a reply":
		c.reply(words)
	case strings.HasPrefix(head, "a reply to "):
		c.wait(c.position, func() bool {
			return slices.ContainsFunc(c.botMessages(), func(m world.Message) bool {
				return c.answers(m, strings.TrimPrefix(head, "a reply to ")) && strings.Contains(m.Content, words)
			})
		})
	case strings.HasPrefix(verb, "is offered "):
		label := strings.TrimPrefix(verb, "is offered ")
		require.True(c.t, slices.ContainsFunc(c.private.Buttons(),
			func(b world.Component) bool { return b.Label == label }), c.position)
	case verb == "has no buttons there":
		require.Empty(c.t, c.private.Buttons(), c.position)
	case head == "a reaction":
		c.wait(c.position, func() bool {
			all := c.sb.Messages(c.channel, "Dee")
			for _, m := range slices.Backward(all) {
				if !m.Author.Bot {
					return slices.ContainsFunc(m.Reactions, func(r world.Reaction) bool { return r.Emoji.Name == words })
				}
			}
			return false
		})
	case head == "journal":
		c.wait(c.position, func() bool { said := c.words(); return len(said) > 0 && said[len(said)-1] == words })
	case head == "journal has":
		said := slices.ContainsFunc(c.lines(), func(l store.Line) bool {
			return strings.HasPrefix(l.Seat.String()+" "+l.Words, words)
		})
		require.True(c.t, said, c.position)
	case verb == "presses there":
		c.pressesThere(who, words)
	case verb == "reads":
		require.Contains(c.t, c.read[who], words, c.position)
	case verb == "reads not":
		require.NotContains(c.t, c.read[who], words, c.position)
	case verb == "answers the table":
		m, _ := c.table()
		_, err := c.sb.Reply(who, c.channel, m.ID, words)
		require.NoError(c.t, err, c.position)
	case strings.HasPrefix(verb, "/"):
		c.command(who, strings.Fields(line)[1:])
	case strings.HasPrefix(verb, "presses "):
		c.presses(who, strings.TrimPrefix(verb, "presses "))
	case strings.HasPrefix(verb, "takes "):
		if out := c.clickLabel(who, strings.TrimPrefix(verb, "takes "), c.replies()...); out.Message != nil {
			c.private = *out.Message
		}
	case strings.HasPrefix(verb, "fills in "):
		c.submits(who, strings.TrimPrefix(verb, "fills in "))
	case verb == "leaves it blank":
		c.submits(who, "   ")
	case verb == "" && words != "":
		c.say(who, words)
	default:
		require.Fail(c.t, "unknown kind of line", c.position)
	}
}

// command runs a command such as "/play classic call=5".
func (c *chat) command(who string, fields []string) {
	c.t.Helper()
	var options []world.Option
	sub := ""
	for _, f := range fields[1:] {
		if name, value, is := strings.Cut(f, "="); !is && len(options) > 0 { // for example "when=in 3 hours"
			last := &options[len(options)-1]
			last.Value = fmt.Sprint(last.Value, " ", f)
		} else if !is {
			sub = f
		} else if person, is := strings.CutPrefix(value, "@"); is {
			options = append(options, world.Opt(name, c.sb.User(person).ID))
		} else if n, err := strconv.Atoi(value); err == nil {
			options = append(options, world.Opt(name, n))
		} else {
			options = append(options, world.Opt(name, value))
		}
	}
	if sub != "" {
		options = []world.Option{world.Sub(sub, options...)}
	}
	id, err := c.sb.Slash(who, c.channel, strings.TrimPrefix(fields[0], "/"), options...)
	require.NoError(c.t, err, c.position)
	c.read[who] = c.answer(id)
	if out, err := c.sb.WaitOutcome(c.ctx(), id); err == nil && out.Message != nil {
		c.private = *out.Message
	}
}

// clickLabel clicks the button with the given label below the newest message that has one.
func (c *chat) clickLabel(who, label string, all ...world.Message) world.Outcome {
	c.t.Helper()
	for _, m := range slices.Backward(all) {
		for _, b := range m.Buttons() {
			if b.Label == label {
				id, err := c.sb.Click(who, c.channel, m.ID, b.CustomID)
				require.NoError(c.t, err, c.position)
				c.read[who] = c.answer(id)
				out, err := c.sb.WaitOutcome(c.ctx(), id)
				require.NoError(c.t, err, c.position)
				return out
			}
		}
	}
	require.Fail(c.t, "no button with this label", c.position)
	return world.Outcome{}
}

// pressesThere clicks a button in the last answer to one of the user's commands.
func (c *chat) pressesThere(who, label string) {
	c.t.Helper()
	out := c.clickLabel(who, label, c.private)
	require.NotNil(c.t, out.Message, c.position)
	c.read[who], c.private = out.Message.Content, *out.Message
}

// submits fills in and submits the form that was opened last.
func (c *chat) submits(who, words string) {
	c.t.Helper()
	out, err := c.sb.WaitOutcome(c.ctx(), c.forms[who])
	require.NoError(c.t, err, c.position)
	id, err := c.sb.Submit(who, c.forms[who], sandboxtest.FilledWith(*out.Form, words))
	require.NoError(c.t, err, c.position)
	c.read[who] = c.answer(id)
}

// answers reports whether a message replies to one of the given user's messages.
func (c *chat) answers(m world.Message, who string) bool {
	all := c.sb.Messages(c.channel, "Dee")
	return m.MessageReference != nil && slices.ContainsFunc(all, func(asked world.Message) bool {
		return asked.ID == m.MessageReference.MessageID && asked.Author.ID == c.sb.User(who).ID
	})
}

// botMessages returns the bot's public messages.
func (c *chat) botMessages() (all []world.Message) {
	for _, m := range c.sb.Messages(c.channel, "Dee") {
		if m.Author.Bot && m.Flags&64 == 0 {
			all = append(all, m)
		}
	}
	return all
}

// isPosted reports whether one of the bot's public messages contains the given text.
func (c *chat) isPosted(words string) bool {
	return slices.ContainsFunc(c.botMessages(), func(m world.Message) bool {
		return strings.Contains(m.Content, words)
	})
}

func (c *chat) replies() []world.Message {
	return slices.DeleteFunc(c.botMessages(), func(m world.Message) bool { return m.MessageReference == nil })
}

// presses clicks the table's button with the given label, which may open a form.
func (c *chat) presses(who, label string) {
	c.t.Helper()
	id := c.clicks(who, func() (m world.Message, customID string) {
		c.wait(c.position, func() bool {
			m, _ = c.table()
			all := m.Buttons()
			i := slices.IndexFunc(all, func(b world.Component) bool { return b.Label == label })
			if i >= 0 {
				customID = all[i].CustomID
			}
			return i >= 0
		})
		return m, customID
	})
	out, err := c.sb.WaitOutcome(c.ctx(), id)
	require.NoError(c.t, err, c.position)
	if out.Form == nil && out.Message != nil && strings.HasSuffix(label, "…") {
		id, out = c.typeIt(who, id)
	}
	if out.Form != nil {
		c.forms[who] = id
	} else if out.Message != nil {
		c.read[who] = out.Message.Content
	}
}
