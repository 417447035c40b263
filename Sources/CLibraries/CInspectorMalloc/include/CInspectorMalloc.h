#pragma once

// What glibc's allocator says and does about itself, which Swift's Glibc module leaves out.

#if !defined(__linux__) || !__has_include(<malloc.h>)
#error "<malloc.h> is missing: building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <malloc.h>

// Takes all code out of the process's memory; what runs on comes back from the file, page by page. Nobody writes to code, so
// nothing is lost.
void cinspector_give_back_code(void);
