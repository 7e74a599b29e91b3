package bot

import (
	"context"
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
	StopIntake()
	Close(ctx context.Context) error
}

// connection is both halves of the way to Discord.
type connection struct {
	*gateway.Session
	client *rest.Client
}

func (c connection) REST() *rest.Client { return c.client }

// dial connects to Discord with one http client for both halves, so that one
// thing alone decides about proxies, certificates and which hosts are reached.
func dial(ctx context.Context, c Config) (session, error) {
	d := c.Discord
	if d.HTTP == nil {
		d.HTTP = discord.NewHTTP()
	}
	client := rest.New(rest.Config{Token: d.Token, HTTP: d.HTTP, Log: d.Log, PerSecond: c.PerSecond})
	opened, err := gateway.Dial(ctx, client, d)
	if err != nil {
		return nil, fmt.Errorf("connecting to Discord: %w", err)
	}
	return connection{opened, client}, nil
}
