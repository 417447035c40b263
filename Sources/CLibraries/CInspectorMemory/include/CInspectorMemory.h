#pragma once

// The program's memory: the settings of glibc's allocator, which Swift's Glibc module lacks, and an allocator for libcurl and OpenSSL.

#if !defined(__linux__) || !__has_include(<malloc.h>)
#error "<malloc.h> is missing: building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <malloc.h>
#include <stddef.h>

// Initialises OpenSSL and libcurl with an allocator that keeps at most 2 MiB of freed blocks for each thread. Call it once, before anything
// else uses either of them: later, it has no effect. The blocks are those of glibc: any thread may free them, with `free` as well. Does
// nothing in a build with AddressSanitizer.
void cmemory_install(void);

// The number of bytes that the allocator keeps for the calling thread.
size_t cmemory_kept(void);
