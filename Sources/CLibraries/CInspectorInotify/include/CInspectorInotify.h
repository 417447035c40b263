#pragma once

// Linux's inotify, which Swift's Glibc module leaves out.

#if !defined(__linux__) || !__has_include(<sys/inotify.h>)
#error "<sys/inotify.h> is missing: this runs on Linux, and building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <sys/inotify.h>
