package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// /help shows what the caller can do in this channel now.
var _ = register(Command{Name: "help", Run: help, Button: message.HelpButton})

func help(ctx context.Context, c Invocation) (Answer, error) {
	s, err := c.Deps.Lobby.Find(ctx, c.Channel)
	stands := err == nil
	if !stands && !errors.Is(err, store.ErrNoTable) {
		return Answer{}, err
	}
	answer := text(helpText(c, s, stands))
	if !stands {
		answer.Message.Rows = gameButtons(c, "", "")
	}
	return answer, nil
}

// helpText returns the text of /help. If it is too long for one message, it omits the descriptions of the games.
func helpText(c Invocation, s table.Session, stands bool) string {
	said := helpWith(c, s, stands, "command.help.game")
	if message.Size(said) > message.MostText {
		said = helpWith(c, s, stands, "command.help.game_alone")
	}
	return said
}

// helpWith returns the text of /help. line is the catalogue key of the line about each game.
func helpWith(c Invocation, s table.Session, stands bool, line string) string {
	var parts []string
	hands := slices.ContainsFunc(c.Deps.Games, func(k games.Kind) bool { return k.Manual().Hands })
	example := c.Deps.Games[0].Manual()
	if stands {
		hands, example = s.Manual.Hands, s.Manual
		parts = append(parts, c.helpAt(s)...)
	} else {
		parts = append(parts, c.Say("command.help.open"))
		for _, k := range c.Deps.Games {
			m := k.Manual()
			play := Inventory{Games: c.Deps.Games, Language: c.Language}.Play(k.Name())
			parts = append(parts, c.Say(line, "play", play, "title", m.Title(), "about", m.Summary()))
		}
	}
	moves := c.Say("command.help.moves")
	if c.Language.Me() != "" {
		typed := c.Language.Typed(example.Game, example.UsualMove())
		moves = c.Say("command.help.moves_by_name", "example", typed)
	}
	if !stands { // at a table, the moves fill a phone's screen
		parts = append(parts, "")
	}
	parts = append(parts, moves, c.Say("command.help.further"))
	if !stands || s.View().Phase == games.Gathering {
		parts = append(parts, c.Say("command.help.house"))
	}
	if hands {
		parts = append(parts, c.Say("command.help.hand"))
	}
	if hasNightGame(c.Deps.Games) && (!stands || message.HasChips(s.Manual)) {
		parts = append(parts, c.Say("command.help.chips"), c.Say("command.help.night"))
	}
	return strings.Join(parts, "\n")
}

// helpAt lists the moves that are possible at a table now, and how to type them.
func (c Invocation) helpAt(s table.Session) []string {
	seat, sits := s.SeatOf(c.Who.ID)
	v := s.View()
	parts := []string{c.opening(s, v, seat, sits)}
	offers := v.Offers
	if sits {
		offers = s.Course.Game.View(seat).Offers
	}
	for _, verb := range s.Manual.Verbs {
		if slices.ContainsFunc(offers, func(o games.Offer) bool {
			return o.Words == verb.Name || o.Takes == games.Bare &&
				strings.HasPrefix(o.Words, verb.Name+" ")
		}) {
			example := c.Language.Typed(s.Manual.Game, verb.Example)
			_, typed := table.Read(s.Rules, table.Word{Door: table.Typed, Words: verb.Example})
			if verb.Private || !typed { // "leave" is talk when it is typed
				example = Inventory{Games: c.Deps.Games, Language: c.Language}.Slash(s.Manual.Game, verb.Example)
			}
			parts = append(parts, c.Say("command.help.verb", "example", example, "about", s.Manual.Help(verb)))
		}
	}
	if sits {
		rights := "command.help.rights"
		if message.HasChips(s.Manual) {
			rights = "command.help.rights_chips"
		}
		parts = append(parts, c.Say("command.help.presence"), c.Say(rights))
	}
	return parts
}

// opening describes the state of the table for the caller in one sentence.
func (c Invocation) opening(s table.Session, v games.View, seat games.Seat, sits bool) string {
	key := "not_yet"
	switch {
	case v.Phase == games.Gathering && !sits:
		key = "gathering"
	case v.Phase == games.Gathering:
		key = "gathering_you"
	case s.Asleep() && sits:
		key = "asleep_you"
	case s.Asleep() && v.May("join"):
		key = "asleep_join"
	case s.Asleep():
		key = "asleep"
	case sits && v.Seat(seat).Locked:
		key = "locked"
	case sits:
		key = "playing_you"
	case v.Seat(seat).Seat != seat && s.Manual.WalkIn:
		key = "walk_in"
	case v.May("join"):
		key = "join"
	}
	wanting := message.Scene{View: v, Lang: c.Language, Manual: s.Manual}.MissingPlayers()
	return c.Language.Say(games.Say("command.help."+key, "game", s.Manual.Title(),
		"seat", games.SeatLetter(seat), "now", v.Headline, "wanting", wanting), s.Name)
}
