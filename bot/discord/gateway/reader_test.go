package gateway

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/store/ids"
)

var testReader = reader{me: 99, roles: roles("5", "77")}

func roles(kv ...string) *sync.Map {
	m := &sync.Map{}
	for i := 0; i < len(kv); i += 2 {
		m.Store(discordtest.ID[ids.Guild](kv[i]), kv[i+1])
	}
	return m
}

func TestMessagesAreReadTolerantly(t *testing.T) {
	said := discord.TypedMessage{ID: 175928847299117063, Channel: 2, Guild: 5,
		Author:  discord.UserRef{ID: 3, Name: "Ann"},
		Content: "set a b c", At: ids.Time(ids.Message(175928847299117063))}
	passed := discord.OtherMessage{ID: 175928847299117063, Channel: 2}
	const head = `{"id":"175928847299117063","channel_id":"2","guild_id":"5","author":{"id":"3",
		"username":"ann_1","global_name":"Ann"},"type":0,`
	with := func(change func(*discord.TypedMessage)) discord.TypedMessage { s := said; change(&s); return s }
	for name, c := range map[string]struct {
		raw  string
		want discord.Event
	}{
		"plain":        {head + `"content":"set a b c"}`, said},
		"never edited": {head + `"content":"set a b c","edited_timestamp":null}`, said},
		"nick": {head + `"content":"set a b c","member":{"nick":"Annie","user":null}}`,
			with(func(s *discord.TypedMessage) { s.Author.Name = "Annie" })},
		"invisible nick": {head + `"content":"set a b c","member":{"nick":"\u3164"}}`, said},
		"mention": {head + `"content":"<@99>  set a b c "}`,
			with(func(s *discord.TypedMessage) { s.MentionsMe = true })},
		"mention with !": {head + `"content":"<@!99> set a b c"}`,
			with(func(s *discord.TypedMessage) { s.MentionsMe = true })},
		"mention of role": {head + `"content":"<@&77> set a b c"}`,
			with(func(s *discord.TypedMessage) { s.MentionsMe = true })},
		"mention of role, unreadable": {head + `"content":"","mention_roles":["70","77"]}`,
			with(func(s *discord.TypedMessage) { s.MentionsMe, s.Content = true, "" })},
		"mention of other roles, unreadable": {head + `"content":"","mention_roles":["70","7"]}`, passed},
		"mention without text": {head + `"content":"<@99>"}`, with(func(s *discord.TypedMessage) {
			s.MentionsMe, s.Content = true, ""
		})},
		"mention of another user": {head + `"content":"<@98> hello"}`,
			with(func(s *discord.TypedMessage) { s.Content = "<@98> hello" })},
		"reply": {`{"id":"175928847299117063","channel_id":"2","guild_id":"5","author":{"id":"3",
			"username":"Ann"},"type":19,"content":"set a b c",
			"message_reference":{"type":0,"message_id":"44"},"referenced_message":{"author":{"id":"99"}}}`,
			with(func(s *discord.TypedMessage) { s.ReplyToMe = true })},
		"reply to a deleted message": {`{"id":"175928847299117063","channel_id":"2","guild_id":"5",
			"author":{"id":"3","username":"Ann"},"type":19,"content":"set a b c",
			"message_reference":{"message_id":"44"},"referenced_message":null}`,
			said},
		"unknown components": {head +
			`"content":"set a b c","components":[{"type":4711,"components":7},null,[]],"embeds":{"odd":1},` +
			`"flags":"x"}`, said},
		"long": {head + `"content":"` + strings.Repeat("a", discord.MaxWords+1) + `"}`, passed},
		"long, with a mention": {head + `"content":"<@99> ` + strings.Repeat("a", discord.MaxWords+1) + `"}`,
			with(func(s *discord.TypedMessage) { s.MentionsMe, s.Content = true, "" })},
		"huge": {head + `"content":"` + strings.Repeat(`\u0000`, 4000) + `"}`, passed},
		"200 wide": {head + `"content":"` + strings.Repeat("李", discord.MaxWords) + `"}`,
			with(func(s *discord.TypedMessage) { s.Content = strings.Repeat("李", discord.MaxWords) })},
		"no content":      {head + `"content":""}`, passed},
		"content null":    {head + `"content":null}`, passed},
		"content missing": {head + `"x":1}`, passed},
		"webhook":         {head + `"content":"set a b c","webhook_id":"1"}`, passed},
		"edited since": {head + `"content":"set a b c","edited_timestamp":"2026-11-20T16:27:23.821720+00:00"}`,
			passed},
		"announcement": {strings.Replace(head, `"type":0`, `"type":7`, 1) + `"content":"set a b c"}`, passed},
		"bot": {strings.Replace(head, `"id":"3"`, `"id":"3","bot":true`, 1) + `"content":"set a b c"}`,
			passed},
		"own": {strings.Replace(head, `"id":"3"`, `"id":"99","bot":true`, 1) + `"content":"set a b c"}`,
			discord.OtherMessage{ID: passed.ID, Channel: 2}},
		"private": {strings.Replace(head, `"guild_id":"5",`, ``, 1) + `"content":"set a b c"}`,
			discord.DirectMessage{ID: said.ID, Channel: 2, Author: said.Author, At: said.At}},
		"private, by the bot": {strings.NewReplacer(`"guild_id":"5",`, ``, `"id":"3"`, `"id":"99"`).Replace(head) +
			`"content":"only you"}`, nil},
		"no author":     {`{"id":"1","channel_id":"2","guild_id":"5","content":"hi"}`, nil},
		"not an object": {`[]`, nil},
		"null":          {`null`, nil},
		"cut off":       {`{"id":"1"`, nil},
	} {
		if d := cmp.Diff(c.want, testReader.readListed([]byte(c.raw), 0)); d != "" {
			t.Errorf("%s: -want +got\n%s", name, d)
		}
	}
}

const askHead = `"id":"175928847299117063","token":"tok","guild_id":"5","channel_id":"2","locale":"de",` +
	`"app_permissions":"2048",` +
	`"member":{"nick":"Annie","permissions":"32","user":{"id":"3","username":"ann_1"}},`

func interaction() discord.Interaction {
	return discord.Interaction{Ticket: discord.Ticket{ID: "175928847299117063", Token: "tok", Channel: 2},
		Guild: 5, User: discord.UserRef{ID: 3, Name: "Annie"},
		ManageGuild: true, UserMay: discord.ManageServer, May: discord.SendMessages, Locale: "de",
		At: ids.Time(ids.Message(175928847299117063))}
}

// interactionOn returns the interaction of a user who pressed a button below this message.
func interactionOn(message ids.Message) discord.Interaction {
	i := interaction()
	i.On = message
	return i
}

func TestInteractionsAreReadTolerantly(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		want discord.Event
	}{
		"press": {`{` + askHead +
			`"type":3,"message":{"id":"8","components":[{"type":4711}]},"data":{"custom_id":"x:1:join",` +
			`"component_type":2}}`,
			discord.Press{Interaction: interactionOn(8), CustomID: "x:1:join"}},
		"select": {`{` + askHead +
			`"type":3,"message":{"id":"8"},"data":{"custom_id":"pal","component_type":3,"values":["a","b"]}}`,
			discord.Press{Interaction: interactionOn(8), CustomID: "pal"}},
		"modal": {`{` + askHead + `"type":5,"data":{"custom_id":"m","components":[{"type":1,
			"components":[{"type":4,"custom_id":"words","value":"a b c"}]},null,
				{"type":18,"component":{"type":4,"custom_id":"two","value":"x"}},
				{"type":18,"component":{"type":3,"custom_id":"three","values":["a","b"]}}]}}`,
			discord.Submit{Interaction: interaction(), CustomID: "m",
				Fields: map[string]string{"words": "a b c", "two": "x", "three": "a b"}}},
		"slash": {`{` + askHead + `"type":2,"data":{"name":"play","type":1,"resolved":{"users":{"6":{"id":"6",
			"username":"bob","global_name":"Bob"},"7":null}},
				"options":[{"name":"classic","type":1,"options":[{"name":"slow","type":5,"value":true},{"name":"extra",
				"type":3,"value":"agree"},{"name":"n","type":4,"value":12},{"name":"odd","type":99,"value":{}}]}]}}`,
			discord.Slash{Interaction: interaction(), Name: "play", Sub: "classic",
				Options: map[string]string{"slow": "true", "extra": "agree", "n": "12"},
				Names:   map[ids.User]string{6: "Bob"}}},
		"complete": {`{` + askHead +
			`"type":4,"data":{"name":"set","type":1,"options":[{"name":"labels","type":3,"value":"a b",` +
			`"focused":true}]}}`,
			discord.Complete{Interaction: interaction(), Name: "set", Options: map[string]string{"labels": "a b"},
				Focused: "labels"}},
		"private": {`{"id":"175928847299117063","token":"tok","channel_id":"2","type":2,"user":{"id":"3",` +
			`"username":"ann_1"},"data":{"name":"help"}}`,
			discord.Slash{Interaction: discord.Interaction{Ticket: discord.Ticket{ID: "175928847299117063",
				Token: "tok", Channel: 2}, User: discord.UserRef{ID: 3, Name: "ann_1"},
				At: ids.Time(ids.Message(175928847299117063))},
				Name: "help", Options: map[string]string{}, Names: map[ids.User]string{}}},
		"menu of a user": {`{` + askHead + `"type":2,"data":{"name":"play","type":2}}`, nil},
		"new kind":       {`{` + askHead + `"type":77,"data":{}}`, nil},
		"no user":        {`{"id":"1","token":"t","type":3,"data":{"custom_id":"x"}}`, nil},
		"no data":        {`{` + askHead + `"type":3}`, nil},
		"data null":      {`{` + askHead + `"type":5,"data":null}`, nil},
		"null":           {`null`, nil},
	} {
		e, _, wrong := testReader.interaction([]byte(c.raw), time.Time{})
		if d := cmp.Diff(c.want, e); d != "" {
			t.Errorf("%s: -want +got\n%s", name, d)
		}
		require.Equal(t, c.want == nil, wrong != "", name)
	}
}

// If an interaction can't be read, the bot logs this for the host and answers the user.
func TestInvalidInteractions(t *testing.T) {
	for raw, want := range map[string]struct {
		wrong    string
		answered bool
	}{
		`{` + askHead + `"type":3}`:                                              {unreadableData, true},
		`{` + askHead + `"type":2,"data":[]}`:                                    {unreadableData, true},
		`{` + askHead + `"type":5,"data":{"components":[]}}`:                     {unreadableData, true},
		`{` + askHead + `"type":4}`:                                              {unreadableData, false},
		`{` + askHead + `"type":77}`:                                             {unknownKind, false},
		`{"id":"0","token":"t","type":3,"user":{"id":"3"}}`:                      {noID, false},
		`{"id":"x","token":"t","type":3,"user":{"id":"3"}}`:                      {noID, false},
		`{"id":"1","token":"t","type":3,"guild_id":"0","user":{"id":"3"}}`:       {noInteraction, false},
		`{"id":"1","token":"","type":3,"user":{"id":"3"}}`:                       {noID, false},
		`{"id":"1","token":"t","type":3,"user":{"id":"0"}}`:                      {noInteraction, false},
		`{"id":"1","token":"t","type":3,"data":{"custom_id":"x"},"member":null}`: {noUser, false},
		`[]`: {noInteraction, false},
	} {
		e, head, wrong := testReader.interaction([]byte(raw), time.Time{})
		require.Nil(t, e, raw)
		require.Equal(t, want.wrong, wrong, raw)
		require.Equal(t, want.answered, head.ID != "", raw)
	}
	require.Nil(t, testReader.readListed([]byte(`{"id":"0","channel_id":"2","author":{"id":"3"},"content":"x"}`), 5))
}

func TestChangesOfGuildsAndChannels(t *testing.T) {
	r := reader{me: 99, roles: roles()}
	require.Equal(t, discord.GuildHere{Guild: 5, Locale: "de"},
		r.change("GUILD_CREATE", []byte(`{"id":"5","name":"Friends","preferred_locale":"de","roles":[{"id":"70","tags":{}},{"id":"77",
			"tags":{"bot_id":"99"}},null]}`)))
	role, _ := r.roles.Load(ids.Guild(5))
	require.Equal(t, "77", role)
	require.Equal(t, discord.GuildGone{Guild: 5, Outage: true},
		r.change("GUILD_DELETE", []byte(`{"id":"5","unavailable":true}`)))
	require.Equal(t, discord.GuildGone{Guild: 5}, r.change("GUILD_DELETE", []byte(`{"id":"5"}`)))
	for _, kind := range []string{"GUILD_SCHEDULED_EVENT_UPDATE", "GUILD_SCHEDULED_EVENT_DELETE"} {
		require.Equal(t, discord.CalendarChanged{Guild: 5, Event: 9},
			r.change(kind, []byte(`{"id":"9","guild_id":"5","status":4}`)))
		require.Nil(t, r.change(kind, []byte(`{"id":"x","guild_id":"5"}`)))
	}
	// A channel or thread that is missing from a list may still exist, because the bot can't see all of them.
	require.Nil(t, r.change("THREAD_LIST_SYNC", []byte(`{"guild_id":"5","channel_ids":["2"],"threads":[]}`)))
	require.Equal(t, discord.GuildHere{Guild: 5},
		r.change("GUILD_CREATE", []byte(`{"id":"5","channels":[],"threads":[]}`)))
	require.Equal(t, discord.GuildGone{Guild: 5, Outage: true},
		r.change("GUILD_CREATE", []byte(`{"id":"5","unavailable":true}`)))
	require.Equal(t, discord.ChannelGone{Guild: 5, Channel: 2},
		r.change("CHANNEL_DELETE", []byte(`{"id":"2","guild_id":"5","type":0}`)))
	require.Equal(t, discord.MessageGone{IDs: []ids.Message{8}, Channel: 2},
		r.change("MESSAGE_DELETE", []byte(`{"id":"8","channel_id":"2"}`)))
	require.Equal(t, discord.MessageGone{IDs: []ids.Message{8, 9}, Channel: 2},
		r.change("MESSAGE_DELETE_BULK", []byte(`{"ids":["8","9"],"channel_id":"2"}`)))
	for _, kind := range []string{"GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE", "MESSAGE_DELETE",
		"TYPING_START"} {
		require.Nil(t, r.change(kind, []byte(`null`)), kind)
		require.Nil(t, r.change(kind, []byte(`{"id":{}}`)), kind)
	}
}

// No frame, however malformed, stops the reader.
func FuzzReader(f *testing.F) {
	f.Add([]byte(`{`+askHead+`"type":3,"data":{"custom_id":"x"}}`), "MESSAGE_DELETE")
	f.Add([]byte(`{"id":"1","channel_id":"2","guild_id":"5","author":{},"content":"a"}`), "GUILD_CREATE")
	f.Fuzz(func(t *testing.T, raw []byte, kind string) {
		r := reader{me: 99, roles: roles()}
		if s, ok := r.readListed(raw, 5).(discord.TypedMessage); ok {
			require.LessOrEqual(t, len([]rune(s.Content)), discord.MaxWords)
		}
		r.interaction(raw, time.Time{})
		r.change(kind, raw)
	})
}

func BenchmarkMessage(b *testing.B) {
	raw := []byte(`{"id":"175928847299117063","channel_id":"2","guild_id":"5","type":0,"content":"set a b c",
		"timestamp":"2026-11-20T16:27:23.821720+00:00",
		"author":{"id":"3","username":"ann_1","discriminator":"0","global_name":"Ann","avatar":null,
		"public_flags":0,"flags":0,"primary_guild":null},
		"member":{"nick":null,"avatar":null,"roles":["70","71"],"joined_at":"2026-11-20T16:27:23.821720+00:00",
		"deaf":false,"mute":false,"flags":0,"pending":false},
		"edited_timestamp":null,"tts":false,"mention_everyone":false,"mentions":[],"mention_roles":[],
		"attachments":[],"embeds":[],"components":[],"pinned":false,"flags":0}`)
	b.ReportAllocs()
	for b.Loop() {
		testReader.readListed(raw, 0)
	}
}
