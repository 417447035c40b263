#pragma once

// What glibc's allocator says and does about itself, which Swift's Glibc module leaves out.

#if !defined(__linux__) || !__has_include(<malloc.h>)
#error "<malloc.h> is missing: building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <malloc.h>
