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
	// drain is how long the tables' clocks stay stopped after the process was suspended, because delayed messages may
	// still arrive.
	drain = 1500 * time.Millisecond
	// compareAgain is the pause before the bot asks Discord for the time again.
	compareAgain = 5 * time.Second
	// maxCompares limits how many times the bot asks Discord for the time when it starts. After that many attempts, the
	// bot uses its machine's clock.
	maxCompares = 24
)

// A timekeeper keeps the bot's clock in step with Discord's.
type timekeeper struct {
	*clock
	discord *rest.Client
	tell    func(table.Order) // gives an order to all tables
	log     *slog.Logger
	recheck chan struct{}    // requests a comparison of the clock with Discord's
	faults  discord.FaultLog // limits the warnings when Discord does not report its time
}

// syncWithDiscord sets the clock to Discord's time before tables are opened. The newest lines of a table may have
// been written by another process with a different clock, so only Discord's time, which both know, shows how long no
// one could play. Otherwise the player to move could lose or gain minutes. If Discord doesn't report its time within
// two minutes, keep asks again later.
func (k *timekeeper) syncWithDiscord(ctx context.Context) {
	for tries := 1; ; tries++ {
		err := k.ask(ctx)
		if err == nil || errors.Is(err, rest.ErrNoClock) || tries == maxCompares ||
			discord.Sleep(ctx, compareAgain) != nil {
			return
		}
	}
}

// keep keeps the clock correct until ctx ends. Time when the process was suspended or the machine slept doesn't count
// for turn clocks, and each table records it in its journal. The same applies to a correction of the clock, which
// therefore never ends a turn.
func (k *timekeeper) keep(ctx context.Context) {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	var goOn <-chan time.Time // fires when the tables' clocks may continue
	compare := false          // the bot must ask Discord for the time first
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

// ask asks Discord for the time, and corrects the clock if the difference is noticeable.
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

// compareWith requests a comparison of the clocks if a message was sent later than the current time by the bot's
// clock, which must then be slow.
func (k *timekeeper) compareWith(said time.Time) {
	if said.Sub(k.now()) >= noticeable {
		k.compare()
	}
}

// compare makes the loop in keep compare the clock with Discord's.
func (k *timekeeper) compare() {
	select {
	case k.recheck <- struct{}{}:
	default:
	}
}
