#pragma once

// Programs that are not on a terminal, for tests: posix_spawn with what glibc has beside POSIX, and hides from Swift.

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Starts the program at a path in a folder, or in ours for NULL, with three of our files, no others, a process group of its own
// and every signal as by default. Returns 0 or errno.
int cchild_start(
    pid_t *child, const char *path, char *const argv[], char *const envp[], const char *folder, const int files[3]);

#ifdef __cplusplus
}
#endif
