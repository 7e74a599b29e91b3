package bot

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"settable/store"
)

// journals holds an evening's journals for the laws that check them. It reads a journal from disk once per run of the
// bot, and then adds what the store reports as written. After an unknown outcome, it reads that journal from disk
// every time. One law compares these journals with the disk.
type journals struct {
	store.Store
	mu      sync.Mutex
	lines   map[store.TableID][]store.Line
	unknown map[store.TableID]bool // tables that may have unknown lines
	writes  int
	chain   store.Chain
	calls   map[store.Source]store.Source // maps the sealed form of Discord's sources to the sources
}

func newJournals(s store.Store, calls map[store.Source]store.Source) (*journals, error) {
	key, err := s.Key(stormCtx)
	return &journals{Store: s, lines: map[store.TableID][]store.Line{}, unknown: map[store.TableID]bool{},
		chain: store.NewChain(key), calls: calls}, err
}

// Lines returns the lines on disk, with their original sources instead of the sealed ones that the store keeps.
func (j *journals) Lines(ctx context.Context, id store.TableID) ([]store.Line, error) {
	lines, err := j.Store.Lines(ctx, id)
	j.mu.Lock()
	defer j.mu.Unlock()
	for i, l := range lines {
		if call, known := j.calls[l.Source]; known {
			lines[i].Source = call
		}
	}
	return lines, err
}

// Played returns lines with their effects.
func (j *journals) Played(ctx context.Context, id store.TableID) ([]store.Played, error) {
	all, err := j.Store.Played(ctx, id)
	j.mu.Lock()
	defer j.mu.Unlock()
	for i, p := range all {
		if call, known := j.calls[p.Line.Source]; known {
			all[i].Line.Source = call
		}
	}
	return all, err
}

func (j *journals) Append(ctx context.Context, e store.Entry) error {
	err := j.Store.Append(ctx, e)
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, p := range e.Played {
		j.calls[j.chain.Seal(p.Line.Source)] = p.Line.Source
	}
	j.writes++
	if err != nil {
		j.unknown[e.Table] = j.unknown[e.Table] || errors.Is(err, store.ErrOutcomeUnknown)
		return err
	}
	if j.unknown[e.Table] || len(j.lines[e.Table]) != e.After {
		delete(j.unknown, e.Table)
		delete(j.lines, e.Table)
		return nil
	}
	for i, p := range e.Played {
		l := p.Line
		l.N, l.At = e.After+1+i, time.Unix(0, l.At.UnixNano()).UTC()
		j.lines[e.Table] = append(j.lines[e.Table], l)
	}
	return nil
}

// upTo returns a table's journal, including the given line if that has been written.
func (j *journals) upTo(id store.TableID, line int) ([]store.Line, error) {
	j.mu.Lock()
	known, writes := j.lines[id], j.writes
	if len(known) > 0 && len(known) >= line && !j.unknown[id] {
		j.mu.Unlock()
		return known, nil
	}
	j.mu.Unlock()
	lines, err := j.Lines(stormCtx, id)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil && j.writes == writes {
		j.lines[id] = lines
	}
	return lines, err
}

// isOnDisk reports whether a table's journal on disk equals what the store has reported as written.
func (j *journals) isOnDisk(id store.TableID, disk []store.Line) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.unknown[id] || len(j.lines[id]) == 0 || slices.Equal(j.lines[id], disk)
}

// knownLines returns the lines of a table's journal that the store has reported as written, or nil if there are none or
// if a commit outcome is unknown.
func (j *journals) knownLines(id store.TableID) []store.Line {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.unknown[id] {
		return nil
	}
	return slices.Clone(j.lines[id])
}
