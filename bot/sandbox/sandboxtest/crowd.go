package sandboxtest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"settable/bot/sandbox/world"
)

// A Crowd is a group of random users who talk to a bot in a sandbox. It checks that the bot's output obeys a list of
// laws. Two tests use it: bot.TestCrowd in virtual time, and TestCrowdOnPostgres with real processes.
type Crowd struct {
	Server     *Server
	People     []string
	Rooms      []string                          // channel names
	Gone       map[string]bool                   // users who left the server
	Settle     func()                            // waits until the bot has handled all previous acts
	Running    func() bool                       // reports whether the bot is running
	Pace       func(time.Duration) time.Duration // converts a pause to real time
	Repeats    bool                              // the machine may be slow, so the bot may repeat answers
	Happenings map[string]func(Act)              // additional acts that no user performs, by name
	// BrokenSentences are the messages, in all languages, that report internal faults of the bot to users.
	BrokenSentences []string

	Acts                            []Act
	Skipped, Interactions, Requests int
	Used                            map[string]int // interactions by command

	filled     map[string]bool     // submitted forms
	completing map[string]string   // autocomplete interactions → command and option
	offered    map[string][]string // the last offered choices
	excused    map[string]bool     // interactions that the bot had no chance to answer
	taken      map[string]string   // accepted bodies of answers, by path
	judged     map[string]bool     // interactions that have been checked

	mu     sync.Mutex
	Broken []Violation
	ids    []string          // custom ids that were shown, sorted by compareIDs
	seen   map[string]bool   // the ids as a set
	absent map[string]string // forgotten users who have done nothing since → their ids
	posts  []string          // the bot's latest messages
}

// A Violation names a law that the bot has broken.
type Violation struct{ Law, What string }

// NewCrowd returns a crowd. The caller starts a sandbox with the crowd's Watch and then sets the crowd's Server.
func NewCrowd() *Crowd {
	return &Crowd{
		People: CrowdNames, Gone: map[string]bool{}, Settle: func() {}, Running: func() bool { return true },
		Pace:       func(d time.Duration) time.Duration { return d },
		Happenings: map[string]func(Act){}, Used: map[string]int{}, filled: map[string]bool{},
		completing: map[string]string{}, offered: map[string][]string{}, excused: map[string]bool{}, taken: map[string]string{},
		judged: map[string]bool{}, seen: map[string]bool{}, absent: map[string]string{},
	}
}

// ExtraUsers returns the users that must be added to a sandbox, because it has only five by default.
func (c *Crowd) ExtraUsers() []string { return c.People[5:] }

// online reports whether the bot is running and all its shards are connected. A disconnected shard misses events.
func (c *Crowd) online() bool {
	shards := slices.Compact(c.Server.Shards())
	return c.Running() && len(shards) > 0 && len(shards) >= shards[0][1]
}

// Report records a violation.
func (c *Crowd) Report(law, format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.Broken) < 5 {
		c.Broken = append(c.Broken, Violation{law, fmt.Sprintf(format, args...)})
	}
}

// Fails reports whether any law was broken.
func (c *Crowd) Fails() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.Broken) > 0
}

// Breaks reports whether the given law was broken.
func (c *Crowd) Breaks(law string) bool {
	return slices.ContainsFunc(c.Broken, func(v Violation) bool { return v.Law == law })
}

// LastWords returns the bot's latest messages.
func (c *Crowd) LastWords() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.posts, "\n")
}

// Forgotten records that the bot has forgotten a user and must no longer name them.
func (c *Crowd) Forgotten(who, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.absent[who] = id
}

// Names returns the forgotten users whose names appear in a message.
func (c *Crowd) Names(m world.Message) (who []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := m.Content
	for _, e := range m.Embeds {
		text += "\n" + e.Description
	}
	for _, a := range m.Attachments {
		text += "\n" + a.Description
	}
	for _, b := range m.Buttons() {
		text += "\n" + b.Label + "\n" + b.CustomID
	}
	for name, id := range c.absent {
		if namesPerson(text, name) || strings.Contains(text, id) {
			who = append(who, name)
		}
	}
	return who
}
