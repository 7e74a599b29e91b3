// Package sandboxtest starts sandboxes for tests, with every request, answer and event checked against Discord's own
// descriptions.
package sandboxtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
)

// Start opens a sandbox that closes with the test. Whatever breaks one of the descriptions fails the test.
func Start(t testing.TB, o sandbox.Options) *sandbox.Server {
	t.Helper()
	s, err := sandbox.Start(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}
