package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// A request describes one request to Discord.
type request struct {
	what   string // the attempted action, such as "post a message"
	method string
	url    string
	lane   string // requests in one lane are sent one at a time, in order; "": no lane
	bucket string // the route with its major parameter, for the rate limits; "": no bucket
	paced  bool   // requests are spread over the bucket's window
	exempt bool   // doesn't count towards the overall limit; Discord doesn't count interactions
	urgent bool   // must arrive within 3 s, so a picture that fails is not tried twice
	once   bool   // not repeated if it may have arrived, because Discord would perform it twice

	answers  bool // answers an interaction, so a user is waiting
	optional bool // users can trigger it just by talking, so it isn't sent if a similar request was refused a moment ago
	shape    shape
	body     any
	files    []discord.File
	build    func(shape) (any, []discord.File, error) // makes the body and the files when the limits allow the request
	channel  ids.Channel                              // the channel in which users read the message; 0: none
	secret   discord.Secret                           // the interaction's token, which must not appear in errors
	out      any                                      // receives the answer
	header   *http.Header                             // receives the answer's headers

	// arrived is the error that Discord returns for a retry if an earlier attempt has already succeeded. In that
	// case, the request counts as successful.
	arrived error
}

// A sender sends requests, in order within each lane and within the rate limits, and repeats them after temporary
// failures.
type sender struct {
	http        http.RoundTripper // not an http.Client, because that would follow redirects with the token
	token       discord.Secret
	log         *slog.Logger
	limits      *limits
	may         func(answer bool) error
	hasSiblings bool // other processes run the same bot
	times       timings
	counts      counts

	revoked context.Context // ends when Discord refuses the token; nothing is sent after that
	revoke  context.CancelFunc
	broken  atomic.Bool // the breaker is open, and this was logged
	faults  discord.FaultLog
	names   atomic.Pointer[NameFilter]
	rival   atomic.Int64 // when another program with the same token was last logged; 0: never
}

func newSender(c Config) *sender {
	s := &sender{http: http.DefaultTransport, token: c.Token, log: c.Log, limits: newLimits(c), may: c.May,
		hasSiblings: c.hasSiblings, times: c.times}
	if c.HTTP != nil && c.HTTP.Transport != nil {
		s.http = c.HTTP.Transport
	}
	s.revoked, s.revoke = context.WithCancel(context.Background())
	return s
}

func (s *sender) do(ctx context.Context, q request) error {
	leave, err := s.limits.enter(ctx, q.lane)
	if err != nil {
		return s.handleNoResponse(q, err)
	}
	defer leave()
	if err := s.limits.checkSuppressed(q); err != nil {
		return err
	}
	q.shape.plain = s.limits.isPictureless(q.lane)
	if s.limits.isNameless(q.channel) {
		q.shape.named = s.withoutNames(ctx, q)
	}
	var refusal error // the error of the same request with its pictures
	var names nameTrial
	for attempt := 0; ; attempt++ {
		pause, err := s.attempt(ctx, &q, attempt)
		if _, held := errors.AsType[*heldBack](err); held {
			attempt-- // nothing was sent
			continue
		}
		if q.arrived != nil && errors.Is(err, q.arrived) {
			if attempt > 0 {
				return nil
			}
			s.noticeRival(q)
		}
		if err == nil && refusal != nil {
			s.limits.leavePictures(q.lane, time.Now())
			s.faults.Warn(s.log, "Discord refuses pictures, sending text instead", reason(refusal),
				"what", q.what, "why", refusal)
		}
		if s.retryNameless(ctx, &q, &names, err) {
			continue
		}
		fault := s.pictureAtFault(&q, err, pause, attempt)
		if q.once && !errors.Is(err, discord.ErrLimited) {
			return err
		}
		switch {
		case fault == pictureRefused && attempt+1 < s.times.attempts:
			q.shape.plain, refusal = true, err
		case fault == pictureLost:
			q.shape.plain = true
			s.faults.Warn(s.log, "uploading a picture failed, sending text instead",
				reason(err), "what", q.what, "why", err)
		case pause <= 0, attempt+1 >= s.times.attempts, q.waitsTooLong(pause):
			return err
		default:
			s.faults.Warn(s.log, "request to Discord failed, retrying", reason(err), "request", q.what, "error", err)
		}
		if fault != pictureRefused && discord.Sleep(ctx, pause) != nil {
			return err // the reason for the wait says more than "deadline exceeded"
		}
		s.counts.retries.Add(1)
	}
}

// attempt makes one attempt to send a request, when the limits allow it. If attempt returns an error and a pause, the
// request may be repeated after the pause. The error is a heldBack if nothing was sent because the request is no longer
// allowed.
func (s *sender) attempt(ctx context.Context, q *request, attempt int) (pause time.Duration, err error) {
	if err := s.waitAllowed(ctx, *q); err != nil {
		return 0, err
	}
	if err := s.admit(ctx, *q); err != nil {
		return 0, err
	}
	if q.build != nil {
		if q.body, q.files, err = q.build(q.shape); err != nil {
			return 0, fmt.Errorf("%s: %w", q.what, err)
		}
	}
	x := exchanges.Get().(*exchange)
	defer x.release()
	kind, err := encode(&x.body, *q)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", q.what, err)
	}
	resp, err := s.send(ctx, *q, kind, x)
	if held, is := errors.AsType[*heldBack](err); is {
		return 0, held
	}
	if err != nil {
		if ctx.Err() == nil {
			pause = s.times.backoff(attempt)
		}
		return pause, s.handleNoResponse(*q, err)
	}
	pause = s.limits.learn(*q, resp, x.answer.Bytes())
	if q.header != nil {
		*q.header = resp.Header
	}
	if resp.StatusCode >= 300 {
		return s.handleRefusal(*q, resp.StatusCode, x.answer.Bytes(), pause, attempt)
	}
	if q.out != nil {
		if err := json.Unmarshal(x.answer.Bytes(), q.out); err != nil {
			return 0, fmt.Errorf("%s: reading the response: %w", q.what, err)
		}
	}
	return 0, nil
}

// admit waits until the limits allow the request.
func (s *sender) admit(ctx context.Context, q request) error {
	err := s.limits.wait(ctx, q)
	if open := errors.Is(err, discord.ErrBreaker); open != s.broken.Swap(open) && open {
		s.log.Error("too many refused requests, sending nothing to Discord for up to ten minutes",
			"limit", s.limits.maxRefusals())
	}
	if err != nil {
		return s.handleNoResponse(q, err)
	}
	if s.revoked.Err() != nil {
		return &Error{What: q.what, Status: http.StatusUnauthorized,
			Text: "not sent, because Discord rejected the token earlier"}
	}
	return nil
}

var userAgent = []string{discord.UserAgent}

var errLate = errors.New("no response in time")

// A lateness is an errLate that also says how long the sender waited for a response.
type lateness time.Duration

func (l lateness) Error() string   { return fmt.Sprintf("no response within %v", time.Duration(l)) }
func (l lateness) Is(e error) bool { return e == errLate }

// send sends the request in the exchange and reads the answer into it.
func (s *sender) send(ctx context.Context, q request, kind string, x *exchange) (*http.Response, error) {
	patience := s.times.patience
	if q.urgent {
		patience = s.times.answer
	}
	late := lateness(patience)
	ctx, cancel := context.WithTimeoutCause(ctx, patience, late)
	defer cancel()
	may := func() error { return s.may(q.isHarmless()) }
	if err := may(); err != nil {
		return nil, &heldBack{err}
	}
	req, err := x.request(ctx, q.method, q.url, may, cancel)
	if err != nil {
		return nil, err
	}
	req.Header["Authorization"], req.Header["User-Agent"] = []string{"Bot " + string(s.token)}, userAgent
	if kind != "" {
		req.Header["Content-Type"] = []string{kind}
	}
	begun := time.Now()
	resp, err := s.http.RoundTrip(req)
	if err == nil {
		err = x.readAnswer(resp)
	}
	if held := x.gate.held.Load(); held != nil {
		return nil, held
	}
	status := 0
	if err == nil {
		status = resp.StatusCode
	}
	s.counts.add(q, status)
	if s.log.Enabled(ctx, slog.LevelDebug) { // the URL and the body may contain secrets
		s.log.Debug("request", "method", q.method, "route", route(q.url), "channel", q.channel, "status", status,
			"took", time.Since(begun))
	}
	if err != nil && errors.Is(context.Cause(ctx), late) {
		err = late
	}
	return resp, err
}

// handleRefusal decides what to do after an unsuccessful answer. limited is the pause that a 429 asks for.
func (s *sender) handleRefusal(q request, status int, answer []byte, limited time.Duration,
	attempt int) (pause time.Duration, err error) {
	refusal := s.refusal(q, status, answer)
	switch {
	case refusal.isKnown(): // a repetition would be refused again, whatever the status is
	case status == http.StatusTooManyRequests:
		return limited, refusal
	case status >= 500:
		return s.times.backoff(attempt), refusal
	case errors.Is(refusal, discord.ErrUnauthorized):
		s.revoke()
	}
	return 0, refusal
}
