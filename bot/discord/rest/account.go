package rest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"settable/bot/discord"
	"settable/store/ids"
)

// errIncomplete means that a successful response lacks the requested data.
var errIncomplete = errors.New("the answer is invalid")

// Me returns the bot's own user, and caches it.
func (r *Client) Me(ctx context.Context) (discord.UserRef, error) {
	if id := r.me.Load(); id != nil {
		return *id, nil
	}
	var u struct {
		ID     ids.User `json:"id"`
		Name   string   `json:"username"`
		Global string   `json:"global_name"`
	}
	err := r.do(ctx, request{what: "get the bot's account", method: http.MethodGet,
		url: endpoint("users", "@me"), bucket: "GET me", out: &u})
	if err == nil && u.ID == 0 {
		err = fmt.Errorf("get the bot's account: %w", errIncomplete)
	}
	if err != nil {
		return discord.UserRef{}, err
	}
	ref := discord.UserRef{ID: u.ID, Name: cmp.Or(u.Global, u.Name)}
	r.me.Store(&ref)
	return ref, nil
}

func (r *Client) appID(ctx context.Context) (string, error) {
	if id := r.app.Load(); id != nil {
		return *id, nil
	}
	var app struct {
		ID string `json:"id"`
	}
	err := r.do(ctx, request{what: "get the application", method: http.MethodGet,
		url: endpoint("applications", "@me"), bucket: "GET application", out: &app})
	if err == nil && app.ID == "" {
		err = fmt.Errorf("get the application: %w", errIncomplete)
	}
	if err != nil {
		return "", err
	}
	r.app.Store(&app.ID)
	return app.ID, nil
}
