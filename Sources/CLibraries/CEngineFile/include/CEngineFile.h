#pragma once

// What Linux does with files, and Swift's Glibc module leaves out.

#if !defined(__linux__)
#error "this runs on Linux"
#endif

#include <sys/types.h>

/// Has the system begin to write a part of a file to its disk, and does not wait for it.
void cengine_begin_writeback(int descriptor, off_t offset, off_t length);
