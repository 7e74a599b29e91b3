package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games/gamestest"
	"settable/store/ids"
)

func (q *virtualBot) privateAnswer(who discord.UserRef, ask func()) (text string, after time.Duration) {
	asked := time.Now()
	q.changeDiscord(func(f *faultyDiscord) {
		f.private = func(by ids.User, _ ids.Channel, words string) {
			if by == who.ID {
				text, after = words, time.Since(asked)
			}
		}
	})
	ask()
	q.wait(4 * time.Second)
	q.changeDiscord(func(f *faultyDiscord) { f.private = func(ids.User, ids.Channel, string) {} })
	return text, after
}

// failRequests calls f for every request: if f returns a fault, the request fails in that way. f runs while Discord's
// lock is held, so a test must change data that it shares with f in changeDiscord, and read it there or after
// synctest.Wait.
func (q *virtualBot) failRequests(f func(method, path string, b requestBody) *requestFault) {
	q.far.mu.Lock()
	defer q.far.mu.Unlock()
	q.far.faultFor = f
}

func hasPictures(b requestBody) bool { return len(b.pictures) > 0 }

// If an upload of a picture is refused, fails or hangs, the user gets text instead, while Discord still accepts an
// answer.
func TestAnswerFallsBackToText(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, wrong := range map[string]requestFault{
		"413": {status: 413}, "403": {status: 403}, "502": {status: 502}, "the line is cut": {},
		"hangs": {hangs: true},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.poker()
				q.failRequests(func(_, _ string, b requestBody) *requestFault {
					if hasPictures(b) {
						return &wrong
					}
					return nil
				})
				for command, want := range map[string]string{"hand": "your cards", "table": "Pot"} {
					text, after := q.privateAnswer(q.bob, func() { q.slash(q.bob, command, "", nil) })
					require.Contains(q.t, strings.ToLower(text), strings.ToLower(want), command)
					require.Less(q.t, after, 3*time.Second)
				}
				text, _ := q.privateAnswer(q.bob, func() { q.slash(q.bob, "hand", "", nil) })
				require.Contains(q.t, text, "Your hand: one", "the answer must name the cards")
				time.Sleep(time.Minute)
				q.say(q.mover(), "check")
				q.wait(20 * time.Second)
				require.Contains(q.t, q.latest(), "checks", "the table must also be described in words")
				again := false
				q.failRequests(func(method, path string, b requestBody) *requestFault {
					again = again || hasPictures(b) && strings.HasPrefix(path, "channels/")
					return nil
				})
				q.wait(2 * time.Minute)
				require.True(q.t, again, "the picture must return when Discord accepts it")
			})
		})
	}
}

// If Discord refuses an answer because of a player's name, the user gets an answer with a mention instead. This applies
// to answers from tables and from commands.
func TestAnswerWithARefusedNameMentionsThePlayer(t *testing.T) {
	for command, ask := range map[string]func(discord.Interaction) discord.Event{
		"of the table": slashCommand("cover", "", map[string]string{"who": "910000000000000001"}),
		"of a command": slashCommand("table", "", nil),
	} {
		t.Run(command, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.poker()
				var refused, taken []string
				q.failRequests(func(_, path string, b requestBody) *requestFault {
					switch {
					case b.Data == nil || !strings.HasPrefix(path, "interactions/"):
					case strings.Contains(b.Data.Content, "Bob"):
						refused = append(refused, b.Data.Content)
						return &requestFault{status: 400, out: map[string]any{"code": 200000, "message": "blocked"}}
					default:
						taken = append(taken, b.Data.Content)
					}
					return nil
				})
				q.askAs(farHome, q.channel, q.ann, true, ask)
				require.Len(q.t, refused, 1)
				require.Len(q.t, taken, 1)
				mentions := strings.NewReplacer("Ann", discord.Mention(q.ann.ID), "Bob", discord.Mention(q.bob.ID))
				require.Equal(q.t, mentions.Replace(refused[0]), taken[0])
			})
		})
	}
}

// A single hanging request delays a table's picture by at most eight seconds. Then the newest picture is shown, and
// no sentence is repeated.
func TestHangingRequestTimesOut(t *testing.T) {
	for name, method := range map[string]string{"an edit": http.MethodPatch, "a post": http.MethodPost} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.poker()
				if method == http.MethodPost {
					for range 5 {
						q.say(q.bob, "by the way")
					}
				}
				hung := false
				q.failRequests(func(m, path string, _ requestBody) *requestFault {
					if hung || m != method || !strings.HasPrefix(path, "channels/") {
						return nil
					}
					hung = true
					return &requestFault{hangs: true}
				})
				q.say(q.mover(), "check")
				require.True(q.t, hung)
				require.NotContains(q.t, q.latest(), "checks")
				q.say(q.mover(), "check")
				q.wait(9 * time.Second)
				latest := q.latest()
				require.Contains(q.t, latest, "Ann checks")
				require.Contains(q.t, latest, "Bob checks")
				require.Equal(q.t, 2, strings.Count(latest, "checks"))
			})
		})
	}
}

// If Discord returns a malformed list of messages, the bot requests it again; it skips malformed entries in a list.
// Either way, it plays the moves that it has missed.
func TestMalformedMessageListLosesNothing(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.poker()
		asked := 0
		q.failRequests(func(method, path string, _ requestBody) *requestFault {
			if method != http.MethodGet || !strings.HasPrefix(path, "channels/") {
				return nil
			}
			switch asked++; asked {
			case 1:
				return &requestFault{status: 200, out: map[string]any{"messages": "none"}}
			case 2:
				return &requestFault{status: 200, out: "<html>"}
			}
			return nil
		})
		since := time.Now()
		q.wire.send(discord.Disconnected{})
		q.write(q.cid, "join")
		q.newSession(since)
		q.wait(10 * time.Second)
		require.GreaterOrEqual(q.t, asked, 3)
		require.Contains(q.t, q.words(), "3 join")
	})
}
