package message

import (
	"slices"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

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
	Lang    *words.Language // of the table
}

// A Post is what a table's message shows: a picture, the words around it, and buttons.
type Post struct {
	Line   int    // the number of the line it shows
	Head   string // the heading
	People string // who sits, by the letters in the picture
	View   games.View
	Name   func(games.Seat) string
	Lang   *words.Language
	Rows   []discord.Row
}

// Post is the scene as a post; sign makes the custom ids of its buttons.
func (s Scene) Post(sign Sign) Post {
	head := s.heading() + s.highlights() + s.Wanting() + s.small(s.View.Lasts) + s.sleeping() + s.invitation()
	head += s.small(s.View.Pause) + s.practice()
	if s.View.Phase != games.Finished { // notes that matter only to players
		head += s.ofNight() + s.house()
	}
	return Post{
		Line: s.Line, Head: head, People: s.people(), View: s.View, Name: s.Name, Lang: s.Lang, Rows: s.rows(sign),
	}
}

// Text is what stands above the picture: the heading, the players and the recent sentences. Before the start
// the heading takes all the room that the others leave, because whoever sits down agrees to what it says.
func (p Post) Text(recent []string) string {
	below := ""
	if p.People != "" {
		below = "\n" + p.People
	}
	for _, s := range recent {
		below += "\n> " + s
	}
	room := headSize
	if p.View.Phase == games.Gathering {
		room = max(room, MostText-Size(below))
	}
	return Cut(p.Head, room) + below
}

// Pictured is the view that the picture shows. At the end of a game it has names,
// because people post the picture elsewhere.
func (p Post) Pictured() games.View {
	if p.View.Phase != games.Finished || p.Name == nil {
		return p.View
	}
	return p.View.Named(func(s games.Seat) string { return discord.Unescape(p.Name(s)) })
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
	return s.Lang.Between() + s.say("message.wanting", "n", games.Numeral(s.Manual.MinSeats))
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
	told := s.Manual.House(s.Options)
	if s.View.Practice && s.View.Phase != games.Gathering {
		told = s.Manual.Unusual(s.Options)
	}
	if list := s.Lang.Each(told); len(list) > 0 {
		return "\n-# " + s.Lang.Prose(list...)
	}
	return ""
}
