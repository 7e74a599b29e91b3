package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"settable/store"
	"settable/store/ids"
)

func (s *Store) PlanNight(ctx context.Context, p store.Plan, source store.Source) (store.Plan, error) {
	p.Made, p.Starts, p.Remind = p.Made.UTC().Round(0), p.Starts.UTC().Round(0), p.Remind.UTC().Round(0)
	p.Players = []ids.User{p.Planner}
	p.Post, p.Event, p.Cancelled, p.Done = 0, 0, time.Time{}, time.Time{}
	var written func(*Tx) (bool, error)
	if source != "" {
		written = func(tx *Tx) (bool, error) {
			return tx.isTrue(selectPlanSource, string(tx.chain.Seal(source)))
		}
	}
	err := s.base.write(ctx, job{whose: knownGuild(p.Guild), do: func(tx *Tx) error {
		if err := checkPlannable(tx, p, source); err != nil {
			return err
		}
		planner, err := tx.register(p.Planner)
		if err != nil {
			return err
		}
		if err := tx.row(selectNextPlan, p.Guild).Scan(&p.Number); err != nil {
			return err
		}
		id, err := tx.insert(insertPlan, p.Guild, p.Number, p.Channel, planner, unixNanos(p.Made), unixNanos(p.Starts),
			unixNanos(p.Remind), nullIfEmpty(tx.chain.Seal(source)))
		if err != nil {
			return err
		}
		p.ID = store.PlanID(id)
		return errorOf(tx.exec(insertSignup, p.ID, planner, unixNanos(p.Made)))
	}, written: written})
	return orError(p, err, "planning a night in channel %d", p.Channel)
}

// checkPlannable returns the reason why a night can't be planned, or nil.
func checkPlannable(tx *Tx, p store.Plan, source store.Source) error {
	if err := errorIfTrue(tx, store.ErrPlayed, selectPlanSource, nullIfEmpty(tx.chain.Seal(source))); err != nil {
		return err
	}
	if err := tx.checkNotForgetting(p.Planner); err != nil {
		return err
	}
	if err := errorIfTrue(tx, store.ErrPlanned, selectTaken, p.Channel, unixNanos(p.Starts)); err != nil {
		return err
	}
	planner, err := tx.lookUp(p.Planner)
	if err != nil {
		return err
	}
	var own, cancelled int
	if err := tx.row(countOwnPlans, p.Guild, unixNanos(p.Made), planner).Scan(&own); err != nil {
		return err
	}
	if own >= store.MostOwnPlans {
		return store.ErrManyOwnPlans
	}
	err = tx.row(countCancelled, p.Guild, planner, unixNanos(p.Made.Add(-store.CancelledIn))).Scan(&cancelled)
	return errors.Join(err, errorIf(cancelled >= store.MostCancelled, store.ErrManyCancelled))
}

func errorIf(so bool, err error) error {
	if !so {
		return nil
	}
	return err
}

func (s *Store) Plan(ctx context.Context, id store.PlanID) (store.Plan, error) {
	p, err := scanPlan(s.base.row(ctx, selectPlan, id))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Plan{}, store.ErrNoPlan
	}
	return orError(p, err, "reading plan %d", id)
}

func (s *Store) Planned(ctx context.Context, guild ids.Guild, since time.Time) ([]store.Plan, error) {
	return s.readPlans(ctx, selectPlanned, guild, unixNanos(since))
}

// Pending returns the shard's plans that still need work, earliest first.
func (s *Store) Pending(ctx context.Context) ([]store.Plan, error) {
	return s.readPlans(ctx, selectPending, s.base.withShard()...)
}

func (s *Store) readPlans(ctx context.Context, what query, args ...any) ([]store.Plan, error) {
	return queryAll(ctx, s.base, "plans", scanPlan, what, args...)
}

func scanPlan(r row) (p store.Plan, err error) {
	var players string
	err = r.Scan(&p.ID, &p.Guild, &p.Number, &p.Channel, &p.Planner, (*instant)(&p.Made), (*instant)(&p.Starts),
		(*instant)(&p.Remind), &p.Post, &p.Event, (*instant)(&p.Cancelled), (*instant)(&p.Done), &players)
	if err != nil {
		return p, err
	}
	p.Players, err = parseList[ids.User](players)
	return p, err
}

func (s *Store) SignUp(ctx context.Context, id store.PlanID, player ids.User, comes bool,
	at time.Time) error {
	err := s.base.write(ctx, job{whose: guildOfPlan(id), do: func(tx *Tx) error {
		if err := checkNotCancelled(tx, id); err != nil {
			return err
		}
		if !comes {
			who, err := tx.lookUp(player)
			if err != nil {
				return err
			}
			return errorOf(tx.exec(deleteSignup, id, who))
		}
		if err := tx.checkNotForgetting(player); err != nil {
			return err
		}
		who, err := tx.register(player)
		if err != nil {
			return err
		}
		var others int
		if err := tx.row(selectOthers, id, who).Scan(&others); err != nil {
			return err
		}
		if others >= store.MostSignups {
			return store.ErrFullPlan
		}
		return errorOf(tx.exec(insertSignup, id, who, unixNanos(at)))
	}})
	return wrapError(err, "signing up for plan %d", id)
}

// checkNotCancelled returns ErrNoPlan or ErrCancelled if a plan does not exist or was cancelled.
func checkNotCancelled(tx *Tx, id store.PlanID) error {
	var cancelled bool
	err := tx.row(selectCancelled, id).Scan(&cancelled)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNoPlan
	}
	return errors.Join(err, errorIf(cancelled, store.ErrCancelled))
}

func (s *Store) Announced(ctx context.Context, id store.PlanID, post ids.Message, event ids.Event) error {
	return s.base.execFor(ctx, guildOfPlan(id), "saving the post of a plan", updateAnnounced, post, event, id)
}

func (s *Store) MovePlan(ctx context.Context, id store.PlanID, starts, remind, at time.Time) error {
	err := s.base.write(ctx, job{whose: guildOfPlan(id), do: func(tx *Tx) error {
		if err := checkNotCancelled(tx, id); err != nil {
			return err
		}
		if err := errorIfTrue(tx, store.ErrPlanned, selectOtherTaken, id, unixNanos(starts), id); err != nil {
			return err
		}
		return errorOf(tx.exec(updateMoved, unixNanos(starts), unixNanos(remind), remind.After(at), id))
	}})
	return wrapError(err, "moving plan %d", id)
}

func (s *Store) PlanDone(ctx context.Context, id store.PlanID, at time.Time) error {
	return s.base.execFor(ctx, guildOfPlan(id), "saving that a plan is done", updatePlanDone, unixNanos(at), id)
}

func (s *Store) CancelPlan(ctx context.Context, id store.PlanID, at time.Time) error {
	err := s.base.write(ctx, job{whose: guildOfPlan(id), do: func(tx *Tx) error {
		if err := checkNotCancelled(tx, id); err != nil {
			return err
		}
		return errorOf(tx.exec(updateCancelled, unixNanos(at), id))
	}})
	return wrapError(err, "cancelling plan %d", id)
}

var (
	insertPlan = toWrite(`INSERT INTO plans (guild, number, channel, planner, made, starts, remind, source)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`)
	insertSignup = toWrite(`INSERT INTO signups (plan, player, at) VALUES ($1, $2, $3)
		ON CONFLICT (plan, player) DO NOTHING`)
	deleteSignup    = toWrite(`DELETE FROM signups WHERE plan = $1 AND player = $2`)
	updateAnnounced = toWrite(`UPDATE plans SET post = coalesce(nullif(CAST($1 AS bigint), 0), post),
		event = coalesce(nullif(CAST($2 AS bigint), 0), event) WHERE id = $3`)
	updateMoved = toWrite(`UPDATE plans SET starts = $1, remind = $2, done = CASE WHEN $3 THEN NULL ELSE done END
		WHERE id = $4`)
	updatePlanDone   = toWrite(`UPDATE plans SET done = $1 WHERE id = $2 AND done IS NULL`)
	updateCancelled  = toWrite(`UPDATE plans SET cancelled = $1 WHERE id = $2`)
	selectNextPlan   = toWrite(`SELECT 1 + coalesce(max(number), 0) FROM plans WHERE guild = $1`)
	selectPlanSource = toWrite(`SELECT EXISTS (SELECT 1 FROM plans WHERE source = $1)`)
	selectTaken      = toWrite(`SELECT EXISTS (SELECT 1 FROM plans
		WHERE channel = $1 AND starts = $2 AND cancelled IS NULL)`)
	selectOtherTaken = toWrite(`SELECT EXISTS (SELECT 1 FROM plans WHERE channel = (SELECT channel FROM plans WHERE id = $1)
		AND starts = $2 AND cancelled IS NULL AND id <> $3)`)
	countOwnPlans = toWrite(`SELECT count(*) FROM plans
		WHERE guild = $1 AND starts > $2 AND cancelled IS NULL AND planner = $3`)
	countCancelled  = toWrite(`SELECT count(*) FROM plans WHERE guild = $1 AND planner = $2 AND cancelled > $3`)
	selectOthers    = toWrite(`SELECT count(*) FROM signups WHERE plan = $1 AND player <> $2`)
	selectCancelled = toWrite(`SELECT cancelled IS NOT NULL FROM plans WHERE id = $1`)
	selectPlan      = toRead(planColumns + `WHERE id = $1`)
	selectPlanned   = toRead(planColumns + `WHERE guild = $1 AND starts > $2 AND cancelled IS NULL
		ORDER BY starts, id`)
	selectPending = toRead(planColumns + `WHERE done IS NULL AND ` + inShard(0) + `ORDER BY remind, id`)
)

var planColumns = `SELECT id, guild, number, channel, ` + playerOf(`planner`) + `, made, starts, remind, post, event,
	coalesce(cancelled, 0), coalesce(done, 0),
	(SELECT json_group_array(discord) FROM
		(SELECT discord FROM signups JOIN people ON people.id = player WHERE plan = plans.id
			ORDER BY at, player) AS coming)
	FROM plans `
