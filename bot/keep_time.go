package bot

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/table"
)

const (
	// drain is how long the tables' clocks stand after the process stood still: what
	// was said meanwhile is on its way then.
	drain = 1500 * time.Millisecond
	// compareAgain is the pause before Discord is asked for the time again.
	compareAgain = 5 * time.Second
	// mostCompares is how often it is, before a bot plays with no other time than its machine's.
	mostCompares = 24
)

// A timekeeper keeps a bot's clock by Discord's.
type timekeeper struct {
	*clock
	discord *rest.Client
	tell    func(table.Order) // all tables
	log     *slog.Logger
	recheck chan struct{}  // the clock is to be compared with Discord's
	mute    discord.Seldom // where Discord does not tell its time
}

// learn sets the clock by Discord's before there are tables. Another process may have written what they
// were told last, by a clock of its own: without a time that both know nobody could say how long nobody
// played, and who is to move would be beaten by the clock, or get minutes more. Where Discord doesn't say for
// minutes, or can't, it is asked again later.
func (k *timekeeper) learn(ctx context.Context) {
	for tries := 1; ; tries++ {
		err := k.ask(ctx)
		if err == nil || errors.Is(err, rest.ErrNoClock) || tries == mostCompares ||
			discord.Sleep(ctx, compareAgain) != nil {
			return
		}
	}
}

// keep looks after the clock until ctx ends. Time in which the process stood still
// or the machine slept does not run the tables' clocks: it becomes a line. So does a
// correction: nobody's turn ends because a clock was set.
func (k *timekeeper) keep(ctx context.Context) {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	var goOn <-chan time.Time // when the tables' clocks go on
	compare := false          // Discord is asked for the time before that
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			now, found := k.findStandstill()
			if found.process > 0 || found.machine != 0 {
				k.tell(table.Pause{Since: found.since}) // before time goes on
				k.log.Warn("this process or its machine stood still: the tables' clocks did not run",
					"for", found.process.Round(time.Millisecond), "clock was set by", found.machine.Round(time.Second))
				goOn, compare = time.After(drain), compare || found.machine != 0
			}
			k.tick(now)
		case <-k.recheck:
			k.ask(ctx)
		case <-goOn:
			if compare && k.ask(ctx) != nil {
				goOn = time.After(compareAgain)
				continue
			}
			goOn, compare = nil, false
			k.tell(table.Unpause{})
		}
	}
}

// ask asks Discord for the time and corrects the clock by it, if it is off by
// more than can be a rounding.
func (k *timekeeper) ask(ctx context.Context) error {
	there, err := k.discord.Time(ctx)
	if err != nil {
		k.mute.Warn(k.log, "comparing the clock with Discord's", "", "error", err)
		return err
	}
	now := k.read()
	off := k.now().Sub(there)
	if off.Abs() < noticeable {
		return nil
	}
	k.log.Warn("the clock differs from Discord's: the tables go by Discord's", "ahead", off.Round(time.Second))
	k.tell(table.Pause{Since: k.now()})
	k.set(now, there)
	k.tell(table.Unpause{})
	return nil
}

// compareWith notices by something that was said just now that the clock is behind: ids
// do not come from the future.
func (k *timekeeper) compareWith(said time.Time) {
	if said.Sub(k.now()) >= noticeable {
		k.compare()
	}
}

// compare has the clock compared with Discord's.
func (k *timekeeper) compare() {
	select {
	case k.recheck <- struct{}{}:
	default:
	}
}
