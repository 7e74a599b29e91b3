package sqlstore

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"settable/store"
	"settable/store/ids"
)

type row interface{ Scan(...any) error }

// rows are the rows of a result.
type rows interface {
	row
	Next() bool
	Err() error
	Close() error
}

// Collect reads all rows and closes them.
func Collect[T any](rows rows, scan func(row) (T, error)) (all []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// scanInto returns a function that scans a row into a new value. The function places returns the addresses for the
// cells.
func scanInto[T any](places func(*T) []any) func(row) (T, error) {
	return func(r row) (of T, err error) {
		err = r.Scan(places(&of)...)
		return of, err
	}
}

// ScanCell scans a row of one cell.
func ScanCell[T any](r row) (is T, err error) {
	err = r.Scan(&is)
	return is, err
}

// describe completes the description of an error with the guild, channel, night or table among the arguments. It never
// adds a player.
func describe(what string, args []any) string {
	for _, arg := range args {
		of := ""
		switch arg.(type) {
		case ids.Guild:
			of = "guild"
		case ids.Channel:
			of = "channel"
		case store.NightID:
			of = "night"
		case store.TableID:
			of = "table"
		}
		if of != "" && fmt.Sprint(arg) != "0" {
			what += fmt.Sprintf(" of %s %d", of, arg)
		}
	}
	return what
}

// jsonList returns a list of numbers as JSON for statements. An empty list gives [] and not null, because SQLite would
// treat null as an element and PostgreSQL would refuse it.
func jsonList[T ~int64](numbers []T) string {
	plain := make([]int64, len(numbers)) // ids marshal as strings, which statements would not find
	for i, n := range numbers {
		plain[i] = int64(n)
	}
	list, _ := json.Marshal(plain) // numbers can always be marshalled
	return string(list)
}

// parseList parses a list of numbers in JSON.
func parseList[T ~int64](list string) (numbers []T, err error) {
	var plain []int64
	err = json.Unmarshal([]byte(list), &plain)
	for _, n := range plain {
		numbers = append(numbers, T(n))
	}
	return numbers, err
}

func nullIfEmpty(s store.Source) any {
	if s == "" {
		return nil
	}
	return string(s)
}

// unixNanos returns t in nanoseconds, as the database stores it. It returns 0 for the zero time, which every CHECK
// refuses.
func unixNanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// instant scans a time that unixNanos has stored.
type instant time.Time

func (at *instant) Scan(cell any) error {
	n, is := cell.(int64)
	switch {
	case !is:
		return fmt.Errorf("%v is not a time", cell)
	case n == 0:
		*at = instant{}
	default:
		*at = instant(time.Unix(0, n).UTC())
	}
	return nil
}

// millis scans a duration in milliseconds.
type millis time.Duration

func (long *millis) Scan(cell any) error {
	var n sql.Null[int64]
	err := n.Scan(cell)
	if err == nil && !n.Valid {
		err = errors.New("the duration is missing")
	}
	*long = millis(time.Duration(n.V) * time.Millisecond)
	return err
}
