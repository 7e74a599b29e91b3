package bot_test

import (
	"strings"
	"testing"
)

// A table that is waiting for the players of the last game names each of them until they are forgotten.
func TestAwaitedPlayerIsForgotten(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.press("Bob", ":join")
	n.shows("Bob sits down")
	n.slash("Bob", "end")
	n.slash("Ann", "end")
	n.shows("has ended")
	n.press("Ann", "again:")
	n.shows("Waiting for Bob from the last game")
	bob := n.sb.User("Bob").ID
	n.forgetMe("Bob")
	n.waitUntilErased(bob)
	n.press("Cid", ":join")
	n.wait("a table without Bob's name", func() bool {
		m, ok := n.table()
		return ok && strings.Contains(m.Content, "Cid sits down") && !strings.Contains(m.Content, "Bob")
	})
}

// The post of a planned night stops naming its planner when they are forgotten, whether or not they had signed up.
func TestPlannerIsForgotten(t *testing.T) {
	for name, comes := range map[string]bool{"comes": true, "does not come": false} {
		t.Run(name, func(t *testing.T) {
			n := pokerEvening(t)
			n.plan("Bob", "tomorrow 20:00")
			n.wait("the plan", func() bool { return len(n.postsWith("Bob")) > 0 })
			if !comes {
				n.pressBelow("Bob", "Bob", "I'm out")
				n.wait("the list of players", func() bool { return len(n.postsWith("No sign-ups")) > 0 })
			}
			bob := n.sb.User("Bob").ID
			n.forgetMe("Bob")
			n.waitUntilErased(bob)
			n.wait("a plan without a planner", func() bool { return len(n.postsWith("Bob"))+len(n.postsWith(bob)) == 0 })
		})
	}
}

// The post of a planned night names each member who has signed up until they are forgotten.
func TestSignedUpMemberIsForgotten(t *testing.T) {
	n := pokerEvening(t)
	n.plan("Ann", "tomorrow 20:00")
	n.pressBelow("Bob", "planned by Ann", "I'm in")
	n.wait("Bob", func() bool { return len(n.postsWith("**2 in:** Ann and Bob.")) == 1 })
	bob := n.sb.User("Bob").ID
	n.forgetMe("Bob")
	n.waitUntilErased(bob)
	n.wait("a plan without Bob", func() bool { return len(n.postsWith("**1 in:** Ann.")) == 1 })
}
