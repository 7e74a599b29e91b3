package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhoIsAwaitedIsForgotten: a table that waits for those who played before names them, until they are
// forgotten.
func TestWhoIsAwaitedIsForgotten(t *testing.T) {
	n := open(t)
	n.deal()
	n.press("Bob", ":join")
	n.shows("Bob sits down")
	n.slash("Bob", "end")
	n.slash("Ann", "end")
	n.shows("has ended")
	n.press("Ann", "again:")
	n.shows("Bob played before")
	bob := n.sb.User("Bob").ID
	n.forgetMe("Bob")
	n.gone(bob)
	n.press("Cid", ":join")
	require.NotContains(t, n.shows("Cid sits down").Content, "Bob")
}

// TestAPlannerIsForgotten: the post of a night names nobody whom the bot has forgotten, whether they wanted
// to come or not.
func TestAPlannerIsForgotten(t *testing.T) {
	for name, comes := range map[string]bool{"comes": true, "does not come": false} {
		t.Run(name, func(t *testing.T) {
			n := evening(t)
			n.plan("Bob", "tomorrow 20:00")
			n.wait("the plan", func() bool { return len(n.saying("Bob")) > 0 })
			if !comes {
				n.below("Bob", "Bob", "I'm out")
				n.wait("who comes", func() bool { return len(n.saying("No sign-ups")) > 0 })
			}
			bob := n.sb.User("Bob").ID
			n.forgetMe("Bob")
			n.gone(bob)
			n.wait("a plan of nobody", func() bool { return len(n.saying("Bob"))+len(n.saying(bob)) == 0 })
		})
	}
}
