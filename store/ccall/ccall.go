// Package ccall is how Go stands in where SQLite, which was C, calls a function
// or keeps a structure. What it points to is C's memory, which nobody moves and
// only its owner frees.
package ccall

import (
	"unsafe"

	"modernc.org/libc"
)

// New is a copy of v in C's memory; 0: there is none left.
func New[T any](tls *libc.TLS, v T) uintptr {
	p := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(v)))
	if p != 0 {
		*At[T](p) = v
	}
	return p
}

// At is C's memory at p as a T.
func At[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// Bytes are n bytes of C's memory.
func Bytes(p uintptr, n int32) []byte { return unsafe.Slice(At[byte](p), n) }

// Of is where the first of some bytes lies, for C to read while the caller
// keeps them. There has to be one.
func Of(bytes []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(bytes))) }

// Pointer is a function of Go's, not a closure, as C calls it.
func Pointer(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

// Function is a pointer to a function of C's as Go calls it, with the signature F.
func Function[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }
