package rest

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"
)

// Counts holds the figures for the host's metrics. They never decrease.
type Counts struct {
	Retries uint64 // requests that were sent again
	InWords uint64 // messages sent without their pictures, because Discord refused the pictures or the upload failed
	Answers map[Answer]uint64
}

// An Answer describes how requests to one route were answered.
type Answer struct {
	Method, Route string
	Status        int // 0: there was no answer
}

type counts struct {
	retries, inWords atomic.Uint64

	mu      sync.Mutex
	answers map[Answer]uint64
}

func (c *counts) add(q request, status int) {
	a := Answer{q.method, route(q.url), status}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers == nil {
		c.answers = map[Answer]uint64{}
	}
	c.answers[a]++
}

// Counts returns the current figures.
func (r *Client) Counts() Counts {
	c := &r.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	return Counts{Retries: c.retries.Load(), InWords: c.inWords.Load(), Answers: maps.Clone(c.answers)}
}

// fixed holds the constant parts of URLs.
var fixed = map[string]bool{"applications": true, "callback": true, "channels": true, "commands": true,
	"gateway": true, "bot": true, "guilds": true, "interactions": true, "members": true, "messages": true,
	"reactions":        true,
	"scheduled-events": true, "users": true, "webhooks": true, "@me": true, "@original": true}

// route replaces the variable parts of a URL, such as ids, tokens and emoji, with {}.
func route(url string) string {
	path, _, _ := strings.Cut(strings.TrimPrefix(url, api), "?")
	var room [128]byte
	text := room[:0]
	for part := range strings.SplitSeq(path, "/") {
		if !fixed[part] {
			part = "{}"
		}
		text = append(append(text, '/'), part...)
	}
	return string(text)
}
