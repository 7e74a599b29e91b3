package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/discord/rest"
	"settable/store/ids"
)

// A session is a bot's connection to Discord: the gateway and the REST API. The storm test has its own session, which
// delays, drops and repeats events.
type session interface {
	Events() <-chan discord.Event
	Missed(ctx context.Context, guild ids.Guild, channel ids.Channel,
		since time.Time) ([]discord.TypedMessage, error)
	REST() *rest.Client
	Me() discord.UserRef
	Err() error
	Counts() gateway.Counts
	StopIntake()
	Close(ctx context.Context) error
}

// A connection is a session with the real Discord.
type connection struct {
	*gateway.Session
	client *rest.Client
}

func (c connection) REST() *rest.Client { return c.client }

// dial connects to Discord. It retries while the network or Discord can't be reached, because a booting machine may
// start programs before the network is up. It returns an error only if Discord refuses the bot (*gateway.Refused) or
// ctx ends.
func dial(ctx context.Context, c Config) (session, error) {
	var told discord.FaultLog
	for attempt := 0; ; attempt++ {
		opened, err := connect(ctx, c)
		var refused *gateway.Refused
		switch {
		case err == nil:
			return opened, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &refused):
			return nil, err
		}
		pause := discord.Backoff(attempt)
		told.Warn(c.Log, "can't reach Discord yet, retrying", err.Error(),
			"error", err, "again", pause)
		if discord.Sleep(ctx, pause) != nil {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	}
}

// connect connects to Discord. The gateway and REST share one HTTP client, so that both use the same proxy,
// certificates and permitted hosts.
func connect(ctx context.Context, c Config) (session, error) {
	d := c.Discord
	d.HTTP = cmp.Or(d.HTTP, discord.NewHTTP())
	d.Shard = discord.Shard(c.Shard)
	client := rest.New(rest.Config{Token: d.Token, HTTP: d.HTTP, Log: d.Log, PerSecond: c.PerSecond,
		Pace: c.Pace, May: c.May})
	opened, err := gateway.Dial(ctx, client, d)
	if err != nil {
		return nil, fmt.Errorf("connecting to Discord: %w", err)
	}
	return connection{opened, client}, nil
}
