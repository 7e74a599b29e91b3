package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// /play opens a table and gives the caller the first seat. The AgainButton opens a table with the players and options
// of a game that has ended.
var _ = register(Command{
	Name: "play", Options: playOptions, Run: play,
	Button: message.AgainButton, Press: playAgain,
})

func playOptions(s Inventory) []discord.Option {
	var subs []discord.Option
	for _, k := range s.Games {
		m := k.Manual()
		about := s.Language.Labelled(s.Language.Plain(m.Title()), s.Language.Plain(m.Summary()))
		sub := discord.Option{Kind: discord.SubCommand, Name: k.Name(), Description: message.Clip(about)}
		for _, o := range m.Options {
			sub.Options = append(sub.Options, s.gameOption(m, o))
		}
		if len(m.HouseRules) > 0 {
			sub.Options = append(sub.Options, s.rulesOption(s.about("command.option.rules", nil)))
		}
		sub.Options = append(sub.Options, s.houseOptions()...)
		subs = append(subs, sub)
	}
	return subs
}

// The options of /play in addition to those of the game: how many house players sit down, how strong they are, and
// whether the game begins immediately.
const (
	houseOption    = "house"
	strengthOption = "strength"
	nowOption      = "now"
)

// company is the default number of house players if a player wants to start immediately.
const company = 2

func (s Inventory) houseOptions() []discord.Option {
	least, most := 1.0, float64(games.MostHouse)
	strength := discord.Option{
		Kind: discord.Text, Name: strengthOption, Description: s.about("command.option.strength", nil),
	}
	for _, level := range games.Levels {
		strength.Choices = append(strength.Choices,
			discord.Choice{Name: s.about("command.option.strength."+level, nil), Value: level})
	}
	house := discord.Option{
		Kind: discord.Integer, Name: houseOption, Description: s.about("command.option.house", nil),
		Min: &least, Max: &most,
	}
	now := discord.Option{
		Kind: discord.Boolean, Name: nowOption, Description: s.about("command.option.now", nil),
	}
	return []discord.Option{house, strength, now}
}

// rulesOption lets users choose between house rules and the book, for one table or as a server's default.
const rulesOption = "rules"

func (s Inventory) rulesOption(about string) discord.Option {
	o := discord.Option{Kind: discord.Text, Name: rulesOption, Description: about}
	for _, set := range games.RuleSets {
		o.Choices = append(o.Choices, discord.Choice{Name: s.Language.Plain(set.Name()), Value: string(set)})
	}
	return o
}

// optionsBy returns the options for a table of a game: those of the chosen rule set or, if none is chosen, the
// server's rule set, overridden by the given options.
func (c Invocation) optionsBy(m games.Manual, given games.Options) games.Options {
	return m.OptionsBy(c.ruleSet(), given)
}

func (c Invocation) ruleSet() games.RuleSet {
	return cmp.Or(games.RuleSet(c.Options[rulesOption]), c.Deps.Settings.Of(c.Guild).Rules, games.House)
}

func (s Inventory) gameOption(m games.Manual, o games.Option) discord.Option {
	about := message.Clip(s.Language.Plain(m.About(o)))
	if o.Values == nil {
		least, most := float64(o.Min), float64(o.Max)
		return discord.Option{Kind: discord.Integer, Name: o.Name, Description: about, Min: &least, Max: &most}
	}
	out := discord.Option{Kind: discord.Text, Name: o.Name, Description: about}
	for _, v := range o.Values {
		name := s.Language.Plain(m.Meaning(o, v))
		if v == o.Default {
			name = s.about("command.usual", games.Args{"choice": name})
		}
		out.Choices = append(out.Choices, discord.Choice{Name: name, Value: v})
	}
	return out
}

func play(ctx context.Context, c Invocation) (Answer, error) {
	if err := c.mayOpenTable(); err != nil {
		return Answer{}, err
	}
	kind, ok := c.Deps.game(c.Sub)
	if !ok {
		return c.answerPrivately("lobby.no_game")
	}
	options, now := games.Options{}, c.Options[nowOption] == "true"
	if now { // a quick start uses the short game's options unless the caller sets others
		maps.Copy(options, kind.ShortOptions)
	}
	for name, value := range c.Options {
		if !slices.Contains([]string{houseOption, strengthOption, nowOption, rulesOption}, name) {
			options[name] = value
		}
	}
	n, _ := strconv.Atoi(c.Options[houseOption])
	if now && n == 0 && !kind.Manual().Together {
		n = company
	}
	level := games.Level(cmp.Or(c.Options[strengthOption], string(games.Steady)))
	first := c.seating(slices.Repeat([]games.Level{level}, max(0, min(n, games.MostHouse))), c.Who)
	if now {
		first = append(first, c.houseWord(c.Who, games.Start{}.String()))
	}
	if now { // players read the rules above the table, where nothing hides the cards
		c.Deps.Send.DeferNow(ctx, c.Ticket)
	}
	if err := c.Deps.Lobby.Open(ctx, c.table(c.Sub, c.optionsBy(kind.Manual(), options)), c.Source, first...); err != nil {
		return Answer{}, err
	}
	told := c.Say("command.play.open", "usage", message.Usage(c.Language, kind.Manual()))
	if now { // for users who are alone or new
		told = c.Language.Plain(kind.Manual().Coach())
	}
	if s, is := c.Deps.Lobby.At(c.Channel); is {
		if seat, sits := s.SeatOf(c.Who.ID); sits {
			told = withSeat(c.Say("lobby.seated", "seat", games.SeatLetter(seat)), told)
		}
	}
	return text(told), nil
}

// withSeat puts the sentence about a player's seat in front of a text, or of its first item if it is a numbered list.
// On a line of its own, the sentence might push the first cards off a desktop's screen.
func withSeat(seat, text string) string {
	const first = "1. "
	if item, isList := strings.CutPrefix(text, first); isList {
		return first + seat + " " + item
	}
	return seat + " " + text
}

// seating returns the Words that seat house players and people at a new table. House players come first, so that the
// game is practice from the start and players don't have to buy in.
func (c Invocation) seating(house []games.Level, people ...table.Person) (words []table.Word) {
	for _, level := range house {
		words = append(words, c.houseWord(table.Person{}, games.SitIn{Level: level}.String()))
	}
	for _, p := range people {
		words = append(words, c.houseWord(p, games.Join{}.String()))
	}
	return words
}

// table returns the row of a new table that the caller opens in the channel.
func (c Invocation) table(game string, options games.Options) store.Table {
	return store.Table{
		Guild: c.Guild, Channel: c.Channel, Game: game, Options: options, Opener: c.Who.ID, Opened: c.At,
	}
}

// mayOpenTable returns a games.Illegal if the bot lacks permissions in this channel that it needs for a table.
func (c Invocation) mayOpenTable() error {
	missing := c.BotPermissions.Missing(discord.NeededIn(c.Thread)).Each()
	if missing == nil {
		return nil
	}
	names := make([]games.Phrase, len(missing))
	for i, p := range missing {
		names[i] = games.Say("command.permission." + p.String())
	}
	return games.Refuse("command.missing", "permissions", names)
}

// againFor is how long after a game "Play again" also invites its other players (behaviour, Playing again 2).
const againFor = 15 * time.Minute

func playAgain(ctx context.Context, c Invocation) (Answer, error) {
	old, err := c.Deps.Store.Table(ctx, store.TableID(c.Button.Table))
	if err != nil && !errors.Is(err, store.ErrNoTable) {
		return Answer{}, err
	}
	if err != nil || old.Channel != c.Channel || old.Closed.IsZero() {
		return c.answerPrivately("command.not_again")
	}
	if err := c.mayOpenTable(); err != nil {
		return Answer{}, err
	}
	if a, joins := c.joinAsGuest(); joins { // another player has opened the table
		return a, nil
	}
	options, people, house, goesOn := old.Options, []table.Person(nil), []games.Level(nil), false
	switch s, err := c.Deps.Lobby.Read(ctx, old); {
	case errors.Is(err, table.ErrBroken): // the table was closed because its edition is unknown
	case err != nil:
		return Answer{}, fmt.Errorf("finding who played at table %d: %w", old.ID, err)
	default:
		options, people = s.Course.Options, lobby.RemainingPlayers(s)
		if goesOn, err = c.matchGoesOn(ctx, s); err != nil {
			return Answer{}, err
		}
		for _, p := range s.View().HouseSeats() {
			if p.IsHouse() {
				house = append(house, p.House.Level)
			}
		}
	}
	played := slices.ContainsFunc(people, func(p table.Person) bool { return p.ID == c.Who.ID })
	follows := played && c.At.Sub(old.Closed) <= againFor
	if c.Button.Words == message.NextOfMatch && !(goesOn && follows) {
		return c.answerPrivately("command.no_match")
	}
	again := c.table(old.Game, options.InMatch(goesOn))
	if follows {
		again.Follows = old.ID
	}
	sit := c.seating(house, Reseats(c.Who, people)...)
	err = c.Deps.Lobby.Open(ctx, again, c.Source, sit...)
	if errors.Is(err, store.ErrBusyChannel) { // another user has opened the table in the meantime
		if a, joins := c.joinAsGuest(); joins {
			return a, nil
		}
	}
	return Answer{How: Seen}, err
}

// matchGoesOn reports whether the player wants the next hand of a match and it can be played: the last hand was won, the
// match isn't decided, and no later hand has been won.
func (c Invocation) matchGoesOn(ctx context.Context, s table.Session) (bool, error) {
	if c.Button.Words != message.NextOfMatch || !s.Manual.IsHand(s.Course.Options) {
		return false, nil
	}
	return c.Deps.Lobby.MatchGoesOn(ctx, s)
}

// joinAsGuest gives the user who pressed the button a seat at the channel's table if it is waiting for them, and
// reports whether it is. The table itself answers the press, because the game may start before they sit down.
func (c Invocation) joinAsGuest() (Answer, bool) {
	join := c.Word
	join.Words, join.Sight = "join", table.Sight{}
	switch sits, joins := c.Deps.Lobby.Tables.Rejoin(join); {
	case sits:
		return Answer{How: Seen}, true // the player pressed twice
	case joins:
		return Answer{How: Elsewhere}, true
	}
	return Answer{}, false
}

// Reseats returns the people who sit down when a player presses "Play again": only that player. A test replaces
// Reseats to check that it would notice a mistake here.
var Reseats = func(pressed table.Person, _ []table.Person) []table.Person { return []table.Person{pressed} }
