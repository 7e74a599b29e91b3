package message

import (
	"slices"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

// A Scene is what a table's message shows: the picture of the table, the words above it, and the buttons.
type Scene struct {
	Table   int64
	Line    int // the number of the line that the scene shows
	Sight   int // the same without secret lines
	View    games.View
	Manual  games.Manual
	Options games.Options
	Night   bool     // the table belongs to a night
	Invited []string // the guests who haven't sat down yet
	Match   Match
	Name    func(games.Seat) string
	Style   render.Style
	Lang    *words.Language // the table's language
	Sign    Sign
	Before  *Scene // the previous recap, which keeps its message; nil: none
	Past    bool   // the scene is such a recap, so its moves are no longer possible
}

// Message draws the scene, with sentences about recent events. It appends the picture to buffer. If the picture can't
// be drawn, the message says everything in words, and the error says why.
func (s Scene) Message(told []string, buffer []byte) (discord.Message, error) {
	content := s.Text(told)
	m := discord.Message{Content: content, Rows: s.rows()}
	m.InWords = func() string {
		return Cut(content+"\n"+render.Long(s.View, s.Lang, s.Name, MostText-Size(content)-1), MostText)
	}
	view := s.pictureView()
	png, err := Draw(buffer, view, s.Style, s.Lang)
	if err != nil {
		return m.Plain(), err
	}
	m.Files = []discord.File{{Name: "table.png", Description: render.Alt(view, s.Lang), Content: png}}
	return m, nil
}

// Words returns the message without its picture, for editing a posted message that already shows that picture.
func (s Scene) Words(told []string) discord.Message {
	return discord.Message{Content: s.Text(told), Rows: s.rows(), KeepFiles: true}
}

// Text returns the text above the picture: the heading, the players and the recent sentences. Before the start, the
// heading may use all the remaining room, because it lists the rules that players accept by sitting down.
func (s Scene) Text(told []string) string {
	below := "\n" + s.people() + QuoteLines(told)
	room := headSize
	if s.View.Phase == games.Gathering {
		room = max(room, MostText-Size(below))
	}
	return Cut(s.head(), room) + below
}

// QuoteLines puts each sentence on its own quoted line, as in a table's message.
func QuoteLines(told []string) (text string) {
	for _, s := range told {
		text += "\n> " + s
	}
	return text
}

// pictureView returns the view that the picture shows. The view includes the players' names before the start, when
// players want to know who is there, and at the end of a hand or a game, because players may share the picture
// elsewhere.
func (s Scene) pictureView() games.View {
	if s.View.Phase == games.Playing && !s.View.Recap {
		return s.View
	}
	return s.View.WithNames(func(seat games.Seat) string { return discord.Unescape(s.Name(seat)) })
}

func (s Scene) head() string {
	if s.Past {
		return s.heading() + s.practiceText()
	}
	head := s.heading() + s.matchText() + s.highlightsText() + s.MissingPlayers() + s.smallText(s.View.Duration) + s.sleepingText() + s.invitation() +
		s.smallText(s.View.Pause) + s.practiceText()
	if s.View.Phase != games.Finished { // notes that matter only to the players
		head += s.nightText() + s.houseRulesText()
	}
	return head
}

func (s Scene) heading() string {
	v, game := s.View, games.TitleOf(s.View.Game)
	switch v.Phase {
	case games.Gathering:
		return s.say("message.gathering", "game", game)
	case games.Finished:
		return s.say("message.finished", "game", game)
	}
	if v.CardsLeft < 0 {
		return s.say("message.playing", "game", game)
	}
	return s.say("message.cards_left", "game", game, "N", v.CardsLeft)
}

// MissingPlayers says how many more players must sit down before anyone can press Start, or returns "" if there are
// enough.
func (s Scene) MissingPlayers() string {
	if s.View.Phase != games.Gathering || s.View.May("start") {
		return ""
	}
	return s.Lang.Between() + s.say("message.wanting", "n", games.NumberInWords(s.Manual.MinSeats))
}

// smallText renders a phrase in small print on its own line.
func (s Scene) smallText(p games.Phrase) string {
	if p.Silent() {
		return ""
	}
	return "\n-# " + s.Lang.Say(p, s.Name)
}

// invitation names the guests that the table is waiting for, without pinging them.
func (s Scene) invitation() string {
	if len(s.Invited) == 0 {
		return ""
	}
	names := make([]games.Phrase, len(s.Invited))
	for i, name := range s.Invited {
		names[i] = games.Say("message.name", "who", name)
	}
	return "\n" + s.say("message.invited", "who", names)
}

// sleepingText says how to wake the table if it is asleep.
func (s Scene) sleepingText() string {
	sits := func(p games.SeatView) bool { return !p.HasLeft }
	there := func(p games.SeatView) bool { return !p.HasLeft && !p.Away }
	if s.View.Phase == games.Finished || !slices.ContainsFunc(s.View.Seats, sits) ||
		slices.ContainsFunc(s.View.Seats, there) {
		return ""
	}
	return "\n" + s.say("message.sleeping")
}

// highlightsText describes the best moments of a finished game in small print.
func (s Scene) highlightsText() string {
	lines := render.Highlights(s.View, s.Lang, s.Name)
	if len(lines) == 0 {
		return ""
	}
	return "\n-# " + s.Lang.Prose(lines...)
}

func (s Scene) say(key string, args ...any) string { return sentence(s.Lang, key, args...) }

// nightText says that the table is part of a card night, or returns "" if it isn't.
func (s Scene) nightText() string {
	if !s.Night {
		return ""
	}
	return "\n-# " + s.say("message.of_night")
}

// practiceText says that the game counts only as practice, or returns "" if no house player sits at the table.
func (s Scene) practiceText() string {
	switch {
	case !s.View.Practice:
		return ""
	case HasChips(s.Manual):
		return "\n-# " + s.say("message.play_chips")
	}
	return "\n-# " + s.say("message.practice")
}

// houseRulesText lists the house rules for players who have not sat down yet. Once the game has begun, it lists only the
// unusual rules.
func (s Scene) houseRulesText() string {
	told := s.Manual.LobbyOptions(s.Options)
	if s.View.Phase != games.Gathering {
		told = s.Manual.PlayOptions(s.Options)
	}
	if list := s.Lang.Each(told); len(list) > 0 {
		return "\n-# " + s.Lang.Prose(list...)
	}
	return ""
}
