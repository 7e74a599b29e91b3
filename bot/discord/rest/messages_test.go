package rest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox/world"
	"settable/store/ids"
)

func TestMessagesArePostedEditedAndDeleted(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	rest, ctx := r.rest, t.Context()
	ann := discordtest.ID[ids.User](r.Sandbox.User("Ann").ID)
	to := r.Say("Ann", "set a b c")
	id, err := rest.Post(ctx, r.Channel, discord.Message{
		Content: discord.Mention(ann) + " @everyone " + discord.Mention(discordtest.ID[ids.User](r.Sandbox.User("Bob").ID)),
		Mention: []ids.User{ann}, ReplyTo: to,
		Framed: "12 cards",
		Files:  []discord.File{{Name: "table.png", Description: "A two striped red diamonds", Content: picture(t)}},
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "Join", Style: discord.Green,
			CustomID: "join"}, {Label: "End", Style: discord.Red, CustomID: "end", Disabled: true}}}},
	})
	require.NoError(t, err)
	got := r.Seen("Bob")
	require.Equal(t, id.String(), got.ID)
	require.Equal(t, []string{ann.String()}, idsOf(got.Mentions))
	require.False(t, got.MentionEveryone)
	require.Equal(t, to.String(), got.MessageReference.MessageID)
	require.Equal(t, "A two striped red diamonds", got.Attachments[0].Description)
	raw, err := r.Sandbox.Attachment(got.Attachments[0].ID, "Bob")
	require.NoError(t, err)
	require.Equal(t, picture(t), raw)
	require.Len(t, got.Buttons(), 2)
	require.Equal(t, "12 cards", got.Embeds[0].Description)

	require.NoError(t, rest.Edit(ctx, r.Channel, id, discord.Message{Content: "next", KeepFiles: true}))
	got = r.Seen("Bob")
	require.Equal(t, "next", got.Content)
	require.Len(t, got.Attachments, 1)
	require.Empty(t, got.Buttons())
	require.Empty(t, got.Embeds)
	require.NoError(t, rest.Edit(ctx, r.Channel, id, discord.Message{Content: "new",
		Files: []discord.File{{Name: "b.png", Description: "B", Content: picture(t)}}}))
	require.Equal(t, "B", r.Seen("Bob").Attachments[0].Description)
	require.NoError(t, rest.Edit(ctx, r.Channel, id, discord.Message{Content: "none"}))
	require.Empty(t, r.Seen("Bob").Attachments)

	require.NoError(t, rest.React(ctx, r.Channel, to, "👀"))
	require.Equal(t, "👀", r.Sandbox.Messages("card-night", "Bob")[0].Reactions[0].Emoji.Name)
	require.NoError(t, rest.Delete(ctx, r.Channel, id))
	require.Equal(t, discord.MessageGone{IDs: []ids.Message{id}, Channel: r.Channel},
		discordtest.Await[discord.MessageGone](t, r.Session))
	require.ErrorIs(t, rest.Edit(ctx, r.Channel, id, discord.Message{Content: "x"}), discord.ErrUnknownMessage)
	require.ErrorIs(t, rest.Delete(ctx, r.Channel, id), discord.ErrUnknownMessage)
	_, err = rest.Post(ctx, 1234, discord.Message{Content: "x"})
	require.ErrorIs(t, err, discord.ErrUnknownChannel)
	require.NoError(t, r.Sandbox.Deny("card-night", int64(discord.SendMessages)))
	_, err = rest.Post(ctx, r.Channel, discord.Message{Content: "x"})
	require.ErrorIs(t, err, discord.ErrMissingAccess)
}

func idsOf(users []world.User) (list []string) {
	for _, u := range users {
		list = append(list, u.ID)
	}
	return list
}

func TestMissedMessagesAreListed(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	first := r.Say("Ann", "one")
	second := r.Say("Bob", "two")
	mine, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "three"})
	require.NoError(t, err)
	fourth := r.Say("Cid", "four")
	after := func(id ids.Message) (list []ids.Message) {
		messages, err := r.rest.MessagesAfter(t.Context(), r.Channel, id, 100)
		require.NoError(t, err)
		for _, raw := range messages {
			var m posted
			require.NoError(t, json.Unmarshal(raw, &m))
			list = append(list, m.ID)
		}
		return list
	}
	require.Equal(t, []ids.Message{second, mine, fourth}, after(first))
	require.Empty(t, after(fourth))
}
