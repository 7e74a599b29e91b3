package discord

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
)

func TestMessagesArePostedEditedAndDeleted(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	rest, ctx := r.REST(), t.Context()
	ann := UserID(r.sb.User("Ann").ID)
	to := r.say("Ann", "set a b c")
	id, err := rest.Post(ctx, r.night, Message{
		Content: Mention(ann) + " @everyone " + Mention(UserID(r.sb.User("Bob").ID)), Mention: []UserID{ann}, ReplyTo: to,
		Embeds: []Embed{{Title: "Classic SET", Text: "12 cards", Colour: 0x336699, Footer: "81 left"}},
		Files:  []File{{Name: "table.png", Description: "A two striped red diamonds", PNG: picture(t)}},
		Rows: []Row{{Buttons: []Button{{Label: "Join", Emoji: "✋", Style: Green, CustomID: "join"}, {Label: "End", Style: Red, CustomID: "end", Disabled: true}}},
			{Select: &Select{CustomID: "palette", Placeholder: "Palette", Options: []SelectOption{{Label: "Calm", Value: "calm", Description: "blue", Chosen: true}, {Label: "Loud", Value: "loud"}}}}},
	})
	require.NoError(t, err)
	got := r.seen("Bob")
	require.Equal(t, string(id), got.ID)
	require.Equal(t, []string{string(ann)}, ids(got.Mentions))
	require.False(t, got.MentionEveryone)
	require.Equal(t, string(to), got.MessageReference.MessageID)
	require.Equal(t, "A two striped red diamonds", got.Attachments[0].Description)
	raw, err := r.sb.Attachment(got.Attachments[0].ID, "Bob")
	require.NoError(t, err)
	require.Equal(t, picture(t), raw)
	require.Len(t, got.Buttons(), 3)

	require.NoError(t, rest.Edit(ctx, r.night, id, Message{Content: "next", KeepFiles: true}))
	got = r.seen("Bob")
	require.Equal(t, "next", got.Content)
	require.Len(t, got.Attachments, 1)
	require.Empty(t, got.Buttons())
	require.Empty(t, got.Embeds)
	require.NoError(t, rest.Edit(ctx, r.night, id, Message{Content: "new", Files: []File{{Name: "b.png", Description: "B", PNG: picture(t)}}}))
	require.Equal(t, "B", r.seen("Bob").Attachments[0].Description)
	require.NoError(t, rest.Edit(ctx, r.night, id, Message{Content: "none"}))
	require.Empty(t, r.seen("Bob").Attachments)

	require.NoError(t, rest.Edit(ctx, r.night, id, Message{Files: []File{{Name: "c.png", Description: "C", PNG: picture(t)}}, Embeds: []Embed{{Image: "c.png"}}}))
	require.Equal(t, "C", r.seen("Bob").Embeds[0].Image.Description)

	require.NoError(t, rest.React(ctx, r.night, to, "👀"))
	require.Equal(t, "👀", r.sb.Messages("card-night", "Bob")[0].Reactions[0].Emoji.Name)
	require.NoError(t, rest.Delete(ctx, r.night, id))
	require.Equal(t, MessageGone{IDs: []MessageID{id}, Channel: r.night}, await[MessageGone](t, r.Session))
	require.ErrorIs(t, rest.Edit(ctx, r.night, id, Message{Content: "x"}), ErrUnknownMessage)
	require.ErrorIs(t, rest.Delete(ctx, r.night, id), ErrUnknownMessage)
	_, err = rest.Post(ctx, "1234", Message{Content: "x"})
	require.ErrorIs(t, err, ErrUnknownChannel)
	require.NoError(t, r.sb.Deny("card-night", int64(SendMessages)))
	_, err = rest.Post(ctx, r.night, Message{Content: "x"})
	require.ErrorIs(t, err, ErrMissingAccess)
}

func ids(users []sandbox.User) (list []string) {
	for _, u := range users {
		list = append(list, u.ID)
	}
	return list
}

func TestMissedMessagesAreListed(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	first := r.say("Ann", "one")
	second := r.say("Bob", "two")
	mine, err := r.REST().Post(t.Context(), r.night, Message{Content: "three"})
	require.NoError(t, err)
	fourth := r.say("Cid", "four")
	list, err := r.REST().MessagesAfter(t.Context(), GuildID(r.sb.Guild()), r.night, first, 100)
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.Equal(t, second, list[0].(Said).ID)
	require.Equal(t, "two", list[0].(Said).Content)
	require.Equal(t, Passed{ID: mine, Channel: r.night, Mine: true}, list[1])
	require.Equal(t, fourth, list[2].(Said).ID)
	list, err = r.REST().MessagesAfter(t.Context(), GuildID(r.sb.Guild()), r.night, fourth, 100)
	require.NoError(t, err)
	require.Empty(t, list)
}
