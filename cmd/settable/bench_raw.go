package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// rawSyncs is the limit that the disk sets: 12 KiB overwritten in place and synced,
// at the pace of the moves or a hundred times a second. A machine that has slept
// in between takes longer to wake up than to sync. It is measured before and after
// the bot plays: meanwhile it would wait for the bot, and be no limit.
func rawSyncs(ctx context.Context, folder string, rate int) (took []time.Duration, err error) {
	f, err := os.Create(filepath.Join(folder, "raw"))
	if err != nil {
		return nil, fmt.Errorf("measuring the disk: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	page := make([]byte, 12<<10)
	for range 200 {
		if err := pause(ctx, time.Second/time.Duration(max(rate, 100))); err != nil {
			return nil, err
		}
		start := time.Now()
		if _, err = f.WriteAt(page, 0); err == nil {
			err = f.Sync()
		}
		if err != nil {
			return nil, fmt.Errorf("measuring the disk: %w", err)
		}
		took = append(took, time.Since(start))
	}
	return took[1:], nil // the first makes the room
}
