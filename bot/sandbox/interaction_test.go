package sandbox_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
)

// nextInteraction waits for the next interaction that the bot receives.
func (b *bot) nextInteraction() *discordgo.Interaction {
	b.t.Helper()
	return b.next("INTERACTION_CREATE").Struct.(*discordgo.InteractionCreate).Interaction
}

// postBoard posts a message with two buttons.
func postBoard(t *testing.T, b *bot) *discordgo.Message {
	t.Helper()
	m, err := b.ChannelMessageSendComplex(b.sb.Channel("card-night"),
		&discordgo.MessageSend{Content: "table", Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "No set", CustomID: "none", Style: discordgo.PrimaryButton},
				discordgo.Button{Label: "Off", CustomID: "off", Style: discordgo.DangerButton, Disabled: true},
			}},
		}})
	require.NoError(t, err)
	return m
}

func answerWith(kind discordgo.InteractionResponseType,
	d *discordgo.InteractionResponseData) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: kind, Data: d}
}

func TestEphemeralAnswerIsPrivate(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	m := postBoard(t, b)
	id, err := sb.Click("Bob", "card-night", m.ID, "none")
	require.NoError(t, err)
	in := b.nextInteraction()
	require.Equal(t, []any{id, "Bob", "none", m.ID},
		[]any{in.ID, in.Member.User.GlobalName, in.MessageComponentData().CustomID, in.Message.ID})
	require.NoError(t, b.InteractionRespond(in, answerWith(4, &discordgo.InteractionResponseData{
		Content: "Your cards", Flags: discordgo.MessageFlagsEphemeral,
		Files: []*discordgo.File{{Name: "hand.png", ContentType: "image/png",
			Reader: strings.NewReader(string(picture(t, 2, 2)))}},
	})))
	out, err := sb.WaitOutcome(soon(t), id)
	require.NoError(t, err)
	require.Equal(t, world.Answered, out.State)
	require.Equal(t, "Your cards", out.Message.Content)
	require.True(t, out.Message.Ephemeral())
	require.Len(t, sb.Messages("card-night", "Bob"), 2)
	require.Len(t, sb.Messages("card-night", "Ann"), 1)
	_, err = b.ChannelMessageEdit(m.ChannelID, out.Message.ID, "for all")
	requireCode(t, err, 404, 10008)
	list, err := b.ChannelMessages(m.ChannelID, 10, "", "", "")
	require.NoError(t, err)
	require.Len(t, list, 1)
	_, err = sb.Attachment(out.Message.Attachments[0].ID, "Ann")
	require.Error(t, err)
	_, err = sb.Attachment(out.Message.Attachments[0].ID, "Bob")
	require.NoError(t, err)

	err = b.InteractionRespond(in, answerWith(4, &discordgo.InteractionResponseData{Content: "again"}))
	requireCode(t, err, 400, 40060)
	_, err = b.InteractionResponseEdit(in, &discordgo.WebhookEdit{Content: ptr("Your newer cards")})
	require.NoError(t, err)
	require.Equal(t, "Your newer cards", sb.Messages("card-night", "Bob")[1].Content)
	require.NoError(t, sb.Dismiss("Bob", "card-night", out.Message.ID))
	require.Len(t, sb.Messages("card-night", "Bob"), 1)
	requireCode(t, b.InteractionResponseDelete(in), 404, 10008)
}

func TestOnlyExistingButtonsCanBePressed(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	m := postBoard(t, b)
	for _, id := range []string{"nothing", "off"} {
		_, err := sb.Click("Ann", "card-night", m.ID, id)
		require.Error(t, err, id)
	}
	_, err := sb.Forge("Ann", "card-night", m.ID, "forged:id")
	require.NoError(t, err)
	in := b.nextInteraction()
	require.Equal(t, "forged:id", in.MessageComponentData().CustomID)
	// The bot answers the press by editing the message.
	require.NoError(t, b.InteractionRespond(in,
		answerWith(7, &discordgo.InteractionResponseData{
			Content: "closed", Components: []discordgo.MessageComponent{}})))
	now := sb.Messages("card-night", "Cid")[0]
	require.Equal(t, "closed", now.Content)
	require.Empty(t, now.Components)
	_, err = sb.Click("Ann", "card-night", m.ID, "none")
	require.Error(t, err, "the edit removed the buttons")
}

func TestModalIsSubmitted(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	m := postBoard(t, b)
	id, err := sb.Click("Ann", "card-night", m.ID, "none")
	require.NoError(t, err)
	asked := b.nextInteraction()
	status, _, body := rest(t, sb, "POST", "/interactions/"+asked.ID+"/"+asked.Token+"/callback",
		`{"type":9,"data":{"custom_id":"claim","title":"Claim a set","components":[
			{"type":18,"label":"Cards","component":{"type":3,"custom_id":"cards","min_values":2,"max_values":2,
				"options":[{"label":"A","value":"a"},{"label":"B","value":"b"},{"label":"C","value":"c"}]}},
			{"type":18,"label":"Note","component":{"type":4,"custom_id":"note","style":1,"min_length":2,"max_length":4}}]}}`)
	require.Equal(t, 204, status, body)
	out, err := sb.WaitOutcome(soon(t), id)
	require.NoError(t, err)
	require.Equal(t, world.Modal, out.State)
	require.Equal(t, "Claim a set", out.Form.Title)
	for _, bad := range []map[string]string{{}, {"cards": "a\nb"}, {"cards": "a", "note": "xy"},
		{"cards": "a\nb\nc", "note": "xy"}, {"cards": "a\nd", "note": "xy"}, {"cards": "a\nb", "note": "x"},
		{"cards": "a\nb", "note": "vwxyz"}, {"cards": "a\nb", "note": "xy", "other": "z"}} {
		_, err = sb.Submit("Ann", id, bad)
		require.Error(t, err, "%v", bad)
	}
	good := map[string]string{"cards": "a\nc", "note": "xy"}
	_, err = sb.Submit("Bob", id, good)
	require.Error(t, err, "a form of another user")
	_, err = sb.Submit("Ann", id, good)
	require.NoError(t, err)
	var sent struct {
		ID, Token string
		Type      int
		Message   struct{ ID string }
		Data      struct {
			Components []struct {
				Component struct {
					Values []string
					Value  string
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(b.next("INTERACTION_CREATE").RawData, &sent))
	require.Equal(t, []any{5, m.ID, []string{"a", "c"}, "xy"}, []any{sent.Type, sent.Message.ID,
		sent.Data.Components[0].Component.Values, sent.Data.Components[1].Component.Value})
	in := &discordgo.Interaction{ID: sent.ID, Token: sent.Token}
	require.NoError(t, b.InteractionRespond(in, answerWith(6, nil)))
}

func play(t *testing.T, b *bot) {
	t.Helper()
	status, _, body := rest(t, b.sb, "PUT", "/applications/"+b.sb.Application()+"/commands",
		`[{"name":"play","description":"Start a game","options":[
			{"type":1,"name":"classic","description":"Classic SET","options":[
				{"type":3,"name":"deal","description":"How cards are dealt",
					"choices":[{"name":"slow","value":"slow"},{"name":"fast","value":"fast"}]},
				{"type":4,"name":"minutes","description":"How long","min_value":1,"max_value":60},
				{"type":3,"name":"table","description":"Which table","autocomplete":true},
				{"type":6,"name":"with","description":"Who"}]}]},
			{"name":"settings","description":"Change settings"}]`)
	require.Equal(t, 200, status, body)
}

func TestSlashCommandsAreChecked(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	play(t, b)
	first := sb.Commands()
	play(t, b)
	require.Equal(t, first[0].ID, sb.Commands()[0].ID, "a command must keep its id")
	for name, options := range map[string][]world.Option{
		"no subcommand": nil, "an unknown one": {world.Sub("nothing")},
		"a wrong choice": {world.Sub("classic", world.Opt("deal", "never"))},
		"out of range":   {world.Sub("classic", world.Opt("minutes", 61))},
		"a stranger":     {world.Sub("classic", world.Opt("with", "Zoe"))},
	} {
		_, err := sb.Slash("Ann", "card-night", "play", options...)
		require.Error(t, err, name)
	}
	_, err := sb.Slash("Ann", "card-night", "settings")
	require.NoError(t, err)
	require.NotZero(t, b.nextInteraction().Member.Permissions&discordgo.PermissionManageGuild)

	_, err = sb.Slash("Bob", "card-night", "play",
		world.Sub("classic", world.Opt("deal", "slow"), world.Opt("minutes", 5), world.Opt("with", "Cid")))
	require.NoError(t, err)
	in := b.nextInteraction()
	sub := in.ApplicationCommandData().Options[0]
	require.Equal(t, "classic", sub.Name)
	require.Equal(t, "slow", sub.Options[0].StringValue())
	require.EqualValues(t, 5, sub.Options[1].IntValue())
	require.Equal(t, "Cid", in.ApplicationCommandData().Resolved.Users[sub.Options[2].Value.(string)].GlobalName)
	require.NoError(t, b.InteractionRespond(in,
		answerWith(4, &discordgo.InteractionResponseData{Content: "open"})))
	require.Equal(t, 20, sb.Messages("card-night", "Ann")[0].Type)
}

func TestAutocompleteShowsTheBotsChoices(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	play(t, b)
	done := make(chan error, 1)
	go func() {
		in := b.nextInteraction()
		d := in.ApplicationCommandData().Options[0].Options[0]
		if !d.Focused || d.Value != "ca" {
			t.Errorf("the typed words did not come: %+v", d)
		}
		wrong := b.InteractionRespond(in, answerWith(4, &discordgo.InteractionResponseData{Content: "no"}))
		if wrong == nil {
			t.Error("a message is no answer to a completion")
		}
		done <- b.InteractionRespond(in, answerWith(8, &discordgo.InteractionResponseData{
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "card-night", Value: "t1"}},
		}))
	}()
	choices, err := sb.Complete(soon(t), "Ann", "card-night", "play",
		world.Sub("classic", world.Option{Name: "table", Value: "ca", Focused: true}))
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.Equal(t, []world.Choice{{Name: "card-night", Value: "t1"}}, choices)
}

func TestLateAnswerFails(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true, AnswerWithin: 50 * time.Millisecond})
	b := connect(t, sb)
	m := postBoard(t, b)
	id, err := sb.Click("Ann", "card-night", m.ID, "none")
	require.NoError(t, err)
	out, err := sb.WaitOutcome(soon(t), id)
	require.NoError(t, err)
	require.Equal(t, world.Failed, out.State)
	requireCode(t, b.InteractionRespond(b.nextInteraction(), answerWith(6, nil)), 404, 10062)
}

func TestDeferredAnswer(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	sb := start(t, sandbox.Options{
		MessageContent: true, Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	b := connect(t, sb)
	play(t, b)
	id, err := sb.Slash("Ann", "card-night", "play", world.Sub("classic"))
	require.NoError(t, err)
	in := b.nextInteraction()
	_, err = b.FollowupMessageCreate(in, true, &discordgo.WebhookParams{Content: "too early"})
	requireCode(t, err, 404, 10015)
	require.NoError(t, b.InteractionRespond(in,
		answerWith(5, &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral})))
	out, ok := sb.Outcome(id)
	require.True(t, ok)
	require.Equal(t, world.Deferred, out.State)
	require.Empty(t, sb.Messages("card-night", "Ann"), "a deferred answer shows no message yet")
	first, err := b.FollowupMessageCreate(in, true, &discordgo.WebhookParams{Content: "here it is"})
	require.NoError(t, err)
	require.Equal(t, first.ID, sb.Messages("card-night", "Ann")[0].ID,
		"the first follow-up replaces the deferred message")
	require.True(t, sb.Messages("card-night", "Ann")[0].Ephemeral())
	_, err = b.FollowupMessageCreate(in, true, &discordgo.WebhookParams{Content: "for all"})
	require.NoError(t, err)
	require.Len(t, sb.Messages("card-night", "Bob"), 1)

	later.Store(int64(16 * time.Minute))
	_, err = b.FollowupMessageCreate(in, true, &discordgo.WebhookParams{Content: "too late"})
	requireCode(t, err, 401, 50027)
}

func TestWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, sb.Wait(ctx, func() bool { return false }), context.Canceled)
}

// An interaction contains the locale of the user's client and that of the server.
func TestInteractionHasTheUsersLocale(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	m := postBoard(t, b)
	locales := func(who string) []any {
		_, err := sb.Click(who, "card-night", m.ID, "none")
		require.NoError(t, err)
		in := b.nextInteraction()
		return []any{string(in.Locale), string(*in.GuildLocale)}
	}
	require.NoError(t, sb.Speak("Bob", "ja"))
	require.Equal(t, []any{"ja", "en-US"}, locales("Bob"))
	require.Equal(t, []any{"en-US", "en-US"}, locales("Ann"), "another user's locale")
	require.Error(t, sb.Speak("Bob", "Klingon"))
	require.Equal(t, []any{"ja", "en-US"}, locales("Bob"), "her locale must not change")
}
