#pragma once

// Linux functions for files and processes that are not in Swift's Glibc module.

#if !defined(__linux__)
#error "this runs on Linux"
#endif

#include <sys/types.h>

/// Makes the system begin to write a part of a file to its disk, without waiting for the end.
void cengine_begin_writeback(int descriptor, off_t offset, off_t length);

/// Returns the name of this program without its folders.
///
/// Swift expects the command line next to the environment, which moves when a library sets a variable.
const char *cengine_program_name(void);
