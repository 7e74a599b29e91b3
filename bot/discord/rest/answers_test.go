package rest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox/world"
)

var one = 1.0

var menuOfCommands = []discord.Command{
	{Name: "play", Description: "Open a table", Options: []discord.Option{{Kind: discord.SubCommand,
		Name: "classic", Description: "Classic SET", Options: []discord.Option{
			{Kind: discord.Text, Name: "extra", Description: "Extra cards",
				Choices: []discord.Choice{{Name: "when all agree", Value: "agree"}}},
			{Kind: discord.Integer, Name: "grace", Description: "Seconds", Min: &one},
			{Kind: discord.Boolean, Name: "slow", Description: "Slow deal"}}}}},
	{Name: "set", Description: "Claim", Options: []discord.Option{{Kind: discord.Text, Name: "labels",
		Description: "Three labels", Required: true, Complete: true}}},
	{Name: "settings", Description: "Settings"},
}

func TestCommandsAreRegisteredOnce(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	for _, want := range []bool{true, false, false} {
		changed, err := r.rest.PutCommands(t.Context(), menuOfCommands)
		require.NoError(t, err)
		require.Equal(t, want, changed)
	}
	require.Len(t, r.Sandbox.Commands(), 3)
}

func TestSlashCommandsAndTheirAnswers(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	rest, ctx := r.rest, t.Context()
	_, err := rest.PutCommands(ctx, menuOfCommands)
	require.NoError(t, err)
	_, err = r.Sandbox.Slash("Ann", "card-night", "play", world.Option{Name: "classic", Type: 1,
		Options: []world.Option{world.Opt("extra", "agree"), world.Opt("grace", 3),
			world.Opt("slow", true)}})
	require.NoError(t, err)
	slash := discordtest.Await[discord.Slash](t, r.Session)
	require.Equal(t, []any{"play", "classic", map[string]string{"extra": "agree", "grace": "3", "slow": "true"}},
		[]any{slash.Name, slash.Sub, slash.Options})
	require.True(t, slash.ManageGuild)
	require.Zero(t, slash.May.Missing(discord.Needed&^discord.SendInThreads))
	require.Equal(t, "Ann", slash.User.Name)
	require.NoError(t, rest.Defer(ctx, slash.Ticket, false))
	require.NoError(t, rest.EditAnswer(ctx, slash.Ticket, discord.Message{Content: "A table",
		Files: []discord.File{{Name: "t.png", Description: "T", Content: picture(t)}}}))
	require.Equal(t, "A table", r.Seen("Bob").Content)
	require.ErrorIs(t, rest.Answer(ctx, slash.Ticket, discord.Message{Content: "again"}, true),
		discord.ErrAnswered)
	require.NoError(t, rest.DeleteAnswer(ctx, slash.Ticket))
	require.Empty(t, r.Sandbox.Messages("card-night", "Bob"))

	done := make(chan []world.Choice, 1)
	go func() {
		choices, err := r.Sandbox.Complete(ctx, "Bob", "card-night", "set",
			world.Option{Name: "labels", Value: "a b", Focused: true})
		if err != nil {
			t.Error(err)
		}
		done <- choices
	}()
	complete := discordtest.Await[discord.Complete](t, r.Session)
	require.Equal(t, []any{"set", "labels", "a b"}, []any{complete.Name, complete.Focused,
		complete.Options["labels"]})
	require.False(t, complete.ManageGuild)
	var list []discord.Choice
	for n := range 40 {
		list = append(list, discord.Choice{Name: fmt.Sprint("a b ", n), Value: fmt.Sprint(n)})
	}
	require.NoError(t, rest.Choices(ctx, complete.Ticket, list))
	require.Len(t, <-done, 25)
}

func TestButtonsAndModals(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	rest, ctx := r.rest, t.Context()
	id, err := rest.Post(ctx, r.Channel, discord.Message{Content: "table", Rows: []discord.Row{
		{Buttons: []discord.Button{{Label: "Set…", CustomID: "t:1:set"},
			{Label: "No set", CustomID: "t:1:none"}, {Label: "Loud", CustomID: "t:1:loud"}}}}})
	require.NoError(t, err)
	asked, err := r.Sandbox.Click("Bob", "card-night", id.String(), "t:1:set")
	require.NoError(t, err)
	press := discordtest.Await[discord.Press](t, r.Session)
	require.Equal(t, []any{"t:1:set", "Bob", r.Channel}, []any{press.CustomID, press.User.Name, press.Channel})
	require.NoError(t, rest.OpenModal(ctx, press.Ticket, discord.Modal{CustomID: "t:1:set", Title: "Claim a set",
		Fields: []discord.Field{{ID: "words", Label: "Three labels", Placeholder: "A B C", Max: 30},
			{ID: "note", Label: "Note", Options: []discord.SelectOption{{Label: "D", Value: "d"}, {Label: "E", Value: "e"},
				{Label: "F", Value: "f"}}, Min: 2, Max: 2}}}))
	_, err = r.Sandbox.Submit("Bob", asked, map[string]string{"words": "a b c", "note": "d"})
	require.Error(t, err, "the user must choose two options")
	_, err = r.Sandbox.Submit("Bob", asked, map[string]string{"words": "a b c", "note": "d\nf"})
	require.NoError(t, err)
	submit := discordtest.Await[discord.Submit](t, r.Session)
	require.Equal(t, []any{"t:1:set", "a b c", "d f"}, []any{submit.CustomID, submit.Fields["words"],
		submit.Fields["note"]})
	require.NoError(t, rest.Answer(ctx, submit.Ticket, discord.Message{Content: "Not a set.", Silent: true},
		true))
	require.Equal(t, "Not a set.", r.Seen("Bob").Content)
	require.Equal(t, "table", r.Seen("Ann").Content)

	_, err = r.Sandbox.Click("Ann", "card-night", id.String(), "t:1:none")
	require.NoError(t, err)
	press = discordtest.Await[discord.Press](t, r.Session)
	require.NoError(t, rest.DeferUpdate(ctx, press.Ticket))
	_, err = r.Sandbox.Click("Ann", "card-night", id.String(), "t:1:loud")
	require.NoError(t, err)
	press = discordtest.Await[discord.Press](t, r.Session)
	require.NoError(t, rest.Update(ctx, press.Ticket, discord.Message{Content: "loud table",
		Files: []discord.File{{Name: "t.png", Description: "T", Content: picture(t)}}}))
	require.Equal(t, "loud table", r.Seen("Ann").Content)
	require.Empty(t, r.Seen("Ann").Buttons())
	require.ErrorIs(t, rest.Answer(ctx, discord.Ticket{ID: press.ID, Token: "forged"},
		discord.Message{Content: "x"}, true), discord.ErrGone)
}

func TestLateAnswerIsRefused(t *testing.T) {
	t.Parallel()
	o := typed
	o.AnswerWithin = 50 * time.Millisecond
	r := newFixture(t, o)
	id, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "table",
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	asked, err := r.Sandbox.Click("Bob", "card-night", id.String(), "x")
	require.NoError(t, err)
	press := discordtest.Await[discord.Press](t, r.Session)
	out, err := r.Sandbox.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, world.Failed, out.State)
	require.ErrorIs(t, r.rest.Answer(t.Context(), press.Ticket, discord.Message{Content: "x"}, true),
		discord.ErrGone)
}

// A deferred answer is sent as text if its picture is too large.
func TestDeferredAnswerIsSentWithoutItsPicture(t *testing.T) {
	r, d := newScriptedServer(t, reply(http.StatusRequestEntityTooLarge, `<html>`), reply(200, `{"id":"8"}`))
	require.NoError(t, r.EditAnswer(t.Context(), ticket, discord.Message{Content: "A film",
		InWords: func() string { return "There is none" },
		Files:   []discord.File{{Name: "replay.gif", Content: []byte("GIF")}}}))
	require.Len(t, d.requests(), 2)
	require.Contains(t, string(d.requests()[0].body), "replay.gif")
	require.NotContains(t, string(d.requests()[1].body), "replay.gif")
	require.Contains(t, string(d.requests()[1].body), "There is none")
}
