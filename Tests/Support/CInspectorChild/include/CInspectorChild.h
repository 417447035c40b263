#pragma once

// Starts programs without a terminal, for tests. Uses posix_spawn with glibc's extensions, which Swift does not
// import.

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Starts the program at a path. It runs in `folder`, or in our current folder for NULL. It gets three of our files
// and no others, its own process group, and the default action for every signal. Returns 0 or errno.
int cchild_start(
    pid_t *child, const char *path, char *const argv[], char *const envp[], const char *folder, const int files[3]);

#ifdef __cplusplus
}
#endif
