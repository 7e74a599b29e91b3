package lobby

import (
	"context"
	"fmt"
	"maps"

	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A match is a series of one-hand games. Each hand has a table of its own, which follows the table of the previous
// hand (behaviour, Playing again 6). The number of hands that each player has won is computed from the journals of
// these tables.

// A competitor identifies a player of a match. House players are identified by name, because their seats may change
// from hand to hand.
type competitor struct {
	id    ids.User // 0: a house player
	house string
}

type handsWon map[competitor]int

// add counts the hand of a session, if it is over and was won.
func (w handsWon) add(s table.Session, v games.View) {
	if v.Phase != games.Finished {
		return
	}
	for who, seat := range competitors(s, v) {
		if v.Seat(seat).Winner {
			w[who]++
		}
	}
}

func competitors(s table.Session, v games.View) map[competitor]games.Seat {
	all := map[competitor]games.Seat{}
	for player, seat := range s.Seats {
		who := competitor{id: player}
		if player.IsHouse() {
			who = competitor{house: v.Seat(seat).House.Name}
		}
		all[who] = seat
	}
	return all
}

func (w handsWon) isDecided() bool {
	for _, n := range w {
		if n >= message.HandsToWin {
			return true
		}
	}
	return false
}

// maxHands limits how many tables of a match are read. A match with many players can need more than three hands.
const maxHands = 20

// handsBefore returns the hands won in a match before the hand of the given table.
func (l *Lobby) handsBefore(ctx context.Context, row store.Table) (handsWon, error) {
	won := handsWon{}
	for range maxHands {
		if row.Follows == 0 || !row.Options.IsMatch() {
			break
		}
		old, err := l.Store.Table(ctx, row.Follows)
		if err != nil {
			return nil, err
		}
		if old.Channel != row.Channel || old.Game != row.Game {
			return nil, fmt.Errorf("table %d belongs to another channel or game", old.ID)
		}
		s, err := l.Read(ctx, old)
		if err != nil {
			return nil, err
		}
		won.add(s, s.View())
		row = old
	}
	return won, nil
}

// loadMatch loads the score of a match before the table's hand. If that fails, the table shows no score.
func (t *Table) loadMatch(ctx context.Context) {
	if !t.Row.Options.IsMatch() {
		return
	}
	won, err := t.lobby.handsBefore(ctx, t.Row)
	if err != nil {
		t.log.Warn("loading the earlier hands of a match failed, so its score isn't shown", "error", err)
		return
	}
	t.handsWon = won
}

// match returns the score of the match that the table's hand belongs to or can begin.
func (t *Table) match(s table.Session, v games.View) message.Match {
	if !t.Manual.IsHand(s.Course.Options) {
		return message.Match{}
	}
	won := handsWon{}
	maps.Copy(won, t.handsWon)
	won.add(s, v)
	m := message.Match{Begun: t.handsWon != nil}
	m.Continues = v.Phase == games.Finished && !won.isDecided() && len(won) > 0 && mayPlayOn(v)
	if !m.Begun {
		return m
	}
	seated := competitors(s, v)
	for _, p := range v.Seats {
		for who, seat := range seated {
			if seat == p.Seat {
				m.Players = append(m.Players, message.MatchPlayer{Name: s.Name(seat), Won: won[who]})
			}
		}
	}
	if v.Phase == games.Gathering {
		for _, p := range t.Guests.all() {
			if _, sits := s.SeatOf(p.ID); !sits {
				m.Players = append(m.Players, message.MatchPlayer{Name: p.Name, Won: won[competitor{id: p.ID}]})
			}
		}
	}
	return m
}

// mayPlayOn reports whether at least two players stayed until the end, so that another hand is possible.
func mayPlayOn(v games.View) bool {
	n := 0
	for _, p := range v.Seats {
		if !p.HasLeft {
			n++
		}
	}
	return n > 1
}

// MatchGoesOn reports whether another hand can follow the hand of a finished table: the hand was won or belongs to a
// match, the match isn't decided, and no later hand has been won.
func (l *Lobby) MatchGoesOn(ctx context.Context, s table.Session) (bool, error) {
	won, err := l.handsBefore(ctx, s.Row)
	if err != nil {
		return false, err
	}
	if won.add(s, s.View()); len(won) == 0 || won.isDecided() {
		return false, nil
	}
	closed, err := l.Store.Closed(ctx, s.Row.Channel, maxHands)
	if err != nil {
		return false, err
	}
	for _, row := range closed {
		if row.Follows != s.Row.ID || !row.Options.IsMatch() {
			continue
		}
		next, err := l.Read(ctx, row)
		if err != nil {
			return false, err
		}
		later := handsWon{}
		if later.add(next, next.View()); len(later) > 0 {
			return false, nil
		}
	}
	return true, nil
}
