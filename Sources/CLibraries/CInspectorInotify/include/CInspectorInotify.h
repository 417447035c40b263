#pragma once

// Linux's inotify, which is not in Swift's Glibc module.

#if !defined(__linux__) || !__has_include(<sys/inotify.h>)
#error "<sys/inotify.h> is missing: this runs on Linux, and building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <sys/inotify.h>
