#pragma once

// Functions of Linux for files and processes that Swift's Glibc module leaves out.

#if !defined(__linux__)
#error "this runs on Linux"
#endif

#include <sys/types.h>

/// Has the system begin to write a part of a file to its disk, and does not wait for it.
void cengine_begin_writeback(int descriptor, off_t offset, off_t length);

/// Returns the name of this program without its folders.
///
/// Swift finds the words of the command line beside the environment, which is elsewhere once a library has set a variable.
const char *cengine_program_name(void);
