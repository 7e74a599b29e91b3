package table

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// claims returns a correct and a wrong claim.
func (f *testTable) claims() (right, wrong string) {
	for _, a := range f.Session().View().Areas {
		for _, words := range []*string{&right, &wrong} {
			faces := f.set()
			if words == &wrong {
				faces = f.wrongClaim()
			}
			claim, _ := classic.Rules{}.Parse(faces)
			*words = "set"
			for _, p := range claim.(games.Claim).Picks {
				i := slices.IndexFunc(a.Cells, func(c games.Cell) bool { return c.Card == p.Card })
				*words += " " + a.Cells[i].Label
			}
		}
	}
	return right, wrong
}

// After a set is taken, its labels belong to new cards that the player hasn't seen, so a claim with those labels is
// late. A claim of three cards that were never a set is still wrong (behaviour, Feedback 2).
func TestClaimWithLabelsOfTakenCards(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	right, wrong := f.claims()
	f.answerTo(ann, right)
	line := f.Session().Line
	require.Equal(t, TooLate, f.answerTo(bob, right).Verdict)
	require.Equal(t, line, f.Session().Line, "the claim costs nothing")
	f = newStage(t, "classic", "ann join, bob join, ann start")
	a := f.answerTo(ann, wrong)
	require.Equal(t, Played, a.Verdict)
	require.True(t, a.Wrong)
	right, _ = f.claims()
	require.False(t, f.answerTo(ann, right).Wrong)
}

// Nothing is announced if a message is delivered twice, or if a player claims cards that they have already taken.
func TestRepeatedClaim(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	w := f.word(ann, f.set())
	f.take(w)
	told := f.outlet.allMessages()
	f.take(w)
	require.Equal(t, told, f.outlet.allMessages())
	require.Equal(t, "table.yours_already", f.answerTo(ann, w.Words).Phrase.Key)
	require.Equal(t, told, f.outlet.allMessages())
}

// If an away player's move is refused, the player is back, and the table records how long the clock was stopped. The
// player is told why the move was refused.
func TestRefusedMoveEndsAbsence(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start, ann away")
	f.change(func(s *Session) { s.HaltedSince = f.at })
	line := f.Session().Line
	a := f.answerTo(ann, "none")
	require.Equal(t, Refused, a.Verdict)
	require.Error(t, a.Err)
	require.Empty(t, a.Events)
	require.Equal(t, []string{"clock away", "1 back"}, f.linesAfter(line))
}

// A seated player's move counts as activity even if it is refused. Moves by bystanders don't count, and neither do
// moves that the bot makes for a player.
func TestRefusedMoveCountsAsActivity(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	spoke := f.clock.lastSpoke
	f.answerTo(eve, "/none")
	f.take(f.Session().houseWord(1, classic.None{}, f.at))
	require.Equal(t, spoke, f.clock.lastSpoke)
	w := f.word(ann, "none")
	f.take(w)
	require.Equal(t, Refused, f.outlet.lastAnswer().Verdict)
	require.Equal(t, w.At, f.clock.lastSpoke)
}

// If the rules refuse one of the bot's own actions, commit returns the error without writing or showing anything.
func TestRefusedHouseActionWritesNothing(t *testing.T) {
	f := newStage(t, "classic", "ann join, ann start, ann /leave")
	line, shown := f.Session().Line, f.outlet.shows()
	p := f.Session().House(f.moment(), 0, games.Action{At: f.at, Seat: games.Dealer, Move: games.End{}})
	require.Equal(t, Refused, p.Answer.Verdict)
	require.Error(t, p.Answer.Err)
	require.Empty(t, p.Entry.Played)
	require.Equal(t, p.Answer.Err, f.commit(p))
	require.Empty(t, f.linesAfter(line))
	require.Equal(t, shown, f.outlet.shows())
}

// The table is shown after each move by the clock or a house player. A table that was never shown is shown after a
// retry, even if the retry had nothing to write.
func TestHouseMovesAreShown(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	shown := f.outlet.shows()
	f.handleDue(f.Session().Course.Deadline().Add(slack))
	require.Equal(t, shown+1, f.outlet.shows())
	f.retry()
	require.Equal(t, shown+1, f.outlet.shows())
	f.load()
	f.retry()
	require.Equal(t, shown+2, f.outlet.shows())
	f.closeUp(0)
	require.Equal(t, shown+3, f.outlet.shows())
}

// An advance answer counts as the player's own move.
func TestAdvanceAnswerIsThePlayersMove(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.answerTo(ann, "/always pass")
	f.answerTo(f.playerNamed("turn"), "check")
	f.answerTo(f.playerNamed("turn"), "check")
	at := f.at.Add(10 * time.Second)
	a := f.Session().Course.Answers()[0]
	f.clock.answerAt = map[games.Seat]time.Time{a.Seat: at}
	f.handleDue(at)
	require.True(t, at.Equal(f.Session().LastMove))
}

// When the human players have been silent for five minutes, the house players stop and wait, and the table announces
// this once. If no house player has looked at the table yet, or all have left, nothing is announced and no timer is
// set.
func TestHouseWaitIsAnnouncedOnce(t *testing.T) {
	f := newTable(t, classic.Game, nil)
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.answerTo(ann, words).Verdict)
	}
	quiet := f.Session().LastMove.Add(quietAfter)
	said := func() (n int) {
		for _, key := range f.outlet.allMessages() {
			if key == "table.house_waits" {
				n++
			}
		}
		return n
	}
	f.handleDue(quiet)
	require.Zero(t, said(), "no house player has looked at the table yet")
	f.clock.waitedAt = time.Time{}
	f.clock.lookNext(f.Session(), f.Session().LastMove)
	for range 2 {
		f.handleDue(quiet)
		require.Equal(t, 1, said())
	}
	f.answerTo(ann, "/leave")
	require.Zero(t, f.clock.lookNext(f.Session(), quiet.Add(quietAfter)))
	f.clock.lookAt = map[games.Seat]glance{2: {}}
	f.handleDue(quiet.Add(quietAfter))
	require.Equal(t, 1, said(), "the game is over")
}

// The table doesn't answer a house player that makes no move.
func TestHousePlayerWithoutAMove(t *testing.T) {
	f := newTable(t, classic.Game, nil)
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.answerTo(ann, words).Verdict)
	}
	f.clock.chooseMove = func(games.View, games.Level, *rand.Rand) string { return "" }
	f.clock.lookAt = map[games.Seat]glance{2: {at: f.at, sight: f.Session().Sight}}
	_, due := f.clock.lookDue(f.Session(), f.at)
	require.False(t, due)
}

// The table carries out orders before it handles timers, so that an order to stop the clock prevents a timeout. A new
// table first carries out the orders that arrived before its start.
func TestOrdersComeBeforeTimers(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	line, late := f.Session().Line, f.Session().Course.Deadline().Add(time.Minute)
	f.Table.Now = func() time.Time { return late }
	f.Order(Freeze{})
	f.handleNext(true)
	_, on := f.prepareWait()
	require.True(t, on)
	require.Empty(t, f.linesAfter(line))
	require.Equal(t, late, f.Session().HaltedSince)

	f.load()
	f.Table.Now = func() time.Time { return late }
	f.Order(Freeze{Since: late.Add(-5 * time.Minute)})
	f.Order(Resume{})
	f.prepareWait()
	require.Equal(t, []string{"clock away"}, f.linesAfter(line))
	done := make(chan struct{})
	f.Order(Close{Done: done})
	_, on = f.prepareWait()
	require.True(t, on, "the current hand is played first")
	require.Equal(t, []string{"clock away", "dealer last"}, f.linesAfter(line))

	f = newStage(t, "classic", "ann join, bob join, ann start")
	line = f.Session().Line
	f.Put(f.word(ann, f.set()))
	f.Order(Close{Done: make(chan struct{})})
	f.handleNext(false)
	require.Equal(t, []string{"dealer last"}, f.linesAfter(line), "before the waiting words")
}

// panickingJournal panics when the newest judged message is stored, and never finds out whether a line was written.
type panickingJournal struct{ Journal }

func (panickingJournal) NoteJudged(context.Context, store.TableID, ids.Message) error {
	panic("bewildered")
}
func (panickingJournal) Reconcile(context.Context) error { return store.ErrTrouble }

// A table that panics while it is ending reports this like any other panic, and answers every move that is still
// waiting.
func TestPanicWhileEnding(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.journal.Journal = panickingJournal{f.journal.Journal}
	f.judged.newest = 7
	f.Close()
	require.Equal(t, Broken, f.Run())
	require.Contains(t, f.outlet.allMessages(), "table.stopped")

	f = newStage(t, "classic", "ann join, bob join, ann start")
	var log bytes.Buffer
	f.Log, f.Chance = slog.New(slog.NewTextHandler(&log, nil)), noChance{}
	answers := len(f.outlet.answers)
	f.Put(f.word(ann, f.set()))
	f.Put(f.word(bob, "none"))
	require.Equal(t, Broken, f.Run())
	require.Len(t, f.outlet.answers, answers+1)
	require.Contains(t, log.String(), "an invariant is broken")
	require.Equal(t, "table.broken", f.outlet.lastAnswer().Phrase.Key)
}

// While the commit outcome of a line is unknown, the table writes nothing more, and the clock retries later.
func TestOutcomeThatStaysUnknown(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	line := f.Session().Line
	f.journal.Journal = panickingJournal{f.journal.Journal}
	f.change(func(s *Session) { s.OutcomeUnknown, s.diskRefuses, s.HaltedSince = true, true, f.at.Add(-time.Minute) })
	f.retry()
	require.NotZero(t, f.clock.retryAt)
	require.Empty(t, f.linesAfter(line))
	require.Equal(t, "table.disk_fails", f.answerTo(f.playerNamed("turn"), "check").Phrase.Key)
	f.vanish()
	require.Empty(t, f.linesAfter(line))
	require.False(t, f.Session().isClosed)
}

// If the table of a deleted channel can't be closed because writes fail, each retry makes only one attempt.
func TestEndIsAttemptedOncePerRetry(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.journal.fail(store.ErrTrouble)
	f.vanish()
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	f.retry()
	require.Equal(t, 2*retryFirst, f.clock.pause)
}

// The first successful write after failures resets the retry pause, and also stores the newest judged message.
func TestWrittenLineEndsRetryPauses(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.refuse(bob, "/leave")
	f.clock.pause = time.Minute
	w := f.typedMessage(20, bob, "away")
	f.take(w)
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
	require.Zero(t, f.clock.pause)
	require.False(t, f.Session().diskRefuses)
	require.EqualValues(t, 20, f.judged.saved)
}

// The table writes nothing when it refuses a button press.
func TestRefusedPressWritesNothing(t *testing.T) {
	f := newStage(t, "classic", "ann join")
	f.journal.fail(store.ErrTrouble)
	require.Error(t, f.answerTo(ann, "join").Err)
}

// changedJournal is a journal with one line changed.
type changedJournal struct {
	Journal
	line  int
	words string
}

func (c changedJournal) Lines(ctx context.Context, id store.TableID) ([]store.Line, error) {
	lines, err := c.Journal.Lines(ctx, id)
	if err == nil && c.line <= len(lines) {
		lines[c.line-1].Words = c.words
	}
	return lines, err
}

// A table can't be loaded if the rules refuse a line of its journal, and the error names that line. A table that
// refuses a move because its journal has a newer line reads the journal again.
func TestJournalRefusedByTheRules(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	parts := f.Parts
	parts.Journal = changedJournal{f.journal.Journal, 2, "fly"}
	_, _, err := Load(t.Context(), f.row, f.rules, parts)
	require.ErrorIs(t, err, ErrBroken)
	require.ErrorContains(t, err, "line 2:")

	shown := f.outlet.shows()
	f.journal.fail(store.ErrStale)
	require.Equal(t, "table.broken", f.answerTo(ann, f.set()).Phrase.Key)
	require.Equal(t, shown+1, f.outlet.shows())
}

// When a table is loaded, it looks up the players' current names.
func TestNamesAreCurrentAfterAStart(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	parts := f.Parts
	parts.Names = func(_ context.Context, who []ids.User) (map[ids.User]string, error) {
		require.ElementsMatch(t, []ids.User{ann, bob}, who)
		return map[ids.User]string{ann: "Anna", bob: "Robert"}, nil
	}
	again, _, err := Load(t.Context(), f.row, f.rules, parts)
	require.NoError(t, err)
	require.Equal(t, "Anna", again.Session().Name(1))
	require.Equal(t, "Robert", again.Session().Name(2))
	nameless := errors.New("nameless")
	parts.Names = func(context.Context, []ids.User) (map[ids.User]string, error) {
		return nil, nameless
	}
	_, _, err = Load(t.Context(), f.row, f.rules, parts)
	require.ErrorIs(t, err, nameless)
}

// A bystander who makes a move is told whether they can join now or in the next game. Only a claim gives them a seat
// automatically.
func TestWhenABystanderCanJoin(t *testing.T) {
	f := newStage(t, "classic", "ann join, ann start")
	require.Equal(t, "table.sit_first", f.answerTo(eve, "/none").Phrase.Key)
	f = newStage(t, "twenty", "ann join, bob join, ann start")
	for words, want := range map[string]Answer{
		"set": {}, "set a b c": {Verdict: Refused, Phrase: games.Say("table.sit_first")},
	} {
		w := f.wordVia(Typed, eve, "nothing")
		w.Words, w.IsReply = words, true
		f.take(f.Session().Understand(w))
		require.Equal(t, want, f.outlet.lastAnswer(), words)
	}
	f = newStage(t, "english", "ann join, bob join, ann start")
	require.Equal(t, "table.next_game", f.answerTo(eve, "/turn").Phrase.Key)
	require.Len(t, f.Session().Seats, 2)
}

// Once cards have moved, older buttons are stale, and so are older forms except those for a claim.
func TestStaleForms(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start")
	w := f.wordVia(Modal, f.playerNamed("turn"), "bet 2")
	w.Sight.Line = 0
	f.take(w)
	require.Equal(t, "table.stale", f.outlet.lastAnswer().Phrase.Key)
	f = newStage(t, "classic", "ann join, bob join, ann start")
	w = f.pressWord(ann, f.set())
	w.Sight.Line = 0
	f.take(w)
	require.Equal(t, "table.stale", f.outlet.lastAnswer().Phrase.Key)
}

// Empty text isn't a move. A move with an unknown verb is refused, not ignored as talk.
func TestUnknownVerbs(t *testing.T) {
	for _, talk := range []string{"", "leave", "end"} {
		_, is := Read(poker.Rules{}, Word{Words: talk})
		require.False(t, is, talk)
	}
	f := newStage(t, "classic", "ann join, bob join, ann start")
	require.Equal(t, Refused, f.answerTo(ann, "cover <@72>").Verdict, "bob is here")
	last := map[ids.User]games.Seat{math.MaxInt64: 2}
	require.Equal(t, "kick #2", seatWords("kick <@9223372036854775807>", f.Session().View(), last))
}

// The answer tells the player the result of their move. If the move has no text of its own, the answer describes the
// cards that were dealt.
func TestAnswerContainsTheResult(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	p := f.planTyped(ann, f.set())
	require.Len(t, p.Notices, 2)
	require.Equal(t, p.Notices[0].Events, p.Answer.Events)
	f = newStage(t, "english", "ann join, bob join, ann start")
	p = f.planTyped(ann, "turn")
	require.True(t, slices.ContainsFunc(games.MergeEvents(p.Answer.Events), func(e games.Event) bool {
		return !e.Say().Silent()
	}))
}

// A closed inbox ignores orders.
func TestClosedInboxTakesNoOrders(t *testing.T) {
	m := newInbox(everyoneSits)
	m.Close()
	m.Order(ShowAgain{})
	require.Empty(t, m.takeOrders())
}

// The table logs if another process has added lines to its journal, or if it can't read a player's name.
func TestUnexpectedLinesAreLogged(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	var log bytes.Buffer
	f.Log = slog.New(slog.NewTextHandler(&log, nil))
	f.behindJournal(store.ErrStale)
	require.Contains(t, log.String(), "another process wrote to this table")
	for _, err := range []error{nil, errors.New("no names")} {
		log.Reset()
		f.Table.Names = func(context.Context, []ids.User) (map[ids.User]string, error) {
			return nil, err
		}
		f.Order(Forget{ForgottenPlayer: store.ForgottenPlayer{Player: bob, As: -5}, Done: make(chan struct{})})
		f.carryOutOrders()
		require.Equal(t, err != nil, log.Len() > 0, log.String())
	}
}

// A claim isn't late if its cards were taken before the player joined, because the player couldn't have taken them.
func TestClaimOnCardsTakenBeforeJoining(t *testing.T) {
	f := newStage(t, "twenty", "ann join, bob join, ann start")
	for len(f.Session().past) == 0 {
		v := f.Session().Course.Game.View(1)
		found := cards.Sets(append(v.Faces(games.Watcher), v.Faces(1)...))
		i := slices.IndexFunc(found, func(set [3]cards.Card) bool {
			return f.planTyped(ann, games.ClaimOf(set).String()).Answer.Verdict == Played
		})
		if i < 0 {
			f.answerTo(ann, "draw")
			continue
		}
		f.lastText = games.ClaimOf(found[i]).String()
		require.Equal(t, Played, f.answerTo(ann, f.lastText).Verdict)
	}
	require.Equal(t, Played, f.answerTo(eve, "/join").Verdict)
	at := f.Session().past[0].changedAt
	w := f.word(eve, "/"+f.lastText)
	w.At = at.Add(time.Millisecond)
	require.NotEqual(t, TooLate, f.Session().Plan(w, f.moment()).Answer.Verdict)
}

// Loading a table reads every line, including the first, and records the time of the last one.
func TestStartReadsEveryLine(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.load()
	require.Equal(t, f.Session().Line, f.Session().Sight)
	require.True(t, f.at.Equal(f.Session().LastWritten))
	parts := f.Parts
	parts.Journal = changedJournal{f.journal.Journal, 1, "rules 999"}
	_, _, err := Load(t.Context(), f.row, f.rules, parts)
	require.ErrorIs(t, err, games.ErrEdition)
}

// A player who types a private move in the channel is told where to make it.
func TestPrivateMoveInPublic(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "show_needs_set=false")
	f.take(f.wordVia(Mention, ann, "always pass"))
	require.Equal(t, "table.in_private", f.outlet.lastAnswer().Phrase.Key)
}

// grantlessJournal is a journal that counts writes and fails to pay the starting grant.
type grantlessJournal struct {
	Journal
	entries int
	err     error
}

func (p *grantlessJournal) Append(ctx context.Context, e store.Entry) error {
	p.entries++
	return p.Journal.Append(ctx, e)
}

func (p *grantlessJournal) Welcome(context.Context, ids.Guild, ids.User, games.Chips, time.Time) (
	games.Chips, error) {

	return 0, p.err
}

// If a player without enough chips has already received the starting grant, the move is refused without another write.
// If paying the grant fails, the table logs it.
func TestStartingGrantIsPaidOnce(t *testing.T) {
	for _, err := range []error{nil, errors.New("no chips")} {
		f := newTable(t, poker.Rules{}, games.Options{"stack": "20"})
		bank := &grantlessJournal{Journal: f.journal.Journal, err: err}
		var log bytes.Buffer
		f.journal.Journal, f.Log = bank, slog.New(slog.NewTextHandler(&log, nil))
		var poor *store.Overdraft
		require.ErrorAs(t, f.answerTo(ann, "join").Err, &poor)
		require.Equal(t, 1, bank.entries)
		require.Equal(t, err != nil, log.Len() > 0, log.String())
	}
}

// If the newest judged message can't be stored when the table ends, the table logs the error unless the store has
// already logged it.
func TestUnstoredJudgedMessageIsLogged(t *testing.T) {
	for _, err := range []error{store.ErrTrouble, errors.New("odd")} {
		f := newStage(t, "classic", "ann join, bob join, ann start")
		var log bytes.Buffer
		f.Log = slog.New(slog.NewTextHandler(&log, nil))
		f.judged.newest = 7
		f.journal.fail(err)
		require.Equal(t, PlayedOut, f.leave())
		require.Equal(t, !errors.Is(err, store.ErrTrouble), log.Len() > 0, log.String())
	}
}

// A move that arrived before the table's end is still played and answered.
func TestWaitingMovesAreAnsweredAtTheEnd(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	line := f.Session().Line
	f.Put(f.word(ann, f.set()))
	require.Equal(t, PlayedOut, f.leave())
	require.Equal(t, Played, f.outlet.lastAnswer().Verdict)
	require.Greater(t, f.Session().Line, line)
}

// When the table reads its journal again, it doesn't count lost time that it already knew about.
func TestKnownLostTimeIsNotCountedAgain(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start", "turn=30")
	require.NoError(t, f.commit(f.Session().House(f.moment(), time.Minute)))
	since := time.Now()
	f.change(func(s *Session) { s.HaltedSince = since })
	p := f.Session().House(f.moment(), time.Second)
	require.NoError(t, f.journal.Append(context.Background(), p.Entry))
	f.reload()
	require.Equal(t, since.Add(time.Second), f.Session().HaltedSince)
}

// The move "look" writes no line, and only the player who makes it sees the result.
func TestLookWritesNoLine(t *testing.T) {
	f := newStage(t, "solitaire", "ann join, ann start")
	line := f.Session().Line
	a := f.answerTo(ann, "look 1")
	require.Equal(t, OnlyLooked, a.Verdict)
	require.NotEmpty(t, a.Events)
	require.Empty(t, f.linesAfter(line))
}

// Planning a late claim doesn't change the session.
func TestPlanningALateClaimHasNoSideEffects(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	set := f.set()
	f.answerTo(ann, set)
	s := f.Session()
	p := s.Plan(f.word(bob, set), f.moment())
	require.Equal(t, []ids.User{bob}, p.next.past[0].toldLate)
	require.Empty(t, s.past[0].toldLate)
}

// The turn clock keeps running while the house players wait, so a human player can think for as long as the turn
// lasts.
func TestClockRunsWhileTheHouseWaits(t *testing.T) {
	f := newTable(t, poker.Game, games.Options{"turn": "3600"})
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.answerTo(ann, words).Verdict)
	}
	for len(f.Session().Thinkers()) == 0 {
		line := f.Session().Line
		f.take(f.Session().houseWord(f.Session().View().Turn, poker.Check{}, f.at))
		require.Greater(t, f.Session().Line, line)
	}
	line, late := f.Session().Line, f.Session().Course.Deadline().Add(slack)
	f.clock.lookNext(f.Session(), f.at)
	f.handleDue(late)
	require.Contains(t, f.outlet.allMessages(), "table.house_waits")
	require.Equal(t, "clock ", f.linesAfter(line)[0])
}

// If a write fails because of the disk, players are told that nothing can be saved. For other errors they get a general
// message.
func TestOnlyDiskFaultsAreAnnounced(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	for _, c := range []struct {
		err error
		key string
	}{
		{store.ErrTrouble, "table.disk_fails"}, {errors.New("odd"), "table.broken"},
	} {
		f.journal.fail(c.err)
		require.Equal(t, c.key, f.answerTo(ann, f.set()).Phrase.Key)
	}
}

// The clock stays stopped from the first interruption on, even if owed cards can't be dealt when that interruption
// ends.
func TestClockIsStoppedWhileCardsAreOwed(t *testing.T) {
	f := tableOwingCards(t)
	since := time.Now().Add(-time.Minute)
	f.change(func(s *Session) { s.HaltedSince = since })
	f.journal.fail(store.ErrTrouble)
	f.resume(Resume{})
	require.Equal(t, since, f.Session().HaltedSince)
}

// Leaving needs a confirmation as soon as the player has a single chip in the pot.
func TestLeavingCostsFromOneChipOn(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start")
	who := f.playerNamed("turn")
	require.Equal(t, Played, f.answerTo(who, "bet 1").Verdict)
	require.Equal(t, NeedsConfirmation, f.planCommand(who, "leave").Answer.Verdict)
}

// If a house move and a deadline are both overdue, the house moves first, and the deadline is handled by the next
// timer.
func TestHouseMovesBeforeTheClock(t *testing.T) {
	f := newTable(t, poker.Game, games.Options{"turn": "60"})
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.answerTo(ann, words).Verdict)
	}
	var log bytes.Buffer
	f.Log = slog.New(slog.NewTextHandler(&log, nil))
	s, late := f.Session(), f.Session().Course.Deadline().Add(slack)
	f.clock.chooseMove = func(games.View, games.Level, *rand.Rand) string { return "check" }
	f.clock.lookAt = map[games.Seat]glance{2: {at: f.at, sight: s.Sight}}
	f.handleDue(late)
	require.Equal(t, []string{s.View().Turn.String() + " check"}, f.linesAfter(s.Line))
	require.Empty(t, log.String())
}

// A table ends as Vanished only if it was closed because its channel is gone.
func TestReasonOfAnEnding(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.journal.fail(store.ErrTrouble)
	f.vanish()
	require.NotEqual(t, Vanished, f.leave(), "the end is not written yet")
	f = newStage(t, "classic", "ann join, bob join, ann start")
	f.behindJournal(store.ErrOver)
	require.Equal(t, PlayedOut, f.leave(), "another process has closed it")
	f = newStage(t, "classic", "ann join, bob join, ann start")
	end := games.Action{At: time.Now(), Seat: games.Dealer, Move: games.End{}}
	require.NoError(t, f.journal.Append(context.Background(), f.Session().House(f.moment(), 0, end).Entry))
	f.behindJournal(store.ErrOver)
	require.True(t, f.Session().Over())
	require.False(t, f.Session().isClosed, "the journal has the end")
}

// If no player can bet, the next question follows immediately. Advance passes are still delayed for each question, or
// the other players could tell who had passed in advance.
func TestAdvancePassIsDelayedEachTime(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start, turn bet 2, turn raise 2, turn call",
		"stack=4", "turn=60", "show_needs_set=false")
	f.answerTo(ann, "/always pass")
	f.answerTo(bob, "/always pass")
	f.clock.answerNext(f.Session(), f.at)
	asked := f.at.Add(soonest + jitter)
	centre := f.Session().View().Faces(games.Watcher)
	for range 2 {
		f.handleDue(asked)
	}
	require.Greater(t, len(f.Session().View().Faces(games.Watcher)), len(centre))
	require.Len(t, f.Session().Course.Answers(), 2, "the players are asked again")
	require.GreaterOrEqual(t, f.clock.answerNext(f.Session(), asked), asked.Add(soonest))
}
