package sandboxtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// placeholder matches text that is left over when an argument or a phrase is missing.
var placeholder = regexp.MustCompile(`\{\{|\}\}|\{[a-z_]+\}|<missing|<no value>|%!|\b(table|lobby|command|message|games|poker|` +
	`classic|twenty|solitaire|english|privacy|daily|agenda|render)\.[a-z_]+\.[a-z_]+\b`)

// serverRefusals are error codes of status 400 that members of a server can cause: too many edits of old messages,
// archived threads, and AutoMod.
var serverRefusals = []int{30046, 50083, 200000}

// Watch checks every request that the bot sends. It must not call the sandbox.
func (c *Crowd) Watch(e traffic.Exchange) {
	if e.Gateway {
		return
	}
	c.mu.Lock()
	c.Requests++
	c.mu.Unlock()
	var refused struct{ Code int }
	if e.Status/100 == 4 {
		_ = json.Unmarshal(e.Answer, &refused)
	}
	what := fmt.Sprintf("%s %s -> %d\n%s\n%s", e.Method, e.Path, e.Status, cutText(e.Body), cutText(e.Answer))
	switch {
	case refused.Code == 40060 && c.Repeats && c.hasTaken(e):
	case refused.Code == 40060:
		c.Report("once", "an interaction is answered twice: %s", what)
	case c.Repeats && len(e.Body) == 0 && bytes.Contains(e.Answer, []byte("MULTIPART_INVALID")):
		// a process was killed while it sent the request
	case e.Status == 400 && !slices.Contains(serverRefusals, refused.Code), e.Status == 401, e.Status == 405, e.Status == 413, e.Status >= 500:
		c.Report("requests", "Discord refuses %s", what)
	}
	if c.Repeats && e.Status/100 == 2 && strings.HasSuffix(e.Path, "/callback") {
		c.mu.Lock()
		c.taken[e.Path] = string(e.Body)
		c.mu.Unlock()
	}
	if e.Method != "POST" && e.Method != "PATCH" || strings.Contains(e.Path, "/commands") {
		return
	}
	c.recordShown(e.Body)
	c.mu.Lock()
	absent := maps.Clone(c.absent)
	c.mu.Unlock()
	for who, id := range absent {
		if bytes.Contains(e.Body, []byte(id)) {
			c.Report("forgotten", "%s was forgotten and their id is sent: %s", who, what)
		}
	}
	private := e.Path
	texts(e.Body, func(text string) { c.Sentence(text, private) })
}

// hasTaken reports whether Discord has already accepted this answer, or the same answer with a picture. If the
// response to an answer doesn't arrive within a second, the bot sends the answer again without its picture, and
// Discord refuses the duplicate.
func (c *Crowd) hasTaken(e traffic.Exchange) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	const picture = `"attachments":[{`
	taken, again := c.taken[e.Path], string(e.Body)
	return taken == again || strings.Contains(taken, picture) && !strings.Contains(again, picture)
}

func cutText(b []byte) string {
	if len(b) > 700 {
		return string(b[:700]) + "…"
	}
	return string(b)
}

func (c *Crowd) recordShown(body []byte) {
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

// compareIDs orders custom ids by purpose. It ignores their signatures, because every database has its own key.
func compareIDs(a, b string) int {
	return cmp.Or(strings.Compare(purpose(a), purpose(b)), strings.Compare(sealed.ReplaceAllString(a, ":"),
		sealed.ReplaceAllString(b, ":")))
}

var sealed = regexp.MustCompile(`\.[\w-]{16}:`)

var customID = regexp.MustCompile(`"custom_id":("(?:[^"\\]|\\.)*")`)

// Sentence checks a text that the bot has sent.
func (c *Crowd) Sentence(text, path string) {
	for _, s := range c.BrokenSentences {
		if strings.Contains(text, s) {
			c.Report("broken", "the bot says %q (%s)", cutText([]byte(text)), path)
		}
	}
	typed := func(j string) bool { return strings.Contains(j, "{{") && strings.Contains(text, j) }
	if found := placeholder.FindString(text); found != "" && !slices.ContainsFunc(Junk, typed) {
		c.Report("holes", "%q is in %q (%s)", found, cutText([]byte(text)), path)
	}
	if n := world.Runes(text); n > 4096 { // an embed's description is the longest possible text
		c.Report("length", "%d characters: %q", n, cutText([]byte(text)))
	}
	c.mu.Lock()
	absent := maps.Clone(c.absent)
	c.mu.Unlock()
	for who := range absent {
		if namesPerson(text, who) {
			c.Report("forgotten", "%s was forgotten and is named in %q (%s)", who, cutText([]byte(text)), path)
		}
	}
}

// namesPerson reports whether a text contains a name as a whole word.
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
	return len(r) > 0 && isLetter(r[len(r)-1])
}

func startsWithLetter(s string) bool {
	for _, r := range s {
		return isLetter(r)
	}
	return false
}

func isLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0xc0 && r < 0x250
}

// Touch records that a user has acted or was mentioned, so the bot may have stored data about that user again.
func (c *Crowd) Touch(who string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.absent, who)
}

// Excuse exempts the pending interactions from the checks, because the bot had no chance to answer them.
func (c *Crowd) Excuse() {
	c.Server.Do(func(w *world.World) {
		for id, i := range w.Interactions {
			if i.State == world.Waiting || i.State == world.Deferred {
				c.excused[id] = true
			}
		}
	})
}

// Answered checks that the bot answered every interaction in time.
func (c *Crowd) Answered() {
	c.Server.Do(func(w *world.World) {
		for _, id := range slices.Sorted(maps.Keys(w.Interactions)) {
			i := w.Interactions[id]
			if c.judged[id] {
				continue
			}
			switch age := time.Since(i.Began); {
			case i.State == world.Waiting && (!c.online() || isUnreachable(w, i)):
				c.excused[id] = true
			case i.State == world.Failed:
				c.judged[id] = true
				if !c.excused[id] && !isUnreachable(w, i) {
					c.Report("answers", "%s was not answered within 3 s", describe(w, i))
				}
			case i.State == world.Deferred && isThinking(w, i):
				if age > time.Minute && !c.excused[id] {
					c.judged[id] = true
					c.Report("answers", "%s is still thinking after %v", describe(w, i), age)
				}
			case i.State != world.Waiting:
				c.judged[id] = true
				c.Interactions++
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

// isThinking reports whether a deferred answer is still a "thinking" message. If the bot deleted that message, the
// interaction counts as answered.
func isThinking(w *world.World, i *world.Interaction) bool {
	at, err := w.Channel(i.Channel)
	return !i.Filled && err == nil && at.Find(i.Original) != nil
}

// isUnreachable reports whether the bot can't see an interaction's channel.
func isUnreachable(w *world.World, i *world.Interaction) bool {
	at, err := w.Channel(i.Channel)
	return err != nil || w.Of(at).BotGone
}

func describe(w *world.World, i *world.Interaction) string {
	who, _ := w.User(i.User)
	what := map[int]string{world.KindCommand: "/" + i.Command, world.KindComplete: "the choices of /" + i.Command,
		world.KindComponent: "a press of " + i.CustomID, world.KindModal: "a form"}[i.Kind]
	return fmt.Sprintf("%s by %s at %s", what, who.Name(), i.Began.Format("15:04:05.000"))
}

func (c *Crowd) count(i *world.Interaction) {
	name := "/" + i.Command
	if i.Command == "" {
		name = "a component or form"
	}
	c.Used[name]++
}

// texts calls f with every text in the JSON of a message or answer, except for ids.
func texts(body []byte, f func(string)) {
	var whole any
	if json.Unmarshal(body, &whole) != nil {
		return
	}
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case string:
			switch key {
			case "custom_id", "nonce", "id", "message_id", "channel_id", "filename", "url":
			default:
				f(v)
			}
		case []any:
			for _, x := range v {
				walk(key, x)
			}
		case map[string]any:
			for k, x := range v {
				walk(k, x)
			}
		}
	}
	walk("", whole)
}
