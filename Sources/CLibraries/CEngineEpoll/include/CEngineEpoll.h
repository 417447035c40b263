#pragma once

// Linux's epoll and eventfd, which Swift's Glibc module leaves out.

#if !defined(__linux__) || !__has_include(<sys/epoll.h>)
#error "<sys/epoll.h> is missing: this runs on Linux, and building needs libc6-dev (Debian, Ubuntu)"
#endif

#include <sys/epoll.h>
#include <sys/eventfd.h>
