package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/discord/rest"
)

// A session is the bot's place in Discord: the gateway with the HTTP side beside
// it, or in the storm of the tests one whose events are late, doubled and lost.
type session interface {
	Events() <-chan discord.Event
	Missed(ctx context.Context, guild discord.GuildID, channel discord.ChannelID,
		since time.Time) ([]discord.Said, error)
	REST() *rest.Client
	Me() discord.UserRef
	Err() error
	Counts() gateway.Counts
	StopIntake()
	Close(ctx context.Context) error
}

// connection is both halves of the way to Discord.
type connection struct {
	*gateway.Session
	client *rest.Client
}

func (c connection) REST() *rest.Client { return c.client }

// dial connects to Discord, and waits for as long as the network or Discord is not
// there: a machine that has just come up starts its programs before its network. Only
// what Discord refuses is an error.
func dial(ctx context.Context, c Config) (session, error) {
	var told discord.Seldom
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
		told.Warn(c.Log, "Discord cannot be reached yet: the bot waits for it", err.Error(),
			"error", err, "again", pause)
		if discord.Sleep(ctx, pause) != nil {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	}
}

// connect connects to Discord with one http client for both halves, so that one
// thing alone decides about proxies, certificates and which hosts are reached.
func connect(ctx context.Context, c Config) (session, error) {
	d := c.Discord
	if d.HTTP == nil {
		d.HTTP = discord.NewHTTP()
	}
	d.Shard = discord.Shard(c.Shard)
	client := rest.New(rest.Config{Token: d.Token, HTTP: d.HTTP, Log: d.Log, PerSecond: c.PerSecond,
		Pace: c.Pace, May: c.May})
	opened, err := gateway.Dial(ctx, client, d)
	if err != nil {
		return nil, fmt.Errorf("connecting to Discord: %w", err)
	}
	return connection{opened, client}, nil
}
