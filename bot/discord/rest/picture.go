package rest

import (
	"errors"
	"net/http"
	"time"

	"settable/bot/discord"
)

// A pictureFault says whether the pictures of a failed request could be to blame, and how.
type pictureFault int

const (
	noFault        pictureFault = iota // the pictures aren't to blame, or the request had none
	pictureRefused                     // Discord refuses the request but may accept it without its pictures
	pictureLost                        // the upload keeps failing, so only this message is sent without pictures
)

// pictureAtFault reports whether to send a failed request again without its pictures. A 5xx or a timeout doesn't show
// whether the pictures are to blame, so the first retry is unchanged. If an upload has timed out twice or has used up
// all its attempts, the message is sent without pictures, so that players see something. An answer must arrive within
// 3 s, so it is sent without pictures after one timeout or two other failures.
func (s *sender) pictureAtFault(q *request, err error, pause time.Duration, attempt int) pictureFault {
	var e *Error
	if len(q.files) == 0 || !errors.As(err, &e) {
		return noFault
	}
	late := errors.Is(err, errLate)
	switch {
	case e.Status == http.StatusTooManyRequests, e.Status == http.StatusUnauthorized:
	case errors.Is(err, discord.ErrMissingAccess): // the missing permission may be the one for files
		return pictureRefused
	case e.isKnown():
	case e.Status >= 400 && e.Status < 500:
		return pictureRefused
	case pause <= 0:
	case q.urgent && (late || attempt > 0), late && attempt > 0, attempt+1 >= s.times.attempts:
		return pictureLost
	}
	return noFault
}

// withoutPictures returns the message as it is or, if plain is set, without its pictures.
func (s *sender) withoutPictures(m discord.Message, plain bool) discord.Message {
	if !plain {
		return m
	}
	if len(m.Files) > 0 {
		s.counts.inWords.Add(1)
	}
	return m.Plain()
}

// noPictures is how long the bot sends no pictures to a channel after Discord refused one there. Each refusal counts
// towards a ban, and a missing permission is rarely granted soon.
const noPictures = 50 * time.Second

// leavePictures records that Discord refused a message of a lane and then accepted it without its pictures. No other
// error turns pictures off.
func (l *limits) leavePictures(lane string, now time.Time) {
	if lane == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, until := range l.plain {
		if until.Before(now) {
			delete(l.plain, name)
		}
	}
	l.plain[lane] = now.Add(noPictures)
}

// isPictureless reports whether messages in a lane are currently sent without pictures.
func (l *limits) isPictureless(lane string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Before(l.plain[lane])
}
