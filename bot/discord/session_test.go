package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// room is a session on a sandbox: the real discordgo session, a strict Discord.
type room struct {
	*Session
	t     *testing.T
	sb    *sandbox.Server
	night ChannelID
}

// sandboxTimes are short waits, but Discord's own limits.
func sandboxTimes() timings {
	t := quick()
	t.second = 0
	t.handshake = 10 * time.Second
	return t
}

func enter(t *testing.T, o sandbox.Options, c Config) *room {
	t.Helper()
	sb := sandboxtest.Start(t, o)
	c.Token, c.HTTP = Secret(sb.Token()), sb.Client()
	if c.times.backoff == nil {
		c.times = sandboxTimes()
	}
	s, err := Dial(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Close(ctx))
		c.HTTP.CloseIdleConnections()
	})
	return &room{s, t, sb, ChannelID(sb.Channel("card-night"))}
}

// table enters and waits until the guild is there.
func table(t *testing.T, o sandbox.Options, c Config) *room {
	t.Helper()
	r := enter(t, o, c)
	await[Ready](t, r.Session)
	await[GuildHere](t, r.Session)
	return r
}

var typed = sandbox.Options{MessageContent: true}

func (r *room) say(user, words string) MessageID {
	r.t.Helper()
	id, err := r.sb.Say(user, "card-night", words)
	require.NoError(r.t, err)
	return MessageID(id)
}

// seen is what a user sees last in the channel.
func (r *room) seen(user string) sandbox.Message {
	r.t.Helper()
	all := r.sb.Messages("card-night", user)
	require.NotEmpty(r.t, all)
	return all[len(all)-1]
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))))
	return b.Bytes()
}

func TestASessionBegins(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var states []State
	r := enter(t, typed, Config{MessageContent: true, Status: func(s Status) {
		mu.Lock()
		defer mu.Unlock()
		states = append(states, s.State)
	}})
	ready := await[Ready](t, r.Session)
	require.Equal(t, Ready{User: r.Me(), App: r.sb.Application(), Guilds: []GuildID{GuildID(r.sb.Guild())}, ContentAllowed: true}, ready)
	here := await[GuildHere](t, r.Session)
	require.Equal(t, GuildID(r.sb.Guild()), here.Guild)
	require.Equal(t, UserID(r.sb.User("Ann").ID), here.Owner)
	require.Contains(t, here.Channels, ChannelRef{ID: r.night, Name: "card-night"})

	id := r.say("Ann", "set a b c")
	said := await[Said](t, r.Session)
	require.Equal(t, Said{ID: id, Channel: r.night, Guild: here.Guild, Content: "set a b c", At: At(id),
		Author: UserRef{ID: UserID(r.sb.User("Ann").ID), Name: "Ann"}}, said)
	require.WithinDuration(t, time.Now(), said.At, time.Minute)
	require.NoError(t, r.Close(t.Context()))
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []State{Connecting, Live, Stopped}, states)
	require.False(t, r.sb.Online())
}

func TestMentionsAndReplies(t *testing.T) {
	t.Parallel()
	r := table(t, sandbox.Options{}, Config{}) // without the privileged intent
	r.say("Ann", "set a b c")
	require.False(t, await[Passed](t, r.Session).Mine, "no words came")
	r.say("Ann", Mention(r.Me().ID)+" set a b c")
	said := await[Said](t, r.Session)
	require.True(t, said.MentionsMe)
	require.Equal(t, "set a b c", said.Content)
	mine, err := r.REST().Post(t.Context(), r.night, Message{Content: "The table"})
	require.NoError(t, err)
	require.Equal(t, Passed{ID: mine, Channel: r.night, Mine: true}, await[Passed](t, r.Session))
	_, err = r.sb.Reply("Bob", "card-night", string(mine), "set d e f")
	require.NoError(t, err)
	said = await[Said](t, r.Session)
	require.Equal(t, []any{"set d e f", mine, true}, []any{said.Content, said.ReplyTo, said.ReplyToMe})
}

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

func TestPlacesAndPermissions(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	rest, ctx := r.REST(), t.Context()
	app, err := rest.App(ctx)
	require.NoError(t, err)
	require.Equal(t, r.sb.Application(), app.ID)
	require.True(t, app.MessageContent)
	guild, err := rest.Guild(ctx, GuildID(r.sb.Guild()))
	require.NoError(t, err)
	require.Equal(t, UserID(r.sb.User("Ann").ID), guild.Owner)
	list, err := rest.Guilds(ctx)
	require.NoError(t, err)
	require.Equal(t, guild.Name, list[0].Name)
	ref, in, err := rest.Channel(ctx, r.night)
	require.NoError(t, err)
	require.Equal(t, ChannelRef{ID: r.night, Name: "card-night"}, ref)
	require.Equal(t, guild.ID, in)
	may, err := rest.PermissionsIn(ctx, r.night)
	require.NoError(t, err)
	require.Zero(t, may.Missing(Needed&^SendInThreads))
	require.NoError(t, r.sb.Deny("card-night", int64(AttachFiles)))
	may, err = rest.PermissionsIn(ctx, r.night)
	require.NoError(t, err)
	require.Equal(t, AttachFiles, may.Missing(Needed&^SendInThreads))
	skew, err := rest.Skew(ctx)
	require.NoError(t, err)
	require.Less(t, skew.Abs(), 2*time.Second)
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

var one = 1.0

var menu = []Command{
	{Name: "play", Description: "Open a table", Options: []Option{{Kind: SubCommand, Name: "classic", Description: "Classic SET", Options: []Option{
		{Kind: Text, Name: "extra", Description: "Extra cards", Choices: []Choice{{"when all agree", "agree"}}},
		{Kind: Integer, Name: "grace", Description: "Seconds", Min: &one}, {Kind: Boolean, Name: "slow", Description: "Slow deal"}}}}},
	{Name: "set", Description: "Claim", Options: []Option{{Kind: Text, Name: "labels", Description: "Three labels", Required: true, Complete: true}}},
	{Name: "settings", Description: "Settings", ManageGuild: true},
}

func TestCommandsAreRegisteredOnce(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	for _, want := range []bool{true, false, false} {
		changed, err := r.REST().PutCommands(t.Context(), menu)
		require.NoError(t, err)
		require.Equal(t, want, changed)
	}
	require.Len(t, r.sb.Commands(), 3)
	guild := GuildID(r.sb.Guild())
	for _, want := range []bool{true, false} {
		changed, err := r.REST().PutGuildCommands(t.Context(), guild, menu)
		require.NoError(t, err)
		require.Equal(t, want, changed)
	}
	changed, err := r.REST().PutGuildCommands(t.Context(), guild, nil)
	require.NoError(t, err)
	require.True(t, changed)
}

func TestSlashCommandsAndTheirAnswers(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	rest, ctx := r.REST(), t.Context()
	_, err := rest.PutCommands(ctx, menu)
	require.NoError(t, err)
	_, err = r.sb.Slash("Ann", "card-night", "play", sandbox.Option{Name: "classic", Type: 1,
		Options: []sandbox.Option{sandbox.Opt("extra", "agree"), sandbox.Opt("grace", 3), sandbox.Opt("slow", true)}})
	require.NoError(t, err)
	slash := await[Slash](t, r.Session)
	require.Equal(t, []any{"play", "classic", map[string]string{"extra": "agree", "grace": "3", "slow": "true"}},
		[]any{slash.Name, slash.Sub, slash.Options})
	require.True(t, slash.ManageGuild)
	require.Zero(t, slash.May.Missing(Needed&^SendInThreads))
	require.Equal(t, "Ann", slash.User.Name)
	require.NoError(t, rest.Defer(ctx, slash.Ticket, false))
	require.NoError(t, rest.EditAnswer(ctx, slash.Ticket, Message{Content: "A table", Files: []File{{Name: "t.png", Description: "T", PNG: picture(t)}}}))
	id, err := rest.Answered(ctx, slash.Ticket)
	require.NoError(t, err)
	require.Equal(t, string(id), r.seen("Bob").ID)
	require.Equal(t, "A table", r.seen("Bob").Content)
	more, err := rest.FollowUp(ctx, slash.Ticket, Message{Content: "only for Ann"}, true)
	require.NoError(t, err)
	require.Equal(t, string(more), r.seen("Ann").ID)
	require.Equal(t, string(id), r.seen("Bob").ID, "Bob does not see it")
	require.ErrorIs(t, rest.Answer(ctx, slash.Ticket, Message{Content: "again"}, true), ErrAnswered)
	require.NoError(t, rest.DeleteAnswer(ctx, slash.Ticket))
	require.Empty(t, r.sb.Messages("card-night", "Bob"))

	done := make(chan []sandbox.Choice, 1)
	go func() {
		choices, err := r.sb.Complete(ctx, "Bob", "card-night", "set", sandbox.Typing("labels", "a b"))
		if err != nil {
			t.Error(err)
		}
		done <- choices
	}()
	complete := await[Complete](t, r.Session)
	require.Equal(t, []any{"set", "labels", "a b"}, []any{complete.Name, complete.Focused, complete.Options["labels"]})
	require.False(t, complete.ManageGuild)
	var list []Choice
	for n := range 40 {
		list = append(list, Choice{fmt.Sprint("a b ", n), fmt.Sprint(n)})
	}
	require.NoError(t, rest.Choices(ctx, complete.Ticket, list))
	require.Len(t, <-done, 25)
}

func TestButtonsModalsAndSelects(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	rest, ctx := r.REST(), t.Context()
	id, err := rest.Post(ctx, r.night, Message{Content: "table", Rows: []Row{
		{Buttons: []Button{{Label: "Set…", CustomID: "t:1:set"}, {Label: "No set", CustomID: "t:1:none"}}},
		{Select: &Select{CustomID: "palette", Options: []SelectOption{{Label: "Calm", Value: "calm"}, {Label: "Loud", Value: "loud"}}}}}})
	require.NoError(t, err)
	asked, err := r.sb.Click("Bob", "card-night", string(id), "t:1:set")
	require.NoError(t, err)
	press := await[Press](t, r.Session)
	require.Equal(t, []any{"t:1:set", id, "Bob", r.night}, []any{press.CustomID, press.MessageID, press.User.Name, press.Channel})
	require.NoError(t, rest.OpenModal(ctx, press.Ticket, Modal{CustomID: "t:1:set", Title: "Claim a set",
		Fields: []Field{{ID: "words", Label: "Three labels", Placeholder: "A B C", Max: 30}, {ID: "note", Label: "Note", Optional: true, Long: true}}}))
	_, err = r.sb.Submit("Bob", asked, map[string]string{"words": "a b c"})
	require.NoError(t, err)
	submit := await[Submit](t, r.Session)
	require.Equal(t, []any{"t:1:set", "a b c", id}, []any{submit.CustomID, submit.Fields["words"], submit.MessageID})
	require.NoError(t, rest.Answer(ctx, submit.Ticket, Message{Content: "Not a set.", Silent: true}, true))
	require.Equal(t, "Not a set.", r.seen("Bob").Content)
	require.Equal(t, "table", r.seen("Ann").Content)

	_, err = r.sb.Click("Ann", "card-night", string(id), "t:1:none")
	require.NoError(t, err)
	press = await[Press](t, r.Session)
	require.NoError(t, rest.DeferUpdate(ctx, press.Ticket))
	_, err = r.sb.Select("Ann", "card-night", string(id), "palette", "loud")
	require.NoError(t, err)
	press = await[Press](t, r.Session)
	require.Equal(t, []string{"loud"}, press.Values)
	require.NoError(t, rest.Update(ctx, press.Ticket, Message{Content: "loud table", Files: []File{{Name: "t.png", Description: "T", PNG: picture(t)}}}))
	require.Equal(t, "loud table", r.seen("Ann").Content)
	require.Empty(t, r.seen("Ann").Buttons())
	require.ErrorIs(t, rest.Answer(ctx, Ticket{ID: press.ID, Token: "forged"}, Message{Content: "x"}, true), ErrGone)
}

func TestALateAnswerIsGone(t *testing.T) {
	t.Parallel()
	o := typed
	o.AnswerWithin = 50 * time.Millisecond
	r := table(t, o, Config{MessageContent: true})
	id, err := r.REST().Post(t.Context(), r.night, Message{Content: "table", Rows: []Row{{Buttons: []Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	asked, err := r.sb.Click("Bob", "card-night", string(id), "x")
	require.NoError(t, err)
	press := await[Press](t, r.Session)
	out, err := r.sb.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, sandbox.Failed, out.State)
	require.ErrorIs(t, r.REST().Answer(t.Context(), press.Ticket, Message{Content: "x"}, true), ErrGone)
}

// TestTroubleOnTheWayPostsOnce: refused, lost, limited, cut: one message.
func TestTroubleOnTheWayPostsOnce(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*sandbox.Server){
		"502 before":     func(s *sandbox.Server) { s.FailREST(2, 502) },
		"502 after":      func(s *sandbox.Server) { s.LoseREST(2, 502) },
		"cut before":     func(s *sandbox.Server) { s.FailREST(2, 0) },
		"cut after":      func(s *sandbox.Server) { s.LoseREST(2, 0) },
		"limited":        func(s *sandbox.Server) { s.Limit(3, 20*time.Millisecond, false) },
		"limited global": func(s *sandbox.Server) { s.Limit(2, 20*time.Millisecond, true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := table(t, typed, Config{MessageContent: true})
			trouble(r.sb)
			id, err := r.REST().Post(t.Context(), r.night, Message{Content: "once"})
			require.NoError(t, err)
			all := r.sb.Messages("card-night", "Ann")
			require.Len(t, all, 1)
			require.Equal(t, string(id), all[0].ID)
			require.Positive(t, r.Counts().Retries)
		})
	}
}

func TestTheSameNoncePostsOnce(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	a, err := r.REST().Post(t.Context(), r.night, Message{Content: "one", Nonce: "t1-17"})
	require.NoError(t, err)
	b, err := r.REST().Post(t.Context(), r.night, Message{Content: "one", Nonce: "t1-17"})
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Len(t, r.sb.Messages("card-night", "Ann"), 1)
}

// TestTheChannelsLimitIsKept: five messages in a window, and never a 429.
func TestTheChannelsLimitIsKept(t *testing.T) {
	t.Parallel()
	o := typed
	o.Window = 300 * time.Millisecond
	r := table(t, o, Config{MessageContent: true})
	var wg sync.WaitGroup
	for range 14 {
		wg.Go(func() {
			if _, err := r.REST().Post(t.Context(), r.night, Message{Content: "x"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	require.Len(t, r.sb.Messages("card-night", "Ann"), 14)
	require.Zero(t, r.sb.Invalid())
}

func TestTheOrderOfManyMessages(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	const many = 2000
	go func() {
		for n := range many {
			if _, err := r.sb.Say("Ann", "card-night", fmt.Sprint("set ", n)); err != nil {
				t.Error(err)
			}
		}
	}()
	for n := range many {
		require.Equal(t, fmt.Sprint("set ", n), await[Said](t, r.Session).Content)
	}
	require.Zero(t, r.Counts().Lost)
}

// TestADroppedSocketIsResumed: what was said meanwhile comes, once, before Resumed.
func TestADroppedSocketIsResumed(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*sandbox.Server){
		"dropped":        (*sandbox.Server).DropSockets,
		"op 7":           (*sandbox.Server).Reconnect,
		"op 9 resumable": func(s *sandbox.Server) { s.InvalidSession(true) },
		"close 4000":     func(s *sandbox.Server) { s.CloseSockets(4000, "unknown error") },
		"close 1001":     func(s *sandbox.Server) { s.CloseSockets(1001, "going away") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := table(t, typed, Config{MessageContent: true})
			r.say("Ann", "before")
			require.Equal(t, "before", await[Said](t, r.Session).Content)
			trouble(r.sb)
			await[Away](t, r.Session)
			r.say("Ann", "meanwhile")
			require.Equal(t, "meanwhile", await[Said](t, r.Session).Content)
			require.Positive(t, await[Resumed](t, r.Session).Away)
			r.say("Ann", "after")
			require.Equal(t, "after", await[Said](t, r.Session).Content)
			require.Equal(t, 1, r.sb.Identified())
			counts := r.Counts()
			require.Equal(t, []uint64{1, 1, 0}, []uint64{counts.Identifies, counts.Breaks, counts.Lost})
			require.Positive(t, counts.Events)
		})
	}
}

// TestALostSessionIsAGap: the messages of the gap are there by REST.
func TestALostSessionIsAGap(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*sandbox.Server){
		"op 9":       func(s *sandbox.Server) { s.InvalidSession(false) },
		"close 4009": func(s *sandbox.Server) { s.CloseSockets(4009, "session timed out") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := table(t, typed, Config{MessageContent: true})
			last := r.say("Ann", "before")
			await[Said](t, r.Session)
			trouble(r.sb)
			await[Away](t, r.Session)
			missed := r.say("Ann", "meanwhile")
			require.True(t, await[Ready](t, r.Session).Again)
			require.Equal(t, At(last), await[Gap](t, r.Session).Since)
			list, err := r.REST().MessagesAfter(t.Context(), GuildID(r.sb.Guild()), r.night, last, 100)
			require.NoError(t, err)
			require.Equal(t, missed, list[0].(Said).ID)
			require.Equal(t, 2, r.sb.Identified())
		})
	}
}

func TestASilentSandboxIsNoticed(t *testing.T) {
	t.Parallel()
	o := typed
	o.Heartbeat = 2 * time.Second
	times := sandboxTimes()
	times.beat = 1.1 // before the sandbox itself takes the missing heartbeats ill
	r := table(t, o, Config{MessageContent: true, times: times})
	r.sb.Silence(true)
	r.say("Ann", "unheard")
	await[Away](t, r.Session)
	r.sb.Silence(false)
	require.Equal(t, "unheard", await[Said](t, r.Session).Content)
	await[Resumed](t, r.Session)
}

func TestARefusedTokenIsOneClearError(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, typed)
	client := sb.Client()
	defer client.CloseIdleConnections()
	_, err := Dial(t.Context(), Config{Token: "wrong.token.entirely", HTTP: client, times: sandboxTimes()})
	var refused *Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, refusals[401], err.Error())
	_, err = Dial(t.Context(), Config{HTTP: client})
	require.ErrorAs(t, err, &refused)
	require.Contains(t, err.Error(), "no Discord token")
}

func TestATokenRevokedLaterStopsTheSession(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	r.sb.Revoke()
	r.sb.DropSockets()
	for range r.Events() {
	}
	require.EqualError(t, r.Err(), refusals[4004])
}

func TestARefusedIntent(t *testing.T) {
	t.Parallel()
	t.Run("stops", func(t *testing.T) {
		t.Parallel()
		r := enter(t, sandbox.Options{}, Config{MessageContent: true})
		for range r.Events() {
		}
		require.EqualError(t, r.Err(), refusals[4014])
		require.Contains(t, r.Err().Error(), "MESSAGE CONTENT INTENT")
	})
	t.Run("falls back", func(t *testing.T) {
		t.Parallel()
		r := enter(t, sandbox.Options{}, Config{MessageContent: true, FallBack: true})
		require.False(t, await[Ready](t, r.Session).ContentAllowed)
		r.say("Ann", Mention(r.Me().ID)+" set a b c")
		require.Equal(t, "set a b c", await[Said](t, r.Session).Content)
	})
	t.Run("falls back when it is taken away", func(t *testing.T) {
		t.Parallel()
		r := table(t, typed, Config{MessageContent: true, FallBack: true})
		r.sb.RefuseIntents()
		r.sb.InvalidSession(false)
		ready := await[Ready](t, r.Session)
		require.True(t, ready.Again)
		require.False(t, ready.ContentAllowed)
		await[Gap](t, r.Session)
	})
}

func TestAnUnknownComponentDoesNotBreakTheStream(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	id := IDAt(time.Now().Add(-time.Second)) // no id of the sandbox
	odd := fmt.Sprintf(`{"id":%q,"channel_id":%q,"guild_id":%q,"type":0,"content":"set a b c","author":{"id":"4242","username":"stranger"},
		"components":[{"type":4711,"components":[{"type":-1}]}],"embeds":7}`, id, r.night, r.sb.Guild())
	require.NoError(t, r.sb.Dispatch("MESSAGE_CREATE", json.RawMessage(odd)))
	for _, raw := range []string{`null`, `[]`, `{}`, `{"id":null}`, `"text"`} {
		require.NoError(t, r.sb.Dispatch("MESSAGE_CREATE", json.RawMessage(raw)))
		require.NoError(t, r.sb.Dispatch("INTERACTION_CREATE", json.RawMessage(raw)))
		require.NoError(t, r.sb.Dispatch("SOMETHING_NEW", json.RawMessage(raw)))
	}
	r.say("Ann", "after")
	require.Equal(t, "stranger", await[Said](t, r.Session).Author.Name)
	require.Equal(t, "after", await[Said](t, r.Session).Content)
}

func TestAnExactRepeatIsDropped(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	r.sb.Duplicate(2)
	r.say("Ann", "one")
	r.say("Ann", "two")
	r.say("Ann", "three")
	for _, want := range []string{"one", "two", "three"} {
		require.Equal(t, want, await[Said](t, r.Session).Content)
	}
}

func TestGuildsAndChannelsComeAndGo(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	id := ChannelID(r.sb.AddChannel("third"))
	require.NoError(t, r.sb.RemoveChannel("third"))
	require.Equal(t, ChannelGone{Channel: id, Guild: GuildID(r.sb.Guild())}, await[ChannelGone](t, r.Session))
	r.sb.Kick()
	require.Equal(t, GuildGone{Guild: GuildID(r.sb.Guild())}, await[GuildGone](t, r.Session))
	r.sb.Invite()
	require.Equal(t, GuildID(r.sb.Guild()), await[GuildHere](t, r.Session).Guild)
}

// TestAFullQueueIsAGapAndABusyAnswer: the reader sleeps while people talk and press.
func TestAFullQueueIsAGapAndABusyAnswer(t *testing.T) {
	t.Parallel()
	times := sandboxTimes()
	times.queue = 8
	r := table(t, typed, Config{MessageContent: true, times: times})
	id, err := r.REST().Post(t.Context(), r.night, Message{Content: "table", Rows: []Row{{Buttons: []Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	for range 20 {
		r.say("Ann", "chat")
	}
	asked, err := r.sb.Click("Bob", "card-night", string(id), "x")
	require.NoError(t, err)
	out, err := r.sb.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, "Too much is going on here right now. Please try that again in a moment.", out.Message.Content)
	require.Equal(t, out.Message.ID, r.seen("Bob").ID)
	await[Gap](t, r.Session)
	require.Positive(t, r.Counts().Lost)
	r.say("Ann", "heard again")
	require.Equal(t, "heard again", await[Said](t, r.Session).Content)
}

func TestNothingComesInAfterStopIntake(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true, Busy: "The bot restarts."})
	id, err := r.REST().Post(t.Context(), r.night, Message{Content: "table", Rows: []Row{{Buttons: []Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	r.say("Ann", "heard")
	require.Equal(t, "heard", await[Said](t, r.Session).Content)
	r.StopIntake()
	r.say("Ann", "unheard")
	asked, err := r.sb.Click("Bob", "card-night", string(id), "x")
	require.NoError(t, err)
	out, err := r.sb.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, "The bot restarts.", out.Message.Content)
	_, err = r.REST().Post(t.Context(), r.night, Message{Content: "the tables may still post"})
	require.NoError(t, err)
	require.NoError(t, r.Close(t.Context()))
	_, open := <-r.Events()
	require.False(t, open)
}

// TestCloseEndsWhateverIsGoingOn: events unread, reconnecting, nobody there.
func TestCloseEndsWhateverIsGoingOn(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*room){
		"events unread": func(r *room) { r.say("Ann", "one"); r.say("Ann", "two") },
		"in a backoff": func(r *room) {
			r.sb.FailREST(1000, http.StatusBadGateway)
			r.sb.DropSockets()
			await[Away](r.t, r.Session)
		},
		"in a handshake": func(r *room) {
			r.sb.Silence(true)
			r.sb.DropSockets()
			await[Away](r.t, r.Session)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			times := sandboxTimes()
			times.backoff = func(int) time.Duration { return time.Minute }
			if name == "in a handshake" {
				times.backoff = func(int) time.Duration { return time.Millisecond }
			}
			r := table(t, typed, Config{MessageContent: true, times: times})
			trouble(r)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			require.NoError(t, r.Close(ctx))
			require.NoError(t, r.Err())
		})
	}
}
