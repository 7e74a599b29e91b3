package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/store/ids"
)

var stormRules = []games.Kind{classic.Game, poker.Game, solitaire.Game, twenty.Game, english.Game}

func (s *storm) triggerRandomEvent() {
	switch n := s.luck.IntN(100); {
	case n < 4:
		s.openTable()
	case n < 72:
		s.move()
	case n < 76:
		s.chatter()
	case n < 80:
		s.useChips()
	case n < 84:
		s.change()
	case n < 91:
		s.pass(time.Duration(s.luck.ExpFloat64() * float64(20*time.Second)))
	case n < 95:
		s.repeatEvent()
	case n < 99:
		s.changeFaults()
	default:
		s.restart()
	}
	if !s.downSince.IsZero() && s.luck.IntN(8) == 0 {
		s.reconnect(s.luck.IntN(2) == 0)
	}
	s.deliver(false)
	s.pass(time.Duration(s.luck.IntN(900)) * time.Millisecond)
}

func (s *storm) pass(d time.Duration) { time.Sleep(d) }

// sendEvent usually sends an event to the bot immediately, sometimes after later events, and sometimes not at all.
func (s *storm) sendEvent(e discord.Event) {
	switch n := s.luck.IntN(40); {
	case !s.downSince.IsZero():
		return // the connection is down
	case n == 0 && !s.onTime:
		s.note("late: %T", e)
		s.delayed = append(s.delayed, e)
		return
	}
	s.deliverEvent(e)
}

func (s *storm) deliverEvent(e discord.Event) {
	s.laws.recordMessage(e)
	s.wire.send(e)
	if s.late = append(s.late, e); len(s.late) > 12 {
		s.late = s.late[1:]
	}
}

func (s *storm) deliver(all bool) {
	for len(s.delayed) > 0 && s.downSince.IsZero() && (all || s.luck.IntN(3) == 0) {
		e := s.delayed[0]
		s.delayed = s.delayed[1:]
		s.deliverEvent(e)
	}
}

func (s *storm) repeatEvent() {
	if len(s.late) == 0 || !s.downSince.IsZero() {
		return
	}
	e := s.late[s.luck.IntN(len(s.late))]
	if m, said := e.(discord.TypedMessage); said && !s.laws.isWritten(m.Channel, "m"+m.ID.String()) {
		return // the gateway drops repeated messages, but the journal must recognise those of an earlier run
	}
	s.note("again: %T", e)
	s.wire.again(e)
}

func (s *storm) randomUser() discord.UserRef { return s.people[s.luck.IntN(len(s.people))] }
func (s *storm) randomChannel() ids.Channel {
	return s.rooms[s.luck.IntN(len(s.rooms))]
}

func (s *storm) interaction(who discord.UserRef, c ids.Channel) discord.Interaction {
	in := s.far.begin(farHome, c, who)
	in.ManageGuild, in.Locale = who.ID == s.people[0].ID, "en-GB"
	return in
}

func (s *storm) say(who discord.UserRef, c ids.Channel, words string) {
	said, ok := s.far.write(c, who, words)
	if !ok {
		return
	}
	s.note("%s in %s: %s", who.Name, c%10, words)
	said.MentionsMe = s.luck.IntN(9) == 0
	s.laws.recordMessage(said) // the bot may read the message later
	s.sendEvent(said)
}

func (s *storm) command(who discord.UserRef, c ids.Channel, name, sub string,
	options map[string]string) {
	if options == nil {
		options = map[string]string{}
	}
	s.note("%s in %s: /%s %s %v", who.Name, c%10, name, sub, options)
	s.sendEvent(discord.Slash{Interaction: s.interaction(who, c), Name: name, Sub: sub, Options: options})
}

func (s *storm) openTable() {
	rules := stormRules[s.luck.IntN(len(stormRules))]
	if s.quick {
		rules = poker.Game
	}
	options := map[string]string{}
	for _, o := range rules.Manual().Options {
		if s.luck.IntN(4) > 0 {
			continue
		}
		if o.Values != nil {
			options[o.Name] = o.Values[s.luck.IntN(len(o.Values))]
		} else {
			options[o.Name] = strconv.Itoa(o.Min + s.luck.IntN(min(o.Max, o.Min+40)-o.Min+1))
		}
	}
	who, c := s.randomUser(), s.randomChannel()
	if s.luck.IntN(2) == 0 && s.playsAgain(who, c) {
		return
	}
	s.command(who, c, "play", rules.Name(), options)
}

// playsAgain presses "Play again" below the table that ended last in a channel.
func (s *storm) playsAgain(who discord.UserRef, c ids.Channel) bool {
	var id string
	for _, p := range s.far.posts(c) {
		for _, b := range p.Buttons {
			if strings.HasPrefix(b, message.AgainButton+":") {
				id = b
			}
		}
	}
	if id == "" {
		return false
	}
	s.note("%s presses %s", who.Name, id)
	s.sendEvent(discord.Press{Interaction: s.interaction(who, c), CustomID: id})
	return true
}

// whoSits returns the user in a seat, if it is one of this evening's users.
func (s *storm) whoSits(t *lobby.Table, seat games.Seat) (discord.UserRef, bool) {
	for id, at := range t.Game.Session().Seats {
		i := slices.IndexFunc(s.people, func(u discord.UserRef) bool { return u.ID == id })
		if at == seat && i >= 0 {
			return s.people[i], true
		}
	}
	return discord.UserRef{}, false
}

func (s *storm) move() {
	c := s.randomChannel()
	t := s.bot.lobby.Tables.In(c)
	if t == nil {
		if s.luck.IntN(3) == 0 {
			s.openTable()
		}
		return
	}
	who := s.randomUser()
	seat, sits := t.Game.Session().SeatOf(who.ID)
	v := t.Game.Session().Course.Game.View(games.Watcher)
	if sits {
		v = t.Game.Session().Course.Game.View(seat)
	}
	if turn, ok := s.whoSits(t, v.Turn); ok && (s.quick || s.luck.IntN(3) > 0) {
		who, v = turn, t.Game.Session().Course.Game.View(v.Turn)
	}
	if s.luck.IntN(12) == 0 {
		s.claimRights(c)
		return
	}
	words := s.words(v)
	switch n := s.luck.IntN(10); {
	case n < 4:
		s.say(who, c, words)
	case n < 7:
		s.press(who, c, words)
	default:
		verb, rest, _ := strings.Cut(words, " ")
		options := map[string]string{}
		if rest != "" {
			options["words"] = rest
		}
		s.command(who, c, verb, "", options)
	}
}

// movers choose among the moves that a view offers.
type movers struct {
	luck  *rand.Rand
	quick bool // an evening of poker with players who usually fold early
	drops int  // but not in one of this many cases
}

// claimRights makes a player or a bystander ask for something that needs the consent of others.
func (s *storm) claimRights(c ids.Channel) {
	switch s.luck.IntN(8) {
	case 0, 1, 2:
		s.command(s.randomUser(), c, "void", "", nil)
	case 3, 4:
		s.command(s.randomUser(), c, "hurry", "", nil)
	case 5:
		s.command(s.randomUser(), c, "end", "", nil)
	default:
		s.command(s.randomUser(), c, "kick", "", map[string]string{"who": s.randomUser().ID.String()})
	}
}

// words returns a move that is usually good. It rarely adds house players, because a game with house players is only
// practice.
func (s *movers) words(v games.View) string {
	if s.luck.IntN(20) > 0 {
		v.Offers = slices.DeleteFunc(slices.Clone(v.Offers), func(o games.Offer) bool {
			return strings.HasPrefix(o.Words, "house ")
		})
	}
	if len(v.Offers) == 0 || s.luck.IntN(25) == 0 {
		return []string{"set a b c", "none", "bet 2", "call", "next", "start", "join", "drop", "show", "set 1 2 3",
			"draw", "move 1 2", "turn", "deal", "done", "exchange", "set a a a", "leave"}[s.luck.IntN(18)]
	}
	o := v.Offers[s.luck.IntN(len(v.Offers))]
	ends := func(o games.Offer) bool { return o.Words == "drop" || o.Words == "next" || o.Words == "pass" }
	if i := slices.IndexFunc(v.Offers, ends); s.quick && i >= 0 && s.luck.IntN(s.drops) > 0 {
		return v.Offers[i].Words
	}
	if (o.Words == "leave" || o.Words == "drop" || o.Words == "none") && s.luck.IntN(4) > 0 {
		o = v.Offers[s.luck.IntN(len(v.Offers))]
	}
	var open, empty []games.Cell
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			switch {
			case a.Seat > games.Watcher && a.Seat != v.Viewer || c.Label == "":
			case c.Kind == games.Face:
				open = append(open, c)
			case c.Kind == games.Empty:
				empty = append(empty, c)
			}
		}
	}
	pick := func(list []games.Cell) string {
		if len(list) == 0 {
			return "1"
		}
		return strings.ToLower(list[s.luck.IntN(len(list))].Label)
	}
	switch o.Takes {
	case games.Three:
		return o.Words + " " + s.set(open, pick)
	case games.Amount:
		return fmt.Sprintf("%s %d", o.Words, int64(o.Min)+s.luck.Int64N(int64(o.Max-o.Min)+1))
	case games.Pile:
		return o.Words + " " + pick(open)
	case games.Piles:
		return o.Words + " " + pick(open) + " " + pick(empty)
	}
	return o.Words
}

// set returns three cards, usually a set.
func (s *movers) set(open []games.Cell, pick func([]games.Cell) string) string {
	list := make([]cards.Card, len(open))
	for i, c := range open {
		list[i] = c.Card
	}
	found := cards.Sets(list)
	if len(found) == 0 || s.luck.IntN(4) == 0 {
		return pick(open) + " " + pick(open) + " " + pick(open)
	}
	var labels []string
	for _, c := range found[s.luck.IntN(len(found))] {
		labels = append(labels, strings.ToLower(open[slices.Index(list, c)].Label))
	}
	return strings.Join(labels, " ")
}

// press presses a button that is in the channel now or was there before.
func (s *storm) press(who discord.UserRef, c ids.Channel, words string) {
	on := slices.DeleteFunc(s.far.posts(c), func(p *botPost) bool { return len(p.Buttons) == 0 })
	if len(on) == 0 {
		return
	}
	p := on[len(on)-1]
	if s.luck.IntN(12) == 0 {
		p = on[s.luck.IntN(len(on))]
	}
	id := p.Buttons[s.luck.IntN(len(p.Buttons))]
	verb, rest, _ := strings.Cut(words, " ")
	for _, b := range p.Buttons {
		if strings.HasSuffix(b, ":"+verb) || strings.Contains(b, ":"+verb+":") {
			id = b
		}
	}
	s.note("%s presses %s", who.Name, id)
	in := s.interaction(who, c)
	t := s.bot.lobby.Tables.In(c)
	s.far.mu.Lock()
	ticket := s.far.tickets[string(in.Token)]
	ticket.old = t == nil || !strings.Contains(id, fmt.Sprintf(":%d:", t.Row.ID))
	ticket.line = strings.HasPrefix(id, message.CardButton+":")
	s.far.mu.Unlock()
	if strings.HasPrefix(id, "form:") {
		s.sendEvent(discord.Submit{Interaction: in, CustomID: id, Fields: map[string]string{"words": rest}})
		return
	}
	s.sendEvent(discord.Press{Interaction: in, CustomID: id})
}

// chatter makes a user talk or ask something.
func (s *storm) chatter() {
	who, c := s.randomUser(), s.randomChannel()
	switch s.luck.IntN(8) {
	case 0:
		s.command(who, c, "table", "", nil)
	case 1:
		s.command(who, c, "hand", "", nil)
	case 2:
		s.command(who, c, "help", "", nil)
	case 3:
		s.command(who, c, "leaderboard", "", map[string]string{"board": "chips"})
	default:
		s.say(who, c, []string{"set a reminder", "what a night", "call me later",
			"😀", "@everyone look"}[s.luck.IntN(5)])
	}
}

// useChips performs a random action with nights or with chips that are not on a table.
func (s *storm) useChips() {
	who, c := s.randomUser(), s.randomChannel()
	switch s.luck.IntN(8) {
	case 0, 1:
		s.command(who, c, "chips", "daily", nil)
	case 2:
		s.command(s.people[0], c, "chips", "grant",
			map[string]string{"member": who.ID.String(), "amount": strconv.Itoa(1 + s.luck.IntN(50)),
				"reason": "a gift"})
	case 3:
		s.command(who, c, "chips", "grant",
			map[string]string{"member": who.ID.String(), "amount": "1000", "reason": "mine"})
	case 4:
		s.command(who, c, "chips", "audit", nil)
	case 5:
		s.command(who, c, "chips", "history", nil)
	case 6:
		s.command(s.people[0], c, "night", "start", map[string]string{"stack": strconv.Itoa(5 + s.luck.IntN(20))})
	default:
		s.command(s.people[0], c, "night", "end", nil)
	}
}

func (s *storm) change() {
	c := s.randomChannel()
	switch s.luck.IntN(6) {
	case 0:
		s.command(s.people[0], c, "settings", "server", map[string]string{"turn": strconv.Itoa(s.luck.IntN(90))})
	case 1, 2: // a user deletes messages of the bot
		var ids []ids.Message
		for _, p := range s.far.posts(c) {
			if s.luck.IntN(2) == 0 {
				ids = append(ids, p.ID)
			}
		}
		s.far.remove(c, ids...)
		s.note("deleted in %s: %v", c%10, ids)
		s.sendEvent(discord.MessageGone{IDs: ids, Channel: c})
	case 3: // the channel is deleted, and a new one is created
		if s.luck.IntN(4) > 0 {
			return
		}
		s.rooms[slices.Index(s.rooms, c)] = s.far.removeChannel(c)
		s.note("channel %s is gone", c%10)
		s.sendEvent(discord.ChannelGone{Channel: c})
	default:
		s.command(s.randomUser(), c, "end", "", nil)
	}
}

// changeFaults changes how REST or the gateway fails.
func (s *storm) changeFaults() {
	switch n := s.luck.IntN(12); {
	case n == 9:
		s.stall(time.Duration(1+s.luck.IntN(90)) * time.Second)
	case n == 10:
		s.note("somebody sets the clock")
		s.mu.Lock()
		s.clockSet += time.Duration(s.luck.IntN(1200)-600) * time.Second
		s.mu.Unlock()
	case n == 11:
		s.far.mu.Lock()
		s.far.backward = !s.far.backward
		s.far.mu.Unlock()
	case n < 2:
		s.note("the store fails: %s", s.faulty.breakSoon(s.luck))
		s.failing.Store(true)
		s.failed = true
	case n == 2:
		s.faulty.mends()
		s.failing.Store(false)
	case n < 5:
		w := faultRates{lost: s.luck.Float64() * .2, unanswered: s.luck.Float64() * .2, busy: s.luck.Float64() * .2,
			limited: s.luck.Float64() * .2, hanging: s.luck.Float64() * .1, pictures: s.luck.Float64() * .3}
		s.far.mu.Lock()
		s.far.weather = w
		s.far.mu.Unlock()
		s.note("weather %+v", w)
	case n < 7:
		s.far.mu.Lock()
		s.far.weather = faultRates{}
		s.far.mu.Unlock()
	case s.downSince.IsZero():
		s.note("the line goes down")
		s.wire.send(discord.Disconnected{})
		s.downSince = time.Now()
		s.isDown.Store(true)
		s.delayed = nil
	default:
		s.reconnect(s.luck.IntN(2) == 0)
	}
}

// stall suspends the process for a while. When it continues, it reads the events that have arrived in the meantime.
func (s *storm) stall(d time.Duration) {
	s.note("the process stands still for %s", d)
	s.mu.Lock()
	s.stalled += d
	s.mu.Unlock()
	s.far.mu.Lock()
	s.far.ahead += d
	s.far.mu.Unlock()
}

// reconnect restores the connection, either without missed events or with a new session that reports a gap.
func (s *storm) reconnect(gap bool) {
	since := s.downSince
	s.downSince = time.Time{}
	s.isDown.Store(false)
	s.note("the line is back, gap %t", gap)
	if !gap {
		s.wire.send(discord.Resumed{})
		return
	}
	s.wire.send(discord.Ready{User: s.wire.Me(), App: farApp, Guilds: []ids.Guild{farHome},
		GuildsKnown: true, ContentAllowed: true, Again: true})
	s.wire.send(discord.Gap{Since: since, Why: "storm"})
}

// restart stops or crashes the bot, and starts it again after a while.
func (s *storm) restart() {
	s.laws.checkReported()
	if s.luck.IntN(2) == 0 {
		s.note("restart")
		s.total.restarts.Add(1)
		s.stop()
	} else {
		s.note("crash")
		s.total.crashes.Add(1)
		s.crash()
	}
	s.delayed, s.late = nil, nil
	s.pass(time.Duration(s.luck.IntN(240)) * time.Second) // as long as Discord remembers a nonce
	s.open()
	s.laws.check(true)
}
