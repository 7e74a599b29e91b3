// Package privacy tells users which data about them the bot stores and why, gives them a file with all of it, and
// deletes it on request.
package privacy

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"settable/bot/agenda"
	"settable/bot/command"
	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/games"
	"settable/store"
)

// Words holds the catalogues of the texts about users' data.
//
//go:embed words/*.yaml
var Words embed.FS

// A Service handles the commands about users' data, and forgets users and servers. All exported fields must be set.
type Service struct {
	Store  Store
	Lobby  *lobby.Lobby
	Agenda *agenda.Agenda
	Tasks  *delivery.Tasks
	Log    *slog.Logger
	Now    func() time.Time // the time by Discord's clock
}

// Commands returns the commands `/privacy` and `/forget-me`, and the buttons below their answers.
func (s *Service) Commands() []command.Command {
	return []command.Command{
		{Name: "privacy", Run: explain, Words: Words},
		{Button: message.DataButton, Run: s.export},
		{Name: "forget-me", Run: s.ask},
		{Button: message.ForgetButton, Run: s.forget},
	}
}

func answer(text string, buttons ...discord.Button) command.Answer {
	m := discord.Message{Content: message.Cut(text, message.MostText)}
	if len(buttons) > 0 {
		m.Rows = []discord.Row{{Buttons: buttons}}
	}
	return command.Answer{How: command.Private, Message: m}
}

func explain(_ context.Context, c command.Invocation) (command.Answer, error) {
	lines := []string{c.Say("privacy.title")}
	for _, key := range []string{"number", "games", "chips", "messages", "others", "gone"} {
		lines = append(lines, "- "+c.Say("privacy.keeps."+key))
	}
	lines = append(lines, c.Say("privacy.ask"))
	data := c.NewButton(c.Say("privacy.button.data"), discord.Blue, message.ID{Kind: message.DataButton})
	return answer(strings.Join(lines, "\n"), data), nil
}

func (s *Service) export(ctx context.Context, c command.Invocation) (command.Answer, error) {
	kept, err := s.Store.PlayerData(ctx, c.Who.ID)
	if err != nil {
		return command.Answer{}, err
	}
	if kept.Number == 0 {
		return answer(c.Say("privacy.nothing")), nil
	}
	file, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return command.Answer{}, err
	}
	if len(file) > discord.MaxUpload {
		return answer(c.Say("privacy.too_much")), nil
	}
	a := answer(c.Say("privacy.yours", "tables", games.Say("privacy.tables", "N", len(kept.Seats))))
	a.Message.Files = []discord.File{{Name: "settable-data.json", Content: file}}
	return a, nil
}

// ask explains what the bot deletes if it forgets the caller, and asks for confirmation.
func (s *Service) ask(ctx context.Context, c command.Invocation) (command.Answer, error) {
	kept, err := s.Store.PlayerData(ctx, c.Who.ID)
	if err != nil {
		return command.Answer{}, err
	}
	if kept.Number == 0 {
		return answer(c.Say("privacy.nothing")), nil
	}
	has, err := s.Store.Balance(ctx, c.Guild, c.Who.ID)
	if err != nil {
		return command.Answer{}, err
	}
	text := c.Say("privacy.sure", "chips", games.Say("games.chips", "N", has.Total()),
		"tables", games.Say("privacy.tables", "N", len(kept.Seats)))
	return answer(text,
		c.NewButton(c.Say("privacy.button.forget"), discord.Red, message.ID{Kind: message.ForgetButton})), nil
}

// forget handles a press on the caller's confirmation button.
func (s *Service) forget(ctx context.Context, c command.Invocation) (command.Answer, error) {
	err := s.Store.Forgetting(ctx, c.Who.ID, c.At)
	if errors.Is(err, store.ErrUnknown) {
		a := answer(c.Say("privacy.nothing"))
		a.How = command.Update
		return a, nil
	}
	if err != nil {
		return command.Answer{}, err
	}
	sits, err := s.Store.SeatedAt(ctx, c.Who.ID)
	if err != nil {
		return command.Answer{}, err
	}
	if err := s.StartPending(ctx); err != nil {
		return command.Answer{}, err
	}
	sits = slices.DeleteFunc(sits, func(row store.Table) bool { return row.Daily != 0 }) // daily deals end immediately
	a := answer(c.Say("privacy.done"))
	if len(sits) > 0 {
		a = answer(c.Say("privacy.later", "N", len(sits)))
	}
	a.How = command.Update
	return a, nil
}
