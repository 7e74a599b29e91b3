package gateway

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"settable/bot/discord"
)

// transport is the HTTP transport that REST uses, too.
func (s *Session) transport() http.RoundTripper {
	if s.config.HTTP.Transport != nil {
		return s.config.HTTP.Transport
	}
	return http.DefaultTransport
}

// boundTransport ends its requests when a context ends, and refuses new ones after
// that. It reads answers whole before it returns them.
type boundTransport struct {
	ctx context.Context
	rt  http.RoundTripper
}

func (b boundTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if b.ctx.Err() != nil {
		return nil, discord.ErrClosed
	}
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	resp, err := b.rt.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}
