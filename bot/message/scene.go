package message

import (
	"slices"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

// A Scene is what a table's message shows: a picture of the table, the words around it, and buttons.
type Scene struct {
	Table   int64
	Line    int // the number of the line it shows
	Sight   int // the same without secret lines
	View    games.View
	Manual  games.Manual
	Options games.Options
	Night   bool     // the table belongs to a night
	Invited []string // the guests who do not sit yet
	Name    func(games.Seat) string
	Style   render.Style
	Lang    *words.Language // of the table
	Sign    Sign
}

// Message is the scene as a message, with sentences that tell what happened lately. The picture is appended to
// buffer. If it can't be drawn, the message says everything in words, and the error says why.
func (s Scene) Message(told []string, buffer []byte) (discord.Message, error) {
	content := s.Text(told)
	m := discord.Message{Content: content, Rows: s.rows()}
	m.InWords = func() string {
		return Cut(content+"\n"+render.Long(s.View, s.Lang, s.Name, MostText-Size(content)-1), MostText)
	}
	view := s.pictured()
	png, err := Draw(buffer, view, s.Style, s.Lang)
	if err != nil {
		return m.Plain(), err
	}
	m.Files = []discord.File{{Name: "table.png", Description: render.Alt(view, s.Lang), Content: png}}
	return m, nil
}

// Text is what stands above the picture: the heading, the players and the sentences told lately. Before the start
// the heading takes all the room that the others leave, because anyone who sits down agrees to what it says.
func (s Scene) Text(told []string) string {
	below := "\n" + s.people() + Quoted(told)
	room := headSize
	if s.View.Phase == games.Gathering {
		room = max(room, MostText-Size(below))
	}
	return Cut(s.head(), room) + below
}

// Quoted are sentences as they stand below a table, each on a line of its own.
func Quoted(told []string) (text string) {
	for _, s := range told {
		text += "\n> " + s
	}
	return text
}

// pictured is the view that the picture shows. At the end of a game it has names,
// because people post the picture elsewhere.
func (s Scene) pictured() games.View {
	if s.View.Phase != games.Finished {
		return s.View
	}
	return s.View.Named(func(seat games.Seat) string { return discord.Unescape(s.Name(seat)) })
}

func (s Scene) head() string {
	head := s.heading() + s.highlights() + s.Wanting() + s.small(s.View.Lasts) + s.sleeping() + s.invitation() +
		s.small(s.View.Pause) + s.practice()
	if s.View.Phase != games.Finished { // notes that matter only to players
		head += s.ofNight() + s.house()
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
	if v.Left < 0 {
		return s.say("message.playing", "game", game)
	}
	return s.say("message.cards_left", "game", game, "N", v.Left)
}

// Wanting says how many players must sit down before anybody can press Start; "" once they do.
func (s Scene) Wanting() string {
	if s.View.Phase != games.Gathering || s.View.May("start") {
		return ""
	}
	return s.Lang.Between() + s.say("message.wanting", "n", games.NumberInWords(s.Manual.MinSeats))
}

// small is a phrase of the game's in small letters, on a line of its own.
func (s Scene) small(p games.Phrase) string {
	if p.Silent() {
		return ""
	}
	return "\n-# " + s.Lang.Say(p, s.Name)
}

// invitation names the guests who are waited for, without a ping.
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

// sleeping says what wakes the table, if nobody is there.
func (s Scene) sleeping() string {
	sits := func(p games.Place) bool { return !p.Left }
	there := func(p games.Place) bool { return !p.Left && !p.Away }
	if s.View.Phase == games.Finished || !slices.ContainsFunc(s.View.Seats, sits) ||
		slices.ContainsFunc(s.View.Seats, there) {
		return ""
	}
	return "\n" + s.say("message.sleeping")
}

// highlights tells the best moments of a game that is over, in small letters.
func (s Scene) highlights() string {
	lines := render.Highlights(s.View, s.Lang, s.Name)
	if len(lines) == 0 {
		return ""
	}
	return "\n-# " + s.Lang.Prose(lines...)
}

func (s Scene) say(key string, args ...any) string { return say(s.Lang, key, args...) }

// ofNight says that the table belongs to a night, if it does.
func (s Scene) ofNight() string {
	if !s.Night {
		return ""
	}
	return "\n-# " + s.say("message.of_night")
}

// practice says what the table is played for, if the house plays at it.
func (s Scene) practice() string {
	switch {
	case !s.View.Practice:
		return ""
	case HasChips(s.Manual):
		return "\n-# " + s.say("message.play_chips")
	}
	return "\n-# " + s.say("message.practice")
}

// house tells players before they sit down which house rules hold. Once a table with
// players of the house plays, only the unusual ones are told.
func (s Scene) house() string {
	told := s.Manual.AnnouncedOptions(s.Options)
	if s.View.Practice && s.View.Phase != games.Gathering {
		told = s.Manual.ChangedOptions(s.Options)
	}
	if list := s.Lang.Each(told); len(list) > 0 {
		return "\n-# " + s.Lang.Prose(list...)
	}
	return ""
}
