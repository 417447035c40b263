#pragma once

// Linux's epoll, eventfd and functions for threads, which are not in Swift's Glibc module.

#if !defined(__linux__) || !__has_include(<sys/epoll.h>)
#error "<sys/epoll.h> is missing: this runs on Linux, and building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Gives the calling thread a name of at most 15 bytes, for `ps` and debuggers.
static inline void cengine_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/// Returns whether the caller runs on the first thread of the process.
static inline int cengine_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
