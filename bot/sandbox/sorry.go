package sandbox

import "fmt"

// sorry is a refusal for people: one sentence, shown on the page as it is.
type sorry string

func (s sorry) Error() string { return string(s) }

func sorryf(format string, args ...any) error { return sorry(fmt.Sprintf(format, args...)) }
