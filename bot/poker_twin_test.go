package bot_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// Twin runs play the same script with different hidden cards: the hands of Bob, Cid and Dee, and the cards that are
// never dealt. Until the showdown, everything that anyone except a card's owner receives must be identical, byte for
// byte. Private messages are compared separately.
func TestHiddenCardsDoNotLeak(t *testing.T) {
	gamestest.SkipUnderRace(t)
	deck := deckWithSets(t, 4, 1, 0, 0, 1)
	one, two := &twin{}, &twin{}
	t.Run("nights", func(t *testing.T) { // returns once both runs are over
		t.Run("one", func(t *testing.T) { one.play(t, deck) })
		t.Run("two", func(t *testing.T) { two.play(t, otherHands(t, deck)) })
	})
	require.Empty(t, cmp.Diff(one.public(), two.public()))
	require.Empty(t, cmp.Diff(one.pictures, two.pictures), "a picture differs between the runs")
	require.Empty(t, cmp.Diff(one.logged, two.logged))
	require.Equal(t, one.own["Ann"], two.own["Ann"], "Ann's cards must be the same in both runs")
	for _, who := range []string{"Bob", "Cid", "Dee"} {
		require.NotEqual(t, one.own[who], two.own[who], "%s has the same cards in both runs, so the test compares nothing", who)
	}
	require.Greater(t, len(one.pictures), 20)
	require.Greater(t, len(one.public()), 100)
	for _, w := range []*twin{one, two} {
		w.requireSeenQuotes(t)
		for _, line := range slices.Concat(w.logged, w.public()) {
			for _, c := range w.hidden {
				require.NotContains(t, line, c.String())
			}
		}
	}
}

// otherHands returns a deck with the same cards for the centre and for Ann, who is dealt last, and different cards
// for everyone else. In this deck, neither Bob nor Cid, who tries to show, has a set.
func otherHands(t *testing.T, deck []cards.Card) []cards.Card {
	t.Helper()
	public := []int{0, 4, 5, 9, 10, 11} // four cards of the centre and two of Ann's
	var free []int
	for i := range deck {
		if !slices.Contains(public, i) {
			free = append(free, i)
		}
	}
	for seed := range uint64(100_000) {
		other := slices.Clone(deck)
		rand.New(rand.NewPCG(seed, 8)).Shuffle(len(free), func(i, j int) {
			other[free[i]], other[free[j]] = other[free[j]], other[free[i]]
		})
		apart := !slices.ContainsFunc([]int{1, 2, 3, 6, 7, 8}, func(i int) bool { return other[i] == deck[i] })
		if apart && hasSets(other, 4, []int{0, 0, 1, 1}) {
			return other
		}
	}
	require.Fail(t, "no such deck")
	return nil
}

// A twin records the traffic of one of the two runs.
type twin struct {
	mu       sync.Mutex
	wire     []string
	pictures []string          // the pictures of the public table, by their contents
	own      map[string]string // each player's view of their own hand
	logged   []string
	hidden   []cards.Card
}

func (w *twin) watch(e traffic.Exchange) {
	line := ""
	switch {
	case e.Gateway && !strings.Contains(string(e.Payload), `"op":0,`) &&
		!strings.HasSuffix(string(e.Payload), `"op":0}`):
		return // the times of heartbeats always differ
	case strings.HasSuffix(e.Path, "/gateway"):
		return // the times of these requests also differ
	case e.Gateway:
		line = "frame " + string(e.Payload)
	default:
		line = fmt.Sprintln(e.Method, e.Path, e.Status, e.Files, string(e.Body), string(e.Answer))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wire = append(w.wire, line)
}

// volatile matches what differs between any two runs: ids, nonces, times, tokens, sequence numbers and network
// addresses.
var volatile = []*regexp.Regexp{
	regexp.MustCompile(`\b\d{4}-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)`),
	regexp.MustCompile(`\b\d{15,20}\b`),
	regexp.MustCompile(`127\.0\.0\.1:\d+`),
	regexp.MustCompile(`"(nonce|session_id|token|hash)":\s*"[^"]*"`),
	regexp.MustCompile(`[?&](ex|is|hm)=[0-9a-f]+`),
	regexp.MustCompile(`"s":\d+`),
	regexp.MustCompile(`\.[A-Za-z0-9_-]{16}:`), // a button's signature: each database has its own key
	regexp.MustCompile(`[A-Za-z0-9_.%-]{30,}`),
}

func dropVolatile(line string) string {
	for _, v := range volatile {
		line = v.ReplaceAllString(line, "#")
	}
	return line
}

// public returns all traffic except hands that only their owners saw. It is sorted, because the order of answers and
// pictures can vary.
func (w *twin) public() (all []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, line := range w.wire {
		if private := strings.Contains(line, "Your cards (you're **") &&
			!strings.Contains(line, "(you're **P**)"); private {
			continue
		}
		line, _ = withoutQuote(line)
		all = append(all, dropVolatile(line))
	}
	slices.Sort(all)
	return all
}

// requireSeenQuotes requires that every quoted message was visible to everyone. The sandbox, like Discord, quotes the
// table's message as it is at that moment, and a private answer may be sent while that message is being edited.
// Quotes can therefore differ between two runs and are left out of the comparison. But each quote must be a message
// that is itself compared.
func (w *twin) requireSeenQuotes(t *testing.T) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	seen, quotes := map[shownMessage]bool{}, 0
	for _, line := range w.wire {
		line, _ = withoutQuote(line)
		var frame struct {
			Type    string          `json:"t"`
			Message json.RawMessage `json:"d"`
		}
		text, isFrame := strings.CutPrefix(line, "frame ")
		if !isFrame || json.Unmarshal([]byte(text), &frame) != nil {
			continue
		}
		if m := shown(t, frame.Message); (frame.Type == "MESSAGE_CREATE" || frame.Type == "MESSAGE_UPDATE") && m.Flags == 0 {
			seen[m] = true
		}
	}
	for _, line := range w.wire {
		if _, quote := withoutQuote(line); quote != nil {
			quotes++
			require.True(t, seen[shown(t, quote)], "the quoted message was never public: %s", quote)
		}
	}
	require.Greater(t, quotes, 5)
}

// A shownMessage is the visible part of a message.
type shownMessage struct {
	Content, Attachments, Components string
	Flags                            int
}

func shown(t *testing.T, raw json.RawMessage) shownMessage {
	t.Helper()
	var m struct {
		Content                 string
		Flags                   int
		Attachments, Components json.RawMessage
	}
	require.NoError(t, json.Unmarshal(raw, &m), "%s", raw)
	return shownMessage{m.Content, dropVolatile(string(m.Attachments)), dropVolatile(string(m.Components)), m.Flags}
}

// withoutQuote splits a line into the message itself and the message that it quotes.
func withoutQuote(line string) (rest string, quote json.RawMessage) {
	before, after, _ := strings.Cut(line, `"referenced_message":{`)
	if after == "" {
		return line, nil
	}
	if err := json.NewDecoder(strings.NewReader("{" + after)).Decode(&quote); err != nil {
		return line, nil
	}
	return before + `"referenced_message":"#"` + after[len(quote)-1:], quote
}

// play runs the script, which makes moves in every way and ends before a showdown.
func (w *twin) play(t *testing.T, deck []cards.Card) {
	w.own = map[string]string{}
	w.hidden = slices.Concat(deck[1:4], deck[6:9], deck[12:])
	f := sitWith(t, fourPlayers, [][]cards.Card{deck}, nil, func(_ *testBot, o *sandbox.Options) { o.Watch = w.watch })
	step := func(door int, who, words string) {
		t.Helper()
		w.step(t, f, fourPlayers, door, who, words)
	}
	w.look(t, f)
	for _, who := range fourPlayers { // from now on, these players' hands are kept up to date
		w.private(t, f, who)
	}
	step(3, "Bob", "bet 2")
	step(2, "Cid", "call")
	step(2, "Dee", "raise 1")
	step(5, "Ann", "call")
	step(5, "Bob", "call")
	step(3, "Cid", "call")
	for _, who := range fourPlayers {
		w.private(t, f, who)
	}
	f.say("Cid", "show") // gets no answer, so the answer to the next move shows that this one was received
	f.say("Cid", "<@"+f.waitUntilShown().Author.ID+"> show")
	require.Contains(t, f.requireUnchanged(func() string { return f.refused("Cid", "show") }), "You have no set",
		"in private")
	for centre := range 2 {
		for _, who := range fourPlayers {
			step([]int{2, 3, 5}[centre%3], who, "pass")
		}
		require.Len(t, f.game().View(games.Watcher).Areas[0].Cells, 3+centre)
		step(2, "Bob", "check")
		step(2, "Cid", "bet 1")
		step(3, "Dee", "call")
		step(2, "Ann", "call")
		step(2, "Bob", "call")
	}
	for _, who := range fourPlayers {
		w.private(t, f, who)
	}
	step(3, "Dee", "leave")
	old := f.waitUntilShown()
	require.Contains(t, f.slash("Eve", "table"), "In the picture, ")
	f.wait("the table in a new message", func() bool { m, _ := f.testBot.table(); return m.ID != old.ID })
	require.Contains(t, f.slash("Cid", "help"), "SET Poker")
	step(3, "Ann", "end")
	for _, m := range f.sb.Messages(f.channel, "Eve") {
		require.False(t, m.Author.Bot &&
			m.MessageReference != nil, "the bot answered a show that could not be: %s", m.Content)
		require.Empty(t, m.Reactions, m.Content)
		require.NotContains(t, m.Content, "Your cards")
	}
	f.stop()
	w.logged = logLines(f.log.String())
}

// step makes a move and records what it changes for everyone and for the given players.
func (w *twin) step(t *testing.T, f *testTable, people []string, door int, who, words string) {
	t.Helper()
	before := len(f.played())
	f.moveBy(door, who, words)
	f.wait(who+" "+words, func() bool { return len(f.played()) > before })
	w.look(t, f)
	w.follow(t, f, people)
}

func (w *twin) look(t *testing.T, f *testTable) {
	t.Helper()
	m := f.waitUntilShown()
	png, err := f.sb.Attachment(m.Attachments[0].ID, "Eve")
	require.NoError(t, err)
	w.pictures = append(w.pictures,
		fmt.Sprintf("%x %s %s", sha256.Sum256(png), m.Content, m.Attachments[0].Description))
}

// follow records the open hands of the given players once they are up to date.
func (w *twin) follow(t *testing.T, f *testTable, people []string) {
	t.Helper()
	for _, who := range people {
		if m, ok := f.currentHand(who, people); ok {
			w.record(t, f, who, m)
		}
	}
}

func (w *twin) record(t *testing.T, f *testTable, who string, m world.Message) {
	t.Helper()
	png, err := f.sb.Attachment(m.Attachments[0].ID, who)
	require.NoError(t, err)
	w.own[who] += fmt.Sprintf("%s %s %x\n", m.Content, m.Attachments[0].Description, sha256.Sum256(png))
}

// private reads a player's hand as its owner sees it, and checks that no one else can see it.
func (w *twin) private(t *testing.T, f *testTable, who string) {
	t.Helper()
	m := f.hand(who)
	require.True(t, m.Ephemeral())
	w.record(t, f, who, m)
	for _, other := range []string{"Ann", "Bob", "Cid", "Dee", "Eve"} {
		_, err := f.sb.Attachment(m.Attachments[0].ID, other)
		sees := slices.ContainsFunc(f.sb.Messages(f.channel, other),
			func(o world.Message) bool { return o.ID == m.ID })
		require.Equal(t, other == who, sees, "%s must see the hand of %s only if it is their own", other, who)
		require.Equal(t, other == who, err == nil)
	}
}

var (
	timing = regexp.MustCompile(`\b\d+(\.\d+)?(ns|µs|ms|s)\b`)
	// Pictures are counted per process, and one run may still be drawing when the other ends.
	counted = regexp.MustCompile(`spliced=\d+ painted=\d+`)
)

// logLines returns the distinct lines of a log, without the parts that always differ between two runs.
func logLines(log string) []string {
	lines := strings.Split(log, "\n")
	for i, l := range lines {
		lines[i] = counted.ReplaceAllString(timing.ReplaceAllString(dropVolatile(l), "#"), "#")
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
