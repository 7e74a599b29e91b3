package discord

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestA401StopsEverything: nothing more is sent, and the session ends with the
// line that says what to do.
func TestA401StopsEverything(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	before := r.Counts().Requests
	r.sb.Revoke()
	_, err := r.REST().Post(t.Context(), r.night, Message{Content: "x"})
	require.ErrorIs(t, err, ErrUnauthorized)
	for range r.Events() {
	}
	require.EqualError(t, r.Err(), refusals[401])
	for _, err := range everything(t.Context(), r.REST()) {
		require.Error(t, err)
	}
	require.Equal(t, before+1, r.Counts().Requests)
	require.Equal(t, 1, r.sb.Invalid())
}

// TestADeadInteractionStopsNothing, though it is answered with 401.
func TestADeadInteractionStopsNothing(t *testing.T) {
	r, _ := newDesk(t, say(401, `{"code":50027,"message":"Invalid Webhook Token"}`), say(200, `{"id":"8"}`))
	err := r.EditAnswer(t.Context(), ticket, Message{Content: "x"})
	require.ErrorIs(t, err, ErrGone)
	require.NotErrorIs(t, err, ErrUnauthorized)
	_, err = r.Post(t.Context(), "2", Message{Content: "x"})
	require.NoError(t, err)
}

// TestARefusalWithACodeIsNotTriedAgain, whatever its status: Discord says 30046
// with a 429, and would count each try.
func TestARefusalWithACodeIsNotTriedAgain(t *testing.T) {
	for code, want := range map[string]error{"30046": ErrTooOld, "10008": ErrUnknownMessage, "10062": ErrGone, "40060": ErrAnswered} {
		for _, status := range []int{400, 404, 429, 503} {
			r, d := newDesk(t, say(status, `{"code":`+code+`,"message":"No.","retry_after":30}`), say(200, `{"id":"8"}`))
			err := r.Edit(t.Context(), "2", "8", Message{Content: "x"})
			require.ErrorIs(t, err, want)
			require.NotErrorIs(t, err, ErrLimited)
			require.NoError(t, r.Edit(t.Context(), "2", "9", Message{Content: "x"}), "and the route is not blocked")
			require.Len(t, d.all(), 2)
		}
	}
}

// TestTheBreakerKeepsTheAddress: a bot that is refused everything stops asking
// at a tenth of what bans it, and says so once.
func TestTheBreakerKeepsTheAddress(t *testing.T) {
	r, d := newDesk(t, say(http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`))
	var text bytes.Buffer
	r.log = slog.New(slog.NewTextHandler(&text, nil))
	for range 1200 {
		require.Error(t, r.React(t.Context(), "2", "8", "👀"))
	}
	require.Len(t, d.all(), 1000)
	require.ErrorIs(t, r.React(t.Context(), "2", "8", "👀"), ErrBreaker)
	require.Equal(t, 1, strings.Count(text.String(), "nothing is sent until ten minutes are over"))
}
