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
	// drain is how long the tables' clocks wait after the process was suspended, because messages are still arriving.
	drain = 1500 * time.Millisecond
	// compareAgain is the pause before Discord is asked for the time again.
	compareAgain = 5 * time.Second
	// maxCompares is how often the bot asks Discord for the time when it starts, before it uses its machine's clock
	// instead.
	maxCompares = 24
)

// A timekeeper keeps a bot's clock in step with Discord's.
type timekeeper struct {
	*clock
	discord *rest.Client
	tell    func(table.Order) // gives an order to all tables
	log     *slog.Logger
	recheck chan struct{}    // asks for a comparison of the clock with Discord's
	faults  discord.FaultLog // thins out the warnings where Discord does not tell its time
}

// syncWithDiscord sets the clock by Discord's before there are tables. Another process, with a clock of its
// own, may have written the tables' last lines. Only Discord's time, which both know, tells how long
// nobody could play; without it whoever is to move might lose their time to think, or gain minutes.
// If Discord gives no time for two minutes, or never can, keep asks again later.
func (k *timekeeper) syncWithDiscord(ctx context.Context) {
	for tries := 1; ; tries++ {
		err := k.ask(ctx)
		if err == nil || errors.Is(err, rest.ErrNoClock) || tries == maxCompares ||
			discord.Sleep(ctx, compareAgain) != nil {
			return
		}
	}
}

// keep keeps the clock right until ctx ends. The tables' clocks do not count time in which the process was suspended or
// the machine slept: each table writes it as a line of its journal. The same happens when the clock is corrected, so
// that no turn ends because a clock was set.
func (k *timekeeper) keep(ctx context.Context) {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	var goOn <-chan time.Time // fires when the tables' clocks may go on
	compare := false          // Discord has to be asked for the time before that
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			now, found := k.findStandstill()
			if found.process > 0 || found.machine != 0 {
				k.tell(table.Pause{Since: found.since}) // before time goes on
				k.log.Warn("process was suspended, so the table clocks were paused",
					"for", found.process.Round(time.Millisecond), "clock_changed_by", found.machine.Round(time.Second))
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

// ask asks Discord for the time, and corrects the clock if it is off by more than rounding explains.
func (k *timekeeper) ask(ctx context.Context) error {
	there, err := k.discord.Time(ctx)
	if err != nil {
		k.faults.Warn(k.log, "comparing the system clock with Discord's failed", "", "error", err)
		return err
	}
	now := k.read()
	off := k.now().Sub(there)
	if off.Abs() < noticeable {
		return nil
	}
	k.log.Warn("system clock is off, using Discord's time", "ahead", off.Round(time.Second))
	k.tell(table.Pause{Since: k.now()})
	k.set(now, there)
	k.tell(table.Unpause{})
	return nil
}

// compareWith requests a comparison of the clocks if a message is later than the clock. Discord's ids never come from
// the future, so the clock must be slow.
func (k *timekeeper) compareWith(said time.Time) {
	if said.Sub(k.now()) >= noticeable {
		k.compare()
	}
}

// compare makes keep compare the clock with Discord's.
func (k *timekeeper) compare() {
	select {
	case k.recheck <- struct{}{}:
	default:
	}
}
