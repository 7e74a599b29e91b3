package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"settable/bot/sandbox/traffic"
	"settable/store"
)

// A listener receives everything that the bot sends to players. A message counts as sent if Discord has accepted it,
// even if the bot doesn't know that.
type listener struct {
	mu          sync.Mutex
	changed     chan struct{}
	rooms       map[string]seenState // the table in each channel as it was last shown
	told        []shownTable         // not yet compared with the journal
	acts        map[store.Source]act
	played      map[store.Source]string // moves that were confirmed, with the words of the confirmation
	heard       map[store.Source]bool   // moves whose answer has words; later edits of the answer are about other moves
	waiting     map[string]store.Source // deferred interactions by token
	regressions []string                // messages that showed an older state than before
	count       struct{ shown, private, played int }
}

// A shownTable is a table's state as the bot showed it to everyone or to one seat.
type shownTable struct {
	table store.TableID
	line  int
	seat  string       // the seat's letter; empty: everyone
	to    store.Source // the source that it answers; empty: none
	alt   string       // the picture's alternative text; empty: no picture
	words string
}

// A seenState is the last state of a table that players have seen.
type seenState struct {
	channel, message string
	shownTable
	buttons []string
	removed bool // the bot has deleted the message
}

func (s seenState) over() bool { return strings.Contains(s.words, "has ended.") }

// An act is something that a person did at a table: who, where, by which kind of input, and in which words. An act
// without words is not a move.
type act struct{ who, channel, door, words string }

func newListener() *listener {
	return &listener{changed: make(chan struct{}), rooms: map[string]seenState{}, acts: map[store.Source]act{},
		played: map[store.Source]string{}, heard: map[store.Source]bool{}, waiting: map[string]store.Source{}}
}

// speech decodes the parts of a request or message that the tests need.
type speech struct {
	ID        string
	Type      int
	Data      *speech
	Content   string
	Reference struct {
		Message string `json:"message_id"`
	} `json:"message_reference"`
	Attachments []struct{ Filename, Description string }
	Components  []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		}
	}
}

// hear is the Watch function of the sandbox.
func (e *listener) hear(x traffic.Exchange) {
	if x.Gateway || x.Status/100 != 2 {
		return
	}
	path := strings.Split(strings.TrimPrefix(x.Path, "/api/v9/"), "/")
	var asked, m speech
	e.mu.Lock()
	defer e.mu.Unlock()
	switch kind := requestKind(x.Method, x.Path); {
	case kind == "answer" && json.Unmarshal(x.Body, &asked) == nil:
		if source := store.Source("i" + path[1]); asked.Type == deferredMessage || asked.Type == deferredUpdate {
			e.recordDeferral(source, path[2], asked.Type)
		} else {
			e.handleAnswer(source, asked)
		}
	case path[0] == "webhooks" && len(path) > 2 && json.Unmarshal(x.Answer, &m) == nil: // after a deferral
		token, _, _ := strings.Cut(path[2], "?")
		if source, ok := e.waiting[token]; ok {
			e.handleAnswer(source, speech{Data: &m})
		}
	case x.Method == "PUT" && len(path) > 5 && path[4] == "reactions" && strings.HasPrefix(path[5], "%E2%9D%8C"):
		// The bot reacts with a cross to an illegal typed move.
		e.wasPlayed(store.Source("m"+path[3]), "❌")
	case path[0] == "channels" && (kind == "post" || kind == "edit") && json.Unmarshal(x.Answer, &m) == nil:
		e.handleMessage(path[1], m) // the current content; a repeated post changes nothing
	case x.Method == "DELETE" && path[0] == "channels" && len(path) == 4 && path[2] == "messages":
		// The bot deletes the message of a table if no player had joined before the bot died.
		if s := e.rooms[path[1]]; s.message == path[3] {
			s.removed = true
			e.rooms[path[1]] = s
		}
	}
	close(e.changed)
	e.changed = make(chan struct{})
}

// handleMessage handles a public message.
func (e *listener) handleMessage(channel string, s speech) {
	now := seenState{channel: channel, message: s.ID}
	now.shownTable, now.buttons = s.readTable("table.png")
	was := e.rooms[channel]
	if now.alt == "" { // a reply
		if was.table != 0 {
			e.told = append(e.told, shownTable{
				table: was.table, line: was.line, words: now.words, to: store.Source("m" + s.Reference.Message)})
		}
		return
	}
	e.count.shown++
	e.told = append(e.told, now.shownTable)
	if now.table == was.table && now.line < was.line && !isOlder(s.ID, was.message) {
		e.regressions = append(e.regressions, fmt.Sprintf("table %d: people saw line %d in message %s, then line %d in %s",
			now.table, was.line, was.message, now.line, now.message))
	}
	if now.table > was.table || now.table == was.table && now.line >= was.line {
		e.rooms[channel] = now
	}
}

// isOlder reports whether a message is older than another one, judging by their ids.
func isOlder(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

// takeRegressions returns the channels in which, since the last call, a message has shown an older state than before.
func (e *listener) takeRegressions() (all []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	all, e.regressions = e.regressions, nil
	return all
}

// These kinds of answers carry no message.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
const (
	deferredMessage = 5
	deferredUpdate  = 6
)

// recordDeferral records an answer without a message. A deferred message doesn't confirm a move. A deferred update confirms a
// button press that needs no answer, for the acts that confirmsMove accepts.
func (e *listener) recordDeferral(source store.Source, token string, kind int) {
	e.waiting[token] = source
	if kind == deferredUpdate {
		e.wasPlayed(source, "")
	}
}

// handleAnswer handles a private answer.
func (e *listener) handleAnswer(source store.Source, s speech) {
	e.count.private++
	if s.Data == nil {
		return
	}
	t, _ := s.Data.readTable("hand.png")
	t.to = source
	if _, hand, ok := strings.Cut(t.words, "Your cards (you're **"); ok && t.alt != "" {
		t.seat, _, _ = strings.Cut(hand, "**")
		if t.line > 0 {
			e.told = append(e.told, t)
		}
	}
	e.wasPlayed(source, s.Data.Content)
}

// wasPlayed records the answer to a move. The player isn't known yet, so confirmsMove decides later whether the answer
// confirms the move.
func (e *listener) wasPlayed(source store.Source, words string) {
	if !e.heard[source] {
		e.played[source], e.heard[source] = words, words != ""
	}
}

// readTable reads the table and the line from the buttons, and the alternative text from the picture with this file
// name.
func (s speech) readTable(picture string) (t shownTable, buttons []string) {
	t.words = s.Content
	for _, a := range s.Attachments {
		if a.Filename == picture {
			t.alt = a.Description
		}
	}
	for _, row := range s.Components {
		for _, b := range row.Components {
			if part := strings.SplitN(b.CustomID, ":", 4); len(part) == 4 {
				table, _ := strconv.ParseInt(part[1], 10, 64)
				t.table = store.TableID(table)
				line, _, _ := strings.Cut(part[2], ".") // the rest is the seal
				t.line, _ = strconv.Atoi(line)
				buttons = append(buttons, b.CustomID)
			}
		}
	}
	return t, buttons
}

// recordAct records an act by the source that its line in the journal will have.
func (e *listener) recordAct(source string, d act) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.acts[store.Source(source)] = d
}

func (e *listener) at(channel string) (seenState, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s, ok := e.rooms[channel]
	return s, ok && !s.removed
}

// recentActs returns the last acts in a channel and their answers.
func (e *listener) recentActs(channel string) (all []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for source, d := range e.acts {
		if d.channel == channel {
			heard, ok := e.played[source]
			if !ok {
				heard = "(nothing)"
			}
			all = append(all, fmt.Sprintf("%s %s %s %q: %s", source[1:], d.who, d.door, d.words, heard))
		}
	}
	slices.Sort(all)
	return all[max(0, len(all)-8):]
}

// until waits until a condition holds, and checks it after each message. It reports whether the condition holds.
func (e *listener) until(ctx context.Context, cond func() bool) bool {
	for {
		e.mu.Lock()
		next := e.changed
		e.mu.Unlock()
		if cond() {
			return true
		}
		select {
		case <-next:
		case <-ctx.Done():
			return false
		}
	}
}

// take returns the messages since the last call, and all acts so far.
func (e *listener) take() (told []shownTable, acts map[store.Source]act, played map[store.Source]string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	told, e.told = e.told, nil
	played, e.played = e.played, map[store.Source]string{}
	acts = make(map[store.Source]act, len(e.acts))
	for k, v := range e.acts {
		acts[k] = v
	}
	return told, acts, played
}
