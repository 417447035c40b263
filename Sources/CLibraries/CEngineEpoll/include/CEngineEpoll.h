#pragma once

// Linux's epoll and eventfd, which Swift's Glibc module leaves out.

#include <sys/epoll.h>
#include <sys/eventfd.h>
