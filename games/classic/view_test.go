package classic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPoints(t *testing.T) {
	for n, want := range map[int]string{1: "1 point", -1: "-1 point", 0: "0 points", 2: "2 points"} {
		require.Equal(t, want, points(n))
	}
}
