package disktest

import (
	"unsafe"

	"modernc.org/libc"
)

// These functions let Go implement what SQLite, once C, calls as functions and keeps as structures. Pointers are to C's
// memory, which never moves and is freed only by its owner.

// CNew is a copy of v in C's memory; 0: there is none left.
func CNew[T any](tls *libc.TLS, v T) uintptr {
	p := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(v)))
	if p != 0 {
		*CAt[T](p) = v
	}
	return p
}

// CAt is C's memory at p as a T.
func CAt[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// CBytes are n bytes of C's memory.
func CBytes(p uintptr, n int32) []byte { return unsafe.Slice(CAt[byte](p), n) }

// CPointer is a function of Go's, not a closure, as C calls it.
func CPointer(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

// CFunction is a pointer to a function of C's as Go calls it, with the signature F.
func CFunction[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }
