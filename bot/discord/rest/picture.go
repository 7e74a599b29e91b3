package rest

import (
	"errors"
	"net/http"
	"time"

	"settable/bot/discord"
)

// pictureAtFault says whether a request may have failed because of its pictures. refused: Discord refuses
// it, and may take it without them. failed: it gets no good answer, and may be too big to get through.
func (s *sender) pictureAtFault(q *request, err error, pause time.Duration,
	attempt int) (refused, failed bool) {

	var e *Error
	if len(q.files) == 0 || !errors.As(err, &e) {
		return false, false
	}
	switch {
	case e.Status == http.StatusTooManyRequests, e.Status == http.StatusUnauthorized:
	case errors.Is(err, discord.ErrMissingAccess): // the missing permission may be that for files
		return true, false
	case e.known():
	case e.Status >= 400 && e.Status < 500:
		return true, false
	case pause > 0:
		last := attempt+2 >= s.times.attempts || errors.Is(err, errLate) && attempt > 0
		return false, q.urgent || last
	}
	return false, false
}

// withoutPictures has the request sent again in words. Other pictures for the same
// channel are not tried for a while.
func (s *sender) withoutPictures(q *request, err error) {
	q.plain = true
	s.limits.leavePictures(q.lane, time.Now())
	s.faults.Warn(s.log, "Discord takes no pictures: what they show is said in words", reason(err),
		"what", q.what, "why", err)
}

// inWords is the message to send: if plain, without its pictures.
func (s *sender) inWords(m discord.Message, plain bool) discord.Message {
	if !plain {
		return m
	}
	if len(m.Files) > 0 {
		s.counts.inWords.Add(1)
	}
	return m.Plain()
}

// noPictures is how long no picture is tried in a channel after one failed,
// because refusals count towards a ban and a permission seldom comes back soon.
const noPictures = 50 * time.Second

// Pictureless says whether no picture is sent to a channel now, because one failed.
func (s *sender) Pictureless(channel discord.ChannelID) bool {
	return s.limits.pictureless(string(channel))
}

// leavePictures notes that pictures fail in a lane.
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

// pictureless says whether no picture is to be tried in a lane now.
func (l *limits) pictureless(lane string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Before(l.plain[lane])
}
