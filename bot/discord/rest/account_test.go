package rest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAccountAndTime(t *testing.T) {
	t.Parallel()
	r := newFixture(t, typed)
	me, err := r.rest.Me(t.Context())
	require.NoError(t, err)
	require.Equal(t, r.Me(), me)
	app, err := r.rest.appID(t.Context())
	require.NoError(t, err)
	require.Equal(t, r.Sandbox.Application(), app)
	there, err := r.rest.Time(t.Context())
	require.NoError(t, err)
	require.Less(t, time.Until(there).Abs(), 2*time.Second)
}
