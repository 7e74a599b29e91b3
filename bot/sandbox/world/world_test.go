package world_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// testWorld is a world with a clock that the test controls.
type testWorld struct {
	*world.World
	t    *testing.T
	time time.Time
}

func newTestWorld(t *testing.T) *testWorld {
	t.Parallel()
	h := &testWorld{t: t, time: time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC)}
	h.World = world.New(h.rules())
	return h
}

func (h *testWorld) rules() world.Rules {
	return world.Rules{Now: func() time.Time { return h.time }, Token: "secret",
		OldEdits: 30, MessageContent: true}
}

func (h *testWorld) visit(who string) world.Visitor {
	h.t.Helper()
	v, err := h.Visit(who, "card-night")
	require.NoError(h.t, err)
	return v
}

func (h *testWorld) bot() world.BotIn {
	h.t.Helper()
	c, err := h.Channel("card-night")
	require.NoError(h.t, err)
	b, err := h.BotIn(c.ID, 0)
	require.NoError(h.t, err)
	return b
}

func draftOf(words string) world.Draft { return world.Draft{Content: given(words)} }

func given[T any](v T) world.Field[T] { return world.Field[T]{Given: true, Value: v} }

// pressButton posts a button as the bot and presses it as Ann.
func (h *testWorld) pressButton() (message string, press *world.Interaction) {
	h.t.Helper()
	d := draftOf("Press it.")
	d.Components = given([]world.Component{{Type: 1, Components: []world.Component{
		{Type: 2, Style: 1, CustomID: "join", Label: "Join"}}}})
	m, err := h.bot().Post(d)
	require.NoError(h.t, err)
	id, err := h.visit("Ann").Press(m.ID, "join")
	require.NoError(h.t, err)
	return m.ID, h.Interactions[id]
}

func code(t *testing.T, err error, want int) {
	t.Helper()
	var r *world.Refusal
	require.ErrorAs(t, err, &r)
	require.Equal(t, want, r.Code, r)
}

func TestMessageIsDeliveredOnce(t *testing.T) {
	h := newTestWorld(t)
	id, err := h.visit("Ann").Reply("", " set a b c ")
	require.NoError(t, err)
	news := h.Take()
	require.True(t, news.Changed)
	require.Len(t, news.Events, 1)
	require.Equal(t, "MESSAGE_CREATE", news.Events[0].Name)
	seen := news.Events[0].For(news.Events[0].Intents | world.IntentContent).(world.MessageEvent)
	require.Equal(t, "set a b c", seen.Content)
	require.Equal(t, id, seen.ID)
	blind := news.Events[0].For(news.Events[0].Intents).(world.MessageEvent)
	require.Empty(t, blind.Content, "without the privileged intent, the content is missing")
	require.Equal(t, world.News{}, h.Take(), "Take must return each change only once")
}

func TestIDsIncreaseEvenIfTheClockGoesBack(t *testing.T) {
	h := newTestWorld(t)
	var last string
	for _, step := range []time.Duration{0, 0, -time.Hour, time.Second} {
		h.time = h.time.Add(step)
		id, err := h.visit("Bob").Reply("", "hello")
		require.NoError(t, err)
		require.Greater(t, id, last)
		last = id
	}
}

func TestNonceExpires(t *testing.T) {
	h := newTestWorld(t)
	post := func() string {
		d := draftOf("The table.")
		d.Nonce, d.Enforce = given[any]("once"), given(true)
		m, err := h.bot().Post(d)
		require.NoError(t, err)
		return m.ID
	}
	first := post()
	require.Equal(t, first, post())
	require.Len(t, h.visit("Cid").Messages(), 1)
	h.time = h.time.Add(6 * time.Minute)
	require.NotEqual(t, first, post())
}

func TestPressIsAnsweredOnceAndInTime(t *testing.T) {
	h := newTestWorld(t)
	_, press := h.pressButton()
	require.Equal(t, []string{press.ID}, h.Take().Asked)
	answer, err := h.Respond(press.ID, press.Token)
	require.NoError(t, err)
	d := draftOf("You sit down.")
	d.Flags = given(world.FlagEphemeral)
	require.NoError(t, answer.Message(d))
	_, err = h.Respond(press.ID, press.Token)
	code(t, err, 40060)
	require.Len(t, h.visit("Ann").Messages(), 2)
	require.Len(t, h.visit("Bob").Messages(), 1, "only Ann sees the private message")

	_, late := h.pressButton()
	h.Expire(late.ID)
	_, err = h.Respond(late.ID, late.Token)
	code(t, err, 10062)
	out, known := h.Outcome(late.ID)
	require.True(t, known)
	require.Equal(t, world.Failed, out.State)
	h.Expire(press.ID)
	out, _ = h.Outcome(press.ID)
	require.Equal(t, world.Answered, out.State, "an answered interaction must not expire")
}

func TestTokenExpires(t *testing.T) {
	h := newTestWorld(t)
	_, press := h.pressButton()
	answer, err := h.Respond(press.ID, press.Token)
	require.NoError(t, err)
	require.NoError(t, answer.Defer(world.FlagEphemeral))
	hook, err := h.Webhook(h.AppID, press.Token)
	require.NoError(t, err)
	m, err := hook.FollowUp(draftOf("Here it is."))
	require.NoError(t, err)
	require.True(t, m.Ephemeral(), "the deferral decides who can read the message")
	h.time = h.time.Add(16 * time.Minute)
	_, err = h.Webhook(h.AppID, press.Token)
	code(t, err, 50027)
}

func TestOnlyForgePressesMissingButtons(t *testing.T) {
	h := newTestWorld(t)
	message, _ := h.pressButton()
	_, err := h.visit("Bob").Press(message, "leave")
	require.Error(t, err)
	_, err = h.visit("Bob").Forge(message, "leave")
	require.NoError(t, err, "Forge ignores whether the button exists")
}

func TestBotWithoutPermissions(t *testing.T) {
	h := newTestWorld(t)
	require.NoError(t, h.Deny("card-night", world.PermissionSendMessages))
	c, err := h.Channel("card-night")
	require.NoError(t, err)
	_, err = h.BotIn(c.ID, world.PermissionSendMessages)
	code(t, err, 50013)
	require.NoError(t, h.Deny("card-night", world.PermissionViewChannel))
	_, err = h.BotIn(c.ID, 0)
	code(t, err, 50001)
	require.NoError(t, h.Deny("card-night", 0))
	_, err = h.BotIn(c.ID, world.PermissionSendMessages)
	require.NoError(t, err)
}

// A user who has left the server or was banned can't act there, and can't be chosen as the value of a command's
// option.
func TestFormerMembersCannotAct(t *testing.T) {
	h := newTestWorld(t)
	h.SetCommands([]world.Command{{Name: "kick", Options: []world.CommandOption{
		{Type: world.OptionUser, Name: "who"}}}})
	kick := func() error {
		_, err := h.visit("Ann").Slash("kick", []world.Option{world.Opt("who", "Bob")}, false)
		return err
	}
	require.NoError(t, kick())
	bob, err := h.Person("Bob")
	require.NoError(t, err)
	bob.Left = true
	_, err = h.Visit("Bob", "card-night")
	require.Error(t, err)
	require.Error(t, kick())
	require.False(t, h.IsMember(bob.ID))
	direct := h.Direct(bob.ID)
	_, err = h.Visit("Bob", direct.ID)
	require.NoError(t, err, "a former member can still message the bot")
}

func TestWorldAsJSON(t *testing.T) {
	h := newTestWorld(t)
	message, press := h.pressButton()
	raw, err := json.Marshal(h.World)
	require.NoError(t, err)
	again, err := world.Restore(raw, h.rules())
	require.NoError(t, err)
	require.Equal(t, world.Failed, again.Interactions[press.ID].State, "nobody can answer within the three seconds any more")
	v, err := again.Visit("Ann", "card-night")
	require.NoError(t, err)
	require.Equal(t, h.visit("Ann").Messages(), v.Messages())
	id, err := v.Reply(message, "and on")
	require.NoError(t, err)
	require.Greater(t, id, press.ID)
}

// The calendar lists events by their start, and omits past ones. Without the permission, the bot can't create events.
func TestCalendar(t *testing.T) {
	h := newTestWorld(t)
	at := func(hours int) string { return h.time.Add(time.Duration(hours) * time.Hour).Format(time.RFC3339) }
	end := func(hours int) *string { s := at(hours); return &s }
	for _, e := range []world.Scheduled{
		{Name: "late", Start: at(9), End: end(10)}, {Name: "soon", Start: at(1), End: end(5)}} {
		h.Schedule(e)
	}
	names := func() (all []string) {
		for _, e := range h.Ahead(h.time) {
			all = append(all, e["name"])
		}
		return all
	}
	require.Equal(t, []string{"soon", "late"}, names())
	h.time = h.time.Add(6 * time.Hour)
	require.Equal(t, []string{"late"}, names())
	for denied, may := range map[int64][2]bool{0: {true, true}, world.PermissionManageEvents: {true, true},
		world.PermissionCreateEvents: {false, true}, world.PermissionCreateEvents | world.PermissionManageEvents: {}} {
		h.Denied = denied
		require.Equal(t, may, [2]bool{h.MayCreateEvents() == nil, h.MayChangeEvents() == nil}, "without %b", denied)
	}
}
