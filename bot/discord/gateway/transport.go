package gateway

import (
	"context"
	"io"
	"net/http"

	"settable/bot/discord"
)

// transport is the way out that REST takes, too.
func (s *Session) transport() http.RoundTripper {
	if s.config.HTTP.Transport != nil {
		return s.config.HTTP.Transport
	}
	return http.DefaultTransport
}

// boundTransport ends requests with a context, and refuses new ones after it.
type boundTransport struct {
	ctx context.Context
	rt  http.RoundTripper
}

func (b boundTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if b.ctx.Err() != nil {
		return nil, discord.ErrClosed
	}
	ctx, cancel := context.WithCancel(req.Context())
	stop := context.AfterFunc(b.ctx, cancel)
	resp, err := b.rt.RoundTrip(req.WithContext(ctx))
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	resp.Body = &boundBody{resp.Body, func() { stop(); cancel() }}
	return resp, nil
}

// boundBody ends the context of its request when it is closed.
type boundBody struct {
	io.ReadCloser
	end func()
}

func (b *boundBody) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}
