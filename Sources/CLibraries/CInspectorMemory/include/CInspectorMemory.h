#pragma once

// The memory of the program: the settings of glibc's allocator, which are not in Swift's Glibc module, and an
// allocator for libcurl and OpenSSL.

#if !defined(__linux__) || !__has_include(<malloc.h>)
#error "<malloc.h> is missing: building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <malloc.h>
#include <stddef.h>

// Initialises OpenSSL and libcurl with an allocator that keeps up to 2 MiB of freed blocks for each thread. Must be
// called once, before any other use of either library; later calls have no effect. The blocks are glibc's, so any
// thread may free them, also with `free`. Does nothing in a build with AddressSanitizer.
void cmemory_install(void);

// Returns the number of bytes that the allocator keeps for the calling thread.
size_t cmemory_kept(void);
