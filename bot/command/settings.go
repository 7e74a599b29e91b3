package command

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/settings"
	"settable/games"
	"settable/render"
	"settable/store"
)

// /settings shows and changes the settings of a server, such as the look of tables and how they treat late claims,
// and the personal settings of the caller.
var _ = register(Command{Name: "settings", Subs: []Command{
	{Name: "show", Run: showSettings},
	{Name: "server", Options: serverOptions, Run: setServer},
	{Name: "mine", Options: mineOptions, Run: setMine},
}})

// The longest grace period for a late claim and the longest thinking time, in seconds.
const (
	maxGrace = 10.0
	maxTurn  = 3600.0
)

func serverOptions(s Inventory) []discord.Option {
	least, grace, turn := 0.0, maxGrace, maxTurn
	return []discord.Option{
		{Kind: discord.Text, Name: "theme", Choices: s.listed("command.theme.", render.Themes())},
		{Kind: discord.Text, Name: "palette", Choices: s.listed("command.palette.", render.Palettes())},
		{Kind: discord.Number, Name: "grace", Min: &least, Max: &grace},
		{Kind: discord.Integer, Name: "turn", Min: &least, Max: &turn},
		{Kind: discord.Text, Name: "timezone", MaxLength: 64},
		{Kind: discord.Text, Name: "language", Choices: s.languages()},
		s.rulesOption(""),
	}
}

// asDiscord is the choice that follows the server's language setting in Discord.
const asDiscord = "discord"

// languages returns a choice for each language, which shows the language's own name, up to Discord's maximum number
// of choices.
func (s Inventory) languages() []discord.Choice {
	list := []discord.Choice{{Name: s.Language.Key("command.language.discord"), Value: asDiscord}}
	for _, l := range s.All {
		list = append(list, discord.Choice{Name: l.Autonym(), Value: l.Locale()})
	}
	return list[:min(len(list), discord.MaxChoices)]
}

func mineOptions(s Inventory) []discord.Option {
	palettes := s.listed("command.palette.", render.Palettes())
	return []discord.Option{
		{Kind: discord.Text, Name: "palette", Choices: append(choices("server"), palettes...)},
		{Kind: discord.Text, Name: newsOption, Choices: s.listed("command.news.", []string{newsInTable, store.NewsByMessage})},
	}
}

// listed returns choices with these values. Their names are the texts with the key followed by the value.
func (s Inventory) listed(key string, list []string) []discord.Choice {
	var out []discord.Choice
	for _, v := range list {
		out = append(out, discord.Choice{Name: s.Language.Key(key + v), Value: v})
	}
	return out
}

func setServer(ctx context.Context, c Invocation) (Answer, error) {
	if !c.Who.Manages {
		return c.answerPrivately("command.settings.not_you")
	}
	zone := c.Options["timezone"]
	if zone != "" {
		var known bool
		if zone, known = settings.ParseZone(zone); !known {
			return c.answerPrivately("command.settings.no_zone")
		}
	}
	err := c.Deps.Settings.Change(ctx, c.Guild, func(set *store.GuildSettings) {
		if theme := c.Options["theme"]; theme != "" {
			set.Theme = theme
		}
		if palette := c.Options["palette"]; palette != "" {
			set.Palette = palette
		}
		if zone != "" {
			set.Zone = zone
		}
		switch language := c.Options["language"]; language {
		case "":
		case asDiscord:
			set.Language = ""
		default:
			set.Language = c.Deps.Lobby.Words.In(language).Locale()
		}
		if rules := games.RuleSet(c.Options[rulesOption]); slices.Contains(games.RuleSets, rules) {
			set.Rules = rules
		}
		// Discord also checks these bounds.
		grace, err := strconv.ParseFloat(c.Options["grace"], 64)
		if err == nil && grace >= 0 && grace <= maxGrace {
			set.Grace = time.Duration(grace * float64(time.Second))
		}
		if turn, err := strconv.Atoi(c.Options["turn"]); err == nil && turn >= 0 && turn <= maxTurn {
			set.Turn = time.Duration(turn) * time.Second
		}
	})
	if err != nil {
		return Answer{}, err
	}
	c.Deps.Lobby.Redraw(c.Guild)
	return showSettings(ctx, c)
}

// newsOption determines how a player gets news about a table. newsInTable is its default value.
const newsOption, newsInTable = "news", "table"

func setMine(ctx context.Context, c Invocation) (Answer, error) {
	mine, err := c.Deps.Store.PlayerSettings(ctx, c.Who.ID)
	if err != nil {
		return Answer{}, err
	}
	palette, news := c.Options["palette"], c.Options[newsOption]
	switch palette {
	case "":
	case "server":
		mine.Palette = ""
	default:
		mine.Palette = palette
	}
	switch news {
	case newsInTable:
		mine.News = ""
	case store.NewsByMessage:
		mine.News = news
	}
	if palette+news != "" {
		if err := c.Deps.Store.SetPlayerSettings(ctx, c.Who.ID, mine); err != nil {
			return Answer{}, err
		}
	}
	if news != "" {
		me := lobby.Viewer{Who: c.Who.ID, Ticket: c.Ticket, Lang: c.Language}
		c.Deps.Lobby.ChooseNews(c.Channel, me, mine.News == store.NewsByMessage, c.At)
	}
	return showSettings(ctx, c)
}

func showSettings(ctx context.Context, c Invocation) (Answer, error) {
	set := c.Deps.Settings.Of(c.Guild)
	mine, err := c.Deps.Store.PlayerSettings(ctx, c.Who.ID)
	if err != nil {
		return Answer{}, err
	}
	language := c.Say("command.language.discord")
	if set.Language != "" {
		language = c.Deps.Lobby.Words.In(set.Language).Autonym()
	}
	yours := "command.about.settings.mine.palette.server"
	if mine.Palette != "" {
		yours = "command.palette." + mine.Palette
	}
	news := c.Say("command.news." + cmp.Or(mine.News, newsInTable))
	turn := c.Say("command.settings.no_turn")
	if set.Turn > 0 {
		turn = c.Say("command.settings.turn", "s", plainSeconds(set.Turn))
	}
	lines := []string{
		c.Say("command.settings.here",
			"theme", c.Say("command.theme."+cmp.Or(set.Theme, render.Themes()[0])),
			"palette", c.Say("command.palette."+cmp.Or(set.Palette, render.Palettes()[0])),
			"grace", plainSeconds(set.Grace), "turn", turn, "zone", c.Deps.Settings.Zone(c.Guild), "language", language,
			"rules", cmp.Or(set.Rules, games.House).Name()),
		c.Say("command.settings.yours", "palette", c.Say(yours), "news", news),
		c.Say("command.settings.change"),
		c.Say("command.settings.safe"),
	}
	if mine.News == store.NewsByMessage {
		lines = slices.Insert(lines, 2, c.Say("command.settings.news"))
	}
	return text(strings.Join(lines, "\n")), nil
}

// plainSeconds formats a duration as users would type it, in seconds, such as "2" or "0.5".
func plainSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) }
