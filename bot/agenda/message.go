package agenda

import (
	"context"
	"fmt"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/games"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

// maxNamed is the maximum number of players whose names a post lists. That many names of the maximum length fit into
// a message.
const maxNamed = 20

func (a *Agenda) message(ctx context.Context, p store.Plan) (discord.Message, error) {
	lang := a.Lobby.Languages.Of(p.Guild)
	if !p.Cancelled.IsZero() {
		return discord.Message{Content: lang.Text("agenda.cancelled", "when", Moment(lang, p.Starts))}, nil
	}
	names, err := a.Lobby.Names.Load(ctx, p.Guild, append([]ids.User{p.Planner}, p.Players...))
	if err != nil {
		return discord.Message{}, err
	}
	lines := []string{
		lang.Text("agenda.planned", "when", Moment(lang, p.Starts), "who", names.Of(p.Planner)),
		signedUp(lang, p, names),
	}
	note := lang.Text("agenda.will_remind")
	if !p.Remind.Before(p.Starts) {
		note = lang.Text("agenda.will_begin")
	}
	lines = append(lines, note)
	if p.Event > 0 {
		lines = append(lines, fmt.Sprintf("https://discord.com/events/%d/%d", p.Guild, p.Event))
	}
	sign := a.Lobby.Seal.For(p.Guild)
	button := func(key, kind string, style discord.Style) discord.Button {
		return discord.Button{Label: lang.Key(key), Style: style,
			CustomID: sign(message.ID{Kind: kind, Words: fmt.Sprint(p.ID)})}
	}
	return discord.Message{Content: strings.Join(lines, "\n"), Rows: []discord.Row{{Buttons: []discord.Button{
		button("agenda.in", message.InButton, discord.Green), button("agenda.out", message.OutButton, discord.Grey),
	}}}}, nil
}

// signedUp returns a sentence that names the players who have signed up, without pinging them.
func signedUp(lang *words.Language, p store.Plan, known lobby.Names) string {
	names := games.NamesOf(p.Players[:min(len(p.Players), maxNamed)], known.Of)
	switch more := len(p.Players) - len(names); {
	case len(names) == 0:
		return lang.Text("agenda.nobody")
	case more > 0:
		names = append(names, lang.Text("agenda.more", "N", more))
	}
	return lang.Text("agenda.who", "N", len(p.Players), "names", lang.List(names))
}

func (a *Agenda) reminder(p store.Plan) discord.Message {
	lang := a.Lobby.Languages.Of(p.Guild)
	m := discord.Message{}
	var mentions []string
	for _, player := range p.Players {
		m.Mention = append(m.Mention, player)
		mentions = append(mentions, discord.Mention(player))
	}
	key := "agenda.begins"
	if !a.Now().Before(p.Starts) {
		key = "agenda.begun"
	}
	text := lang.Text(key, "when", discord.Timestamp(p.Starts, "R"))
	m.Content = strings.TrimSpace(strings.Join(mentions, " ") + "\n" + text)
	sign := a.Lobby.Seal.For(p.Guild)
	m.Rows = []discord.Row{{Buttons: []discord.Button{{Label: lang.Key("agenda.start"), Style: discord.Green,
		CustomID: sign(message.ID{Kind: message.NightButton})}}}}
	return m
}

// Moment returns a timestamp that shows a time in each reader's own time zone, with the time left until then.
func Moment(lang *words.Language, t time.Time) string {
	return discord.Timestamp(t, "F") + lang.Aside(discord.Timestamp(t, "R"))
}
