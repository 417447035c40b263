#pragma once

// Linux's inotify, which Swift's Glibc module leaves out.

#include <sys/inotify.h>
