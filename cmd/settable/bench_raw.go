package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// rawSyncs are the limit that the disk sets: 12 KiB, what a commit writes at least,
// overwritten in place and synced while the bot plays. Before or after it they
// would be of another minute: a disk that others use has slow moments.
type rawSyncs struct {
	ending  chan struct{}
	ended   chan struct{}
	took    []time.Duration
	err     error
	stopped sync.Once
}

// rawPause leaves the disk to the bot between two raw syncs.
const rawPause = 10 * time.Millisecond

// startRaw begins to sync in a file of its own in the folder.
func startRaw(folder string) (*rawSyncs, error) {
	f, err := os.Create(filepath.Join(folder, "raw"))
	if err != nil {
		return nil, fmt.Errorf("measuring the disk: %w", err)
	}
	r := &rawSyncs{ending: make(chan struct{}), ended: make(chan struct{})}
	page := make([]byte, 12<<10)
	if _, err = f.WriteAt(page, 0); err == nil { // the first makes the room
		err = f.Sync()
	}
	if err != nil {
		return nil, fmt.Errorf("measuring the disk: %w", errors.Join(err, f.Close()))
	}
	go r.run(f, page)
	return r, nil
}

func (r *rawSyncs) run(f *os.File, page []byte) {
	defer close(r.ended)
	defer func() { r.err = errors.Join(r.err, f.Close()) }()
	pace := time.NewTicker(rawPause)
	defer pace.Stop()
	for {
		select {
		case <-r.ending:
			return
		case <-pace.C:
		}
		start := time.Now()
		if _, r.err = f.WriteAt(page, 0); r.err == nil {
			r.err = f.Sync()
		}
		if r.err != nil {
			return
		}
		r.took = append(r.took, time.Since(start))
	}
}

// stop ends it, and gives how long each took, the quickest first.
func (r *rawSyncs) stop() ([]time.Duration, error) {
	r.stopped.Do(func() {
		close(r.ending)
		<-r.ended
		slices.Sort(r.took)
		if r.err != nil {
			r.err = fmt.Errorf("measuring the disk: %w", r.err)
		}
	})
	return r.took, r.err
}
