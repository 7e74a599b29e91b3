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
)

// labels returns a claim of a set by the labels of its cards, and one of cards that are no set.
func (f *felt) labels() (right, wrong string) {
	for _, a := range f.Session().View().Areas {
		for _, words := range []*string{&right, &wrong} {
			faces := f.set()
			if words == &wrong {
				faces = f.wrong()
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

// behaviour, Feedback 2: labels whose cards went a moment ago now name cards that the player never saw. Three
// cards that were never a set are still wrong.
func TestLabelsOfCardsThatWentAMomentAgo(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	right, wrong := f.labels()
	f.says(ann, right)
	line := f.Session().Line
	require.Equal(t, TooLate, f.says(bob, right).Verdict)
	require.Equal(t, line, f.Session().Line, "it costs nothing")
	f = stage(t, "classic", "ann join, bob join, ann start")
	a := f.says(ann, wrong)
	require.Equal(t, Played, a.Verdict)
	require.True(t, a.Wrong)
	right, _ = f.labels()
	require.False(t, f.says(ann, right).Wrong)
}

// A message that comes a second time is not told to anybody, nor is a claim of cards
// that the caller took already.
func TestTheSameClaimAgain(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	w := f.word(ann, f.set())
	f.take(w)
	told := f.said.heard()
	f.take(w)
	require.Equal(t, told, f.said.heard())
	require.Equal(t, "table.yours_already", f.says(ann, w.Words).Phrase.Key)
	require.Equal(t, told, f.said.heard())
}

// A refused word of somebody who is away still brings them back, together with the
// time for which the clock stood still. They are told why the word was refused.
func TestARefusalOfWhoWasAway(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start, ann away")
	f.change(func(s *Session) { s.HaltedSince = f.at })
	line := f.Session().Line
	a := f.says(ann, "none")
	require.Equal(t, Refused, a.Verdict)
	require.Error(t, a.Err)
	require.Empty(t, a.Events)
	require.Equal(t, []string{"clock away", "1 back"}, f.written(line))
}

// A seated player whose word was refused has still spoken. Passers-by, and words of
// the house for a player, do not count.
func TestWhoHasSpoken(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	spoke := f.clock.lastSpoke
	f.says(eve, "/none")
	f.take(f.Session().houseWord(1, classic.None{}, f.at))
	require.Equal(t, spoke, f.clock.lastSpoke)
	w := f.word(ann, "none")
	f.take(w)
	require.Equal(t, Refused, f.said.last().Verdict)
	require.Equal(t, w.At, f.clock.lastSpoke)
}

// If an action of the bot itself is refused, commit returns why, and nothing is written or shown.
func TestWhatTheHouseMayNot(t *testing.T) {
	f := stage(t, "classic", "ann join, ann start, ann /leave")
	line, shown := f.Session().Line, f.said.shows()
	p := f.Session().House(f.moment(), 0, games.Action{At: f.at, Seat: games.Dealer, Move: games.End{}})
	require.Equal(t, Refused, p.Answer.Verdict)
	require.Error(t, p.Answer.Err)
	require.Empty(t, p.Lines)
	require.Equal(t, p.Answer.Err, f.commit(p))
	require.Empty(t, f.written(line))
	require.Equal(t, shown, f.said.shows())
}

// What the clock and the house do is shown. A retry that has nothing to write shows
// a table that was never shown.
func TestWhatTheHouseDoesIsShown(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	shown := f.said.shows()
	f.ring(f.Session().Course.Deadline().Add(slack))
	require.Equal(t, shown+1, f.said.shows())
	f.retry()
	require.Equal(t, shown+1, f.said.shows())
	f.load()
	f.retry()
	require.Equal(t, shown+2, f.said.shows())
	f.closeUp()
	require.Equal(t, shown+3, f.said.shows())
}

// An answer that was left with the house counts as its player's move.
func TestAnAnswerFromTheHouseIsItsPlayers(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.says(ann, "/always pass")
	f.says(f.someone("turn"), "check")
	f.says(f.someone("turn"), "check")
	at := f.at.Add(10 * time.Second)
	a := f.Session().Course.Answers()[0]
	f.clock.answerAt = map[games.Seat]time.Time{a.Seat: at}
	f.ring(at)
	require.True(t, at.Equal(f.Session().LastMove))
}

// Five minutes after the last word, the house waits and says so once. If no player
// of the house ever looked, or all have left, it says nothing and no bell rings.
func TestTheHouseSaysOnceThatItWaits(t *testing.T) {
	f := lay(t, classic.Game, nil)
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.says(ann, words).Verdict)
	}
	quiet := f.Session().LastMove.Add(quietAfter)
	said := func() (n int) {
		for _, key := range f.said.heard() {
			if key == "table.house_waits" {
				n++
			}
		}
		return n
	}
	f.ring(quiet)
	require.Zero(t, said(), "it has not looked")
	f.clock.waitedAt = time.Time{}
	f.clock.lookNext(f.Session(), f.Session().LastMove)
	for range 2 {
		f.ring(quiet)
		require.Equal(t, 1, said())
	}
	f.says(ann, "/leave")
	require.Zero(t, f.clock.lookNext(f.Session(), quiet.Add(quietAfter)))
	f.clock.lookAt = map[games.Seat]glance{2: {}}
	f.ring(quiet.Add(quietAfter))
	require.Equal(t, 1, said(), "it is over")
}

// A house player who says nothing is not answered.
func TestTheHouseMaySayNothing(t *testing.T) {
	f := lay(t, classic.Game, nil)
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.says(ann, words).Verdict)
	}
	f.clock.chooseMove = func(games.View, games.Level, *rand.Rand) string { return "" }
	f.clock.lookAt = map[games.Seat]glance{2: {at: f.at, sight: f.Session().Sight}}
	_, due := f.clock.lookDue(f.Session(), f.at)
	require.False(t, due)
}

// Orders are obeyed before the bell: one that stops the clock is obeyed before the
// time goes on. A table that begins obeys earlier orders first.
func TestOrdersComeBeforeTheBell(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	line, late := f.Session().Line, f.Session().Course.Deadline().Add(time.Minute)
	f.Table.Now = func() time.Time { return late }
	f.Order(Freeze{})
	f.handleNext(true)
	_, on := f.prepareWait()
	require.True(t, on)
	require.Empty(t, f.written(line))
	require.Equal(t, late, f.Session().HaltedSince)

	f.load()
	f.Table.Now = func() time.Time { return late }
	f.Order(Freeze{Since: late.Add(-5 * time.Minute)})
	f.Order(Resume{})
	f.prepareWait()
	require.Equal(t, []string{"clock away"}, f.written(line))
	done := make(chan struct{})
	f.Order(Close{Done: done})
	_, on = f.prepareWait()
	require.True(t, on, "the hand in play is played first")
	require.Equal(t, []string{"clock away", "dealer last"}, f.written(line))

	f = stage(t, "classic", "ann join, bob join, ann start")
	line = f.Session().Line
	f.Put(f.word(ann, f.set()))
	f.Order(Close{Done: make(chan struct{})})
	f.handleNext(false)
	require.Equal(t, []string{"dealer last"}, f.written(line), "and before what was said")
}

// bewildered panics when a mark is written, and does not know of any line whether it is written.
type bewildered struct{ Journal }

func (bewildered) Heard(context.Context, store.TableID, int64) error { panic("bewildered") }
func (bewildered) Reconcile(context.Context) error                   { return store.ErrTrouble }

// A table that panics at its end stops as loudly as one that panics before, and
// those who wait for an answer are told so.
func TestATableThatBreaksAtItsEnd(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	f.journal.Journal = bewildered{f.journal.Journal}
	f.judged.newest = 7
	f.Close()
	require.Equal(t, Broken, f.Run())
	require.Contains(t, f.said.heard(), "table.stopped")

	f = stage(t, "classic", "ann join, bob join, ann start")
	var log bytes.Buffer
	f.Log, f.Chance = slog.New(slog.NewTextHandler(&log, nil)), noChance{}
	answers := len(f.said.answers)
	f.Put(f.word(ann, f.set()))
	f.Put(f.word(bob, "none"))
	require.Equal(t, Broken, f.Run())
	require.Len(t, f.said.answers, answers+1)
	require.Contains(t, log.String(), "an invariant is broken")
	require.Equal(t, "table.broken", f.said.last().Phrase.Key)
}

// While the outcome of a line is unknown, nothing more is written, and the clock asks again later.
func TestALineThatStaysUnknown(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	line := f.Session().Line
	f.journal.Journal = bewildered{f.journal.Journal}
	f.change(func(s *Session) { s.OutcomeUnknown, s.diskRefuses, s.HaltedSince = true, true, f.at.Add(-time.Minute) })
	f.retry()
	require.NotZero(t, f.clock.retryAt)
	require.Empty(t, f.written(line))
	require.Equal(t, "table.disk_fails", f.says(f.someone("turn"), "check").Phrase.Key)
	f.vanish()
	require.Empty(t, f.written(line))
	require.False(t, f.Session().isClosed)
}

// The end of a table whose channel is gone is tried once at a time.
func TestAnEndIsTriedOnceAtATime(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=60")
	f.journal.fail(store.ErrTrouble)
	f.vanish()
	f.change(func(s *Session) { s.HaltedSince = s.HaltedSince.Add(-time.Minute) })
	f.retry()
	require.Equal(t, 2*retryFirst, f.clock.pause)
}

// Any line that is written ends the pauses after failures of the disk, and notes what was judged.
func TestALineEndsThePauses(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	f.refuse(bob, "/leave")
	f.clock.pause = time.Minute
	w := f.message(20, bob, "away")
	f.take(w)
	require.Equal(t, Played, f.said.last().Verdict)
	require.Zero(t, f.clock.pause)
	require.False(t, f.Session().diskRefuses)
	require.EqualValues(t, 20, f.judged.saved)
}

// Refusing a press writes nothing.
func TestARefusalThatIsNoMessage(t *testing.T) {
	f := stage(t, "classic", "ann join")
	f.journal.fail(store.ErrTrouble)
	require.Error(t, f.says(ann, "join").Err)
}

// changed is a journal in which one line says something else.
type changed struct {
	Journal
	line  int
	words string
}

func (c changed) Lines(ctx context.Context, id store.TableID) ([]store.Line, error) {
	lines, err := c.Journal.Lines(ctx, id)
	if err == nil && c.line <= len(lines) {
		lines[c.line-1].Words = c.words
	}
	return lines, err
}

// A journal that its rules refuse is not opened, and the error names the line. If a move
// is refused because the table does not know the journal's newest line, that line is read.
func TestAJournalThatItsRulesRefuse(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	parts := f.Parts
	parts.Journal = changed{f.journal.Journal, 2, "fly"}
	_, _, err := Load(t.Context(), f.row, f.rules, parts)
	require.ErrorIs(t, err, ErrBroken)
	require.ErrorContains(t, err, "line 2:")

	shown := f.said.shows()
	f.journal.fail(store.ErrStale)
	require.Equal(t, "table.broken", f.says(ann, f.set()).Phrase.Key)
	require.Equal(t, shown+1, f.said.shows())
}

// After a start people are called what they are called now.
func TestNamesAfterAStart(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	parts := f.Parts
	parts.Names = func(_ context.Context, who []store.PlayerID) (map[store.PlayerID]string, error) {
		require.ElementsMatch(t, []store.PlayerID{ann, bob}, who)
		return map[store.PlayerID]string{ann: "Anna", bob: "Robert"}, nil
	}
	again, _, err := Load(t.Context(), f.row, f.rules, parts)
	require.NoError(t, err)
	require.Equal(t, "Anna", again.Session().Name(1))
	require.Equal(t, "Robert", again.Session().Name(2))
	nameless := errors.New("nameless")
	parts.Names = func(context.Context, []store.PlayerID) (map[store.PlayerID]string, error) {
		return nil, nameless
	}
	_, _, err = Load(t.Context(), f.row, f.rules, parts)
	require.ErrorIs(t, err, nameless)
}

// Somebody without a seat is told when they may sit down: now, or at the next game. Only a claim walks in.
func TestWhenAStrangerMaySitDown(t *testing.T) {
	f := stage(t, "classic", "ann join, ann start")
	require.Equal(t, "table.sit_first", f.says(eve, "/none").Phrase.Key)
	f = stage(t, "twenty", "ann join, bob join, ann start")
	for words, want := range map[string]Answer{
		"set": {}, "set a b c": {Verdict: Refused, Phrase: games.Say("table.sit_first")},
	} {
		w := f.through(Typed, eve, "nothing")
		w.Words, w.IsReply = words, true
		f.take(f.Session().Understand(w))
		require.Equal(t, want, f.said.last(), words)
	}
	f = stage(t, "english", "ann join, bob join, ann start")
	require.Equal(t, "table.next_game", f.says(eve, "/turn").Phrase.Key)
	require.Len(t, f.Session().Seats, 2)
}

// A form that is not for a claim, and a button for a claim, are stale once the table has changed.
func TestAFormAgesUnlessItNamesCards(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start")
	w := f.through(Modal, f.someone("turn"), "bet 2")
	w.Sight.Line = 0
	f.take(w)
	require.Equal(t, "table.stale", f.said.last().Phrase.Key)
	f = stage(t, "classic", "ann join, bob join, ann start")
	w = f.pressed(ann, f.set())
	w.Sight.Line = 0
	f.take(w)
	require.Equal(t, "table.stale", f.said.last().Phrase.Key)
}

// An empty text is no move. A typed move that is no verb of the game is refused and not taken for talk.
func TestWhatIsNoVerbOfTheGame(t *testing.T) {
	for _, talk := range []string{"", "leave", "end"} {
		_, is := Read(poker.Rules{}, Word{Words: talk})
		require.False(t, is, talk)
	}
	f := stage(t, "classic", "ann join, bob join, ann start")
	require.Equal(t, Refused, f.says(ann, "cover <@72>").Verdict, "bob is here")
	last := map[store.PlayerID]games.Seat{math.MaxInt64: 2}
	require.Equal(t, "kick #2", seatWords("kick <@9223372036854775807>", f.Session().View(), last))
}

// A player is told what they did. What the dealer laid is told in addition, and
// alone if there is nothing else.
func TestWhatWhoPlaysHears(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	p := f.plan(ann, f.set())
	require.Len(t, p.Notices, 2)
	require.Equal(t, p.Notices[0].Events, p.Answer.Events)
	f = stage(t, "english", "ann join, bob join, ann start")
	p = f.plan(ann, "turn")
	require.True(t, slices.ContainsFunc(games.MergeEvents(p.Answer.Events), func(e games.Event) bool {
		return !e.Say().Silent()
	}))
}

// After the inbox is closed, no more orders are taken.
func TestNoOrdersAfterTheEnd(t *testing.T) {
	m := newInbox(everyoneSits)
	m.Close()
	m.Order(ShowAgain{})
	require.Empty(t, m.takeOrders())
}

// A journal that has grown without the table is logged, and so is a name that can't be read.
func TestWhatElseTheLogHears(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	var log bytes.Buffer
	f.Log = slog.New(slog.NewTextHandler(&log, nil))
	f.behindJournal(store.ErrStale)
	require.Contains(t, log.String(), "another process wrote to this table")
	for _, err := range []error{nil, errors.New("no names")} {
		log.Reset()
		f.Table.Names = func(context.Context, []store.PlayerID) (map[store.PlayerID]string, error) {
			return nil, err
		}
		f.Order(Forget{Leaver: store.Leaver{Player: bob, As: -5}, Done: make(chan struct{})})
		f.obey()
		require.Equal(t, err != nil, log.Len() > 0, log.String())
	}
}

// A claim on cards that went before its caller sat down is not late, because they
// could not have taken them.
func TestWhoSatDownAMomentAgo(t *testing.T) {
	f := stage(t, "twenty", "ann join, bob join, ann start")
	for len(f.Session().past) == 0 {
		v := f.Session().Course.Game.View(1)
		found := cards.Sets(append(v.Faces(games.Watcher), v.Faces(1)...))
		i := slices.IndexFunc(found, func(set [3]cards.Card) bool {
			return f.plan(ann, games.ClaimOf(set).String()).Answer.Verdict == Played
		})
		if i < 0 {
			f.says(ann, "draw")
			continue
		}
		f.latest = games.ClaimOf(found[i]).String()
		require.Equal(t, Played, f.says(ann, f.latest).Verdict)
	}
	require.Equal(t, Played, f.says(eve, "/join").Verdict)
	at := f.Session().past[0].changedAt
	w := f.word(eve, "/"+f.latest)
	w.At = at.Add(time.Millisecond)
	require.NotEqual(t, TooLate, f.Session().Plan(w, f.moment()).Answer.Verdict)
}

// A start reads every line, including the first, and knows when the last one was written.
func TestAStartReadsEveryLine(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	f.load()
	require.Equal(t, f.Session().Line, f.Session().Sight)
	require.True(t, f.at.Equal(f.Session().LastWritten))
	parts := f.Parts
	parts.Journal = changed{f.journal.Journal, 1, "rules 999"}
	_, _, err := Load(t.Context(), f.row, f.rules, parts)
	require.ErrorIs(t, err, games.ErrEdition)
}

// Somebody who makes a private move where all can read it is told where to make it.
func TestWhatIsPrivateIsSaidInPrivate(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "show_needs_set=false")
	f.take(f.through(Mention, ann, "always pass"))
	require.Equal(t, "table.in_private", f.said.last().Phrase.Key)
}

// poorhouse is a journal that counts its writes, and can't give the starting grant.
type poorhouse struct {
	Journal
	entries int
	err     error
}

func (p *poorhouse) Append(ctx context.Context, e store.Entry) error {
	p.entries++
	return p.Journal.Append(ctx, e)
}

func (p *poorhouse) Welcome(context.Context, store.GuildID, store.PlayerID, games.Chips, time.Time) (
	games.Chips, error) {

	return 0, p.err
}

// A player who lacks chips and has had the grant is refused at once. A grant that can't be given is logged.
func TestTheGrantIsGivenOnce(t *testing.T) {
	for _, err := range []error{nil, errors.New("no chips")} {
		f := lay(t, poker.Rules{}, games.Options{"stack": "20"})
		bank := &poorhouse{Journal: f.journal.Journal, err: err}
		var log bytes.Buffer
		f.journal.Journal, f.Log = bank, slog.New(slog.NewTextHandler(&log, nil))
		var poor *store.Overdraft
		require.ErrorAs(t, f.says(ann, "join").Err, &poor)
		require.Equal(t, 1, bank.entries)
		require.Equal(t, err != nil, log.Len() > 0, log.String())
	}
}

// A mark that can't be written at the end is logged, unless the store has logged it.
func TestAMarkThatIsNotKeptAtTheEnd(t *testing.T) {
	for _, err := range []error{store.ErrTrouble, errors.New("odd")} {
		f := stage(t, "classic", "ann join, bob join, ann start")
		var log bytes.Buffer
		f.Log = slog.New(slog.NewTextHandler(&log, nil))
		f.judged.newest = 7
		f.journal.fail(err)
		require.Equal(t, PlayedOut, f.leave())
		require.Equal(t, !errors.Is(err, store.ErrTrouble), log.Len() > 0, log.String())
	}
}

// Words that came before the end are answered.
func TestWhatWaitsAtTheEnd(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	line := f.Session().Line
	f.Put(f.word(ann, f.set()))
	require.Equal(t, PlayedOut, f.leave())
	require.Equal(t, Played, f.said.last().Verdict)
	require.Greater(t, f.Session().Line, line)
}

// Only lost time that a table did not know of moves its clock.
func TestTimeThatIsKnownToBeLost(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start", "turn=30")
	require.NoError(t, f.commit(f.Session().House(f.moment(), time.Minute)))
	since := time.Now()
	f.change(func(s *Session) { s.HaltedSince = since })
	p := f.Session().House(f.moment(), time.Second)
	require.NoError(t, f.journal.Append(context.Background(), p.Entry()))
	f.reload()
	require.Equal(t, since.Add(time.Second), f.Session().HaltedSince)
}

// A look writes no line, and is shown to whoever looks.
func TestALookIsNoLine(t *testing.T) {
	f := stage(t, "solitaire", "ann join, ann start")
	line := f.Session().Line
	a := f.says(ann, "look 1")
	require.Equal(t, OnlyLooked, a.Verdict)
	require.NotEmpty(t, a.Events)
	require.Empty(t, f.written(line))
}

// Planning the answer to a late claim changes nothing in the session.
func TestAPlanOfALateClaimIsWithoutEffect(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	set := f.set()
	f.says(ann, set)
	s := f.Session()
	p := s.Plan(f.word(bob, set), f.moment())
	require.Equal(t, []store.PlayerID{bob}, p.next.past[0].toldLate)
	require.Empty(t, s.past[0].toldLate)
}

// People may be silent for as long as they have time to think: the clock runs while the house waits.
func TestTheClockMovesWhileTheHouseWaits(t *testing.T) {
	f := lay(t, poker.Game, games.Options{"turn": "3600"})
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.says(ann, words).Verdict)
	}
	for len(f.Session().Thinkers()) == 0 {
		line := f.Session().Line
		f.take(f.Session().houseWord(f.Session().View().Turn, poker.Check{}, f.at))
		require.Greater(t, f.Session().Line, line)
	}
	line, late := f.Session().Line, f.Session().Course.Deadline().Add(slack)
	f.clock.lookNext(f.Session(), f.at)
	f.ring(late)
	require.Contains(t, f.said.heard(), "table.house_waits")
	require.Equal(t, "clock ", f.written(line)[0])
}

// People are told that the can't save anything right now, but not of other troubles.
func TestWhatIsSaidOfADiskThatFails(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	for _, c := range []struct {
		err error
		key string
	}{
		{store.ErrTrouble, "table.disk_fails"}, {errors.New("odd"), "table.broken"},
	} {
		f.journal.fail(c.err)
		require.Equal(t, c.key, f.says(ann, f.set()).Phrase.Key)
	}
}

// The clock stands still from when it first stopped, even if cards can't be dealt
// when people can be heard again.
func TestTheClockStandsWhileCardsAreOwed(t *testing.T) {
	f := owing(t)
	since := time.Now().Add(-time.Minute)
	f.change(func(s *Session) { s.HaltedSince = since })
	f.journal.fail(store.ErrTrouble)
	f.resume(Resume{})
	require.Equal(t, since, f.Session().HaltedSince)
}

// Leaving costs from one chip in the pot on.
func TestLeavingCostsFromOneChipOn(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start")
	who := f.someone("turn")
	require.Equal(t, Played, f.says(who, "bet 1").Verdict)
	require.Equal(t, NeedsConfirmation, f.meant(who, "leave").Answer.Verdict)
}

// Each ring does one thing: a word of the house and a deadline that has passed take two rings.
func TestTheHouseIsHeardBeforeTheClock(t *testing.T) {
	f := lay(t, poker.Game, games.Options{"turn": "60"})
	for _, words := range []string{"/join", "/house easy", "/start"} {
		require.Equal(t, Played, f.says(ann, words).Verdict)
	}
	var log bytes.Buffer
	f.Log = slog.New(slog.NewTextHandler(&log, nil))
	s, late := f.Session(), f.Session().Course.Deadline().Add(slack)
	f.clock.chooseMove = func(games.View, games.Level, *rand.Rand) string { return "check" }
	f.clock.lookAt = map[games.Seat]glance{2: {at: f.at, sight: s.Sight}}
	f.ring(late)
	require.Equal(t, []string{s.View().Turn.String() + " check"}, f.written(s.Line))
	require.Empty(t, log.String())
}

// An ending is Vanished only if the table was closed because its channel is gone.
func TestWhyATableHasEnded(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	f.journal.fail(store.ErrTrouble)
	f.vanish()
	require.NotEqual(t, Vanished, f.leave(), "its end is not written yet")
	f = stage(t, "classic", "ann join, bob join, ann start")
	f.behindJournal(store.ErrOver)
	require.Equal(t, PlayedOut, f.leave(), "another has closed it")
	f = stage(t, "classic", "ann join, bob join, ann start")
	end := games.Action{At: time.Now(), Seat: games.Dealer, Move: games.End{}}
	require.NoError(t, f.journal.Append(context.Background(), f.Session().House(f.moment(), 0, end).Entry()))
	f.behindJournal(store.ErrOver)
	require.True(t, f.Session().Over())
	require.False(t, f.Session().isClosed, "its journal says so")
}

// If nobody can bet, players are asked again at once. A pass that was left with the house
// takes a human moment each time, because the others would otherwise know whose it is.
func TestAPassIsGivenInItsTimeEachTime(t *testing.T) {
	f := stage(t, "poker", "ann join, bob join, ann start, turn bet 2, turn raise 2, turn call",
		"stack=4", "turn=60", "show_needs_set=false")
	f.says(ann, "/always pass")
	f.says(bob, "/always pass")
	f.clock.answerNext(f.Session(), f.at)
	asked := f.at.Add(soonest + jitter)
	centre := f.Session().View().Faces(games.Watcher)
	for range 2 {
		f.ring(asked)
	}
	require.Greater(t, len(f.Session().View().Faces(games.Watcher)), len(centre))
	require.Len(t, f.Session().Course.Answers(), 2, "they are asked again")
	require.GreaterOrEqual(t, f.clock.answerNext(f.Session(), asked), asked.Add(soonest))
}
