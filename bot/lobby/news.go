package lobby

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/render/words"
	"settable/store/ids"
)

const (
	// newsEvery is the minimum pause between two messages with news for one player. The first message waits just as
	// long, so that it appears below the answer to the player's press.
	newsEvery = time.Second
	// recheckNews is how long the bot uses a player's setting before it reads it again.
	recheckNews = time.Minute
	// maxNewsFailures is how many messages in a row may fail before the bot waits for the player's next press.
	maxNewsFailures = 3
	// maxNews is the maximum length of the news about a move, so that a user with a screen reader can follow a fast
	// game. The news about the end of a hand or a game is not shortened.
	maxNews = 120
)

// A newsReader is a player with a seat who has pressed a button or used a command at the table. If the player has
// chosen to get news as messages, the bot sends them as follow-ups to the newest of these interactions, as long as
// its token is valid. Screen readers read such messages aloud, but not edits of the table's message.
type newsReader struct {
	ticket  discord.Ticket
	lang    *words.Language
	wants   bool
	checked time.Time // when the setting was last read
	hadTurn bool      // it was already the player's turn

	waiting  []string // sentences that are not sent yet
	inFull   bool     // they are about the end of a hand or a game
	myTurn   bool     // the player's turn has begun since the last message
	timer    *time.Timer
	failures int
}

type newsReaders struct {
	mu sync.Mutex
	of map[ids.User]*newsReader
}

// drop forgets a reader and the token of their newest interaction.
func (n *newsReaders) drop(who ids.User) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if r := n.of[who]; r != nil && r.timer != nil {
		r.timer.Stop()
	}
	delete(n.of, who)
}

// reader stores the token of the player's newest interaction, and returns the player's entry.
func (n *newsReaders) reader(who ids.User, t discord.Ticket, lang *words.Language) *newsReader {
	if n.of == nil {
		n.of = map[ids.User]*newsReader{}
	}
	r := n.of[who]
	if r == nil {
		r = &newsReader{}
		n.of[who] = r
	}
	r.ticket, r.lang, r.failures = t, lang, 0
	return r
}

// noteNewsReader remembers the interaction of a player with a seat. From time to time, it also reads the player's
// setting.
func (t *Table) noteNewsReader(now table.Session, w table.Word) {
	if _, sits := now.SeatOf(w.Who.ID); !sits || !w.Private() || ticketOf(w).ID == "" {
		return
	}
	t.news.mu.Lock()
	defer t.news.mu.Unlock()
	r := t.news.reader(w.Who.ID, ticketOf(w), t.languages.reader(w))
	if w.At.Sub(r.checked) < recheckNews {
		return
	}
	r.checked = w.At
	t.lobby.Send.Refresh("reading a player's settings", func(ctx context.Context) error {
		wants, err := t.lobby.Settings.WantsNewsByMessage(ctx, w.Who.ID)
		if err != nil {
			return err
		}
		t.news.mu.Lock()
		defer t.news.mu.Unlock()
		if r := t.news.of[w.Who.ID]; r != nil {
			r.wants = wants
		}
		return nil
	})
}

// ChooseNews immediately applies a player's choice to the table in a channel. The news will be sent as follow-ups to
// the interaction that made the choice.
func (l *Lobby) ChooseNews(c ids.Channel, v Viewer, wants bool, at time.Time) {
	t := l.Tables.In(c)
	if t == nil {
		return
	}
	t.news.mu.Lock()
	defer t.news.mu.Unlock()
	r := t.news.reader(v.Who, v.Ticket, v.Lang)
	r.wants, r.checked = wants, at
}

// tellNews sends the notices to all players who get news as messages, and tells them when their turn begins.
func (t *Table) tellNews(now table.Session, notices []table.Notice) {
	t.news.mu.Lock()
	defer t.news.mu.Unlock()
	for who, r := range t.news.of {
		seat, sits := now.SeatOf(who)
		if !sits || !r.wants {
			continue
		}
		hasTurn := now.View().Seat(seat).Turn
		r.waiting = append(r.waiting, t.noticeTexts(r.lang, now, notices)...)
		r.inFull = r.inFull || now.Over() || now.View().Recap
		r.myTurn = hasTurn && (r.myTurn || !r.hadTurn)
		r.hadTurn = hasTurn
		t.scheduleNews(who, r)
	}
}

func (r *newsReader) text() string {
	turn, most := "", maxNews
	if r.myTurn {
		turn = r.lang.Key("lobby.news.your_turn")
		most -= message.Size(turn) + 1
	}
	text := paragraph(r.waiting)
	if !r.inFull {
		text = message.Brief(text, most)
	}
	return message.Cut(strings.Trim(text+"\n"+turn, "\n"), message.MostText)
}

// scheduleNews starts a timer that sends the waiting news of a reader. The caller holds the mutex of the readers.
func (t *Table) scheduleNews(who ids.User, r *newsReader) {
	if (len(r.waiting) > 0 || r.myTurn) && r.timer == nil {
		r.timer = time.AfterFunc(newsEvery, func() { t.sendNews(who) })
	}
}

// sendNews sends the waiting news of a reader as one message, or drops it if the token has expired.
func (t *Table) sendNews(who ids.User) {
	t.news.mu.Lock()
	defer t.news.mu.Unlock()
	r := t.news.of[who]
	if r == nil {
		return
	}
	ticket, failed := r.ticket, *r
	m := discord.Message{Content: r.text()}
	r.timer, r.waiting, r.inFull, r.myTurn = nil, nil, false, false
	if m.Content == "" {
		return
	}
	if t.lobby.Now().Sub(ids.Time(interactionID(ticket))) >= editableFor {
		return
	}
	t.lobby.Send.Refresh("sending news", func(ctx context.Context) error {
		err := t.lobby.Send.FollowUp(ctx, ticket, m)
		t.news.mu.Lock()
		defer t.news.mu.Unlock()
		switch r := t.news.of[who]; {
		case r == nil:
		case err == nil:
			r.failures = 0
		case errors.Is(err, discord.ErrGone) && r.failures < maxNewsFailures: // the press may not be answered yet
			r.failures++
			r.waiting = append(failed.waiting, r.waiting...)
			r.inFull, r.myTurn = r.inFull || failed.inFull, r.hadTurn && (r.myTurn || failed.myTurn)
			t.scheduleNews(who, r)
			return nil
		}
		return err
	})
}
