package rest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
)

// An exchange holds the memory for one request and its answer. Exchanges are reused, because they would otherwise make
// up most of the garbage of a busy table.
type exchange struct {
	body, answer   bytes.Buffer
	trace          httptrace.ClientTrace
	conns, written atomic.Int32 // how many times the request got a connection, and was completely written
	gate           *gate        // the gate of this request
}

var exchanges = sync.Pool{New: func() any {
	x := &exchange{}
	x.watch()
	return x
}}

// watch counts how often the transport uses the body of the request.
func (x *exchange) watch() {
	x.trace.GotConn = func(httptrace.GotConnInfo) {
		x.conns.Add(1)
		x.gate.connected()
	}
	x.trace.WroteRequest = func(i httptrace.WroteRequestInfo) {
		if i.Err == nil {
			x.written.Add(1)
		}
	}
}

// bodyRead reports whether the transport has read the whole body and no longer needs it. The transport may still read
// the body after the answer arrives, because http.RoundTripper allows that.
func (x *exchange) bodyRead() bool { return x.conns.Load() == 1 && x.written.Load() == 1 }

// maxKept is the size in bytes of the largest buffer that is reused. Even the largest table message fits into it.
const maxKept = 256 << 10

// release returns the memory for use by another exchange, unless the transport might still need it.
func (x *exchange) release() {
	if !x.bodyRead() || x.body.Cap() > maxKept || x.answer.Cap() > maxKept {
		return
	}
	x.body.Reset()
	x.answer.Reset()
	x.gate = nil
	x.conns.Store(0)
	x.written.Store(0)
	exchanges.Put(x)
}

// request returns the HTTP request, with the contents of the exchange's buffer as its body. The request is sent only
// if its gate allows it.
func (x *exchange) request(ctx context.Context, method, url string, may func() error,
	stop context.CancelFunc) (*http.Request, error) {
	x.gate = &gate{may: may, stop: stop}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, &x.trace), method, url, nil)
	if err != nil || x.body.Len() == 0 {
		return req, err
	}
	req.ContentLength = int64(x.body.Len())
	req.GetBody = func() (io.ReadCloser, error) {
		x.gate.body = bytes.NewReader(x.body.Bytes())
		return io.NopCloser(x.gate.body), nil
	}
	req.Body, err = req.GetBody()
	return req, err
}

func (x *exchange) readAnswer(resp *http.Response) error {
	defer resp.Body.Close()
	_, err := x.answer.ReadFrom(io.LimitReader(resp.Body, maxAnswer))
	return err
}

// maxAnswer is the maximum number of bytes that are read of a response. Even a hundred messages of the maximum length
// are far smaller.
const maxAnswer = 8 << 20
