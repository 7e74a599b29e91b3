package disktest

import (
	"unsafe"

	"modernc.org/libc"
)

// These functions let Go implement the function pointers and structures that SQLite expects from C. Pointers refer to
// C's memory, which never moves and is freed only by its owner.

// CNew copies v to C's memory and returns a pointer to the copy. It returns 0 if the memory is full.
func CNew[T any](tls *libc.TLS, v T) uintptr {
	p := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(v)))
	if p != 0 {
		*CAt[T](p) = v
	}
	return p
}

// CAt returns C's memory at p as a T.
func CAt[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// CBytes returns n bytes of C's memory.
func CBytes(p uintptr, n int32) []byte { return unsafe.Slice(CAt[byte](p), n) }

// CPointer returns a Go function, which must not be a closure, as a C function pointer.
func CPointer(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

// CFunction returns a C function pointer as a Go function with the signature F.
func CFunction[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }
