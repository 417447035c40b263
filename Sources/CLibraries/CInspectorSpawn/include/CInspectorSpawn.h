#pragma once

// Starts programs that inherit nothing from this process except three descriptors, and that run with limits. Also
// offers functions of glibc for starting other programs that are not in Swift's Glibc module, and the command line
// of this process.

#if !defined(__linux__)
#error "this runs on Linux"
#endif

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The limits of a program: bytes of address space, and seconds of processor time.
typedef struct {
    uint64_t memory;
    uint64_t seconds;
} cs_limits;

// Starts the program at a path with these three files as its standard descriptors. It runs in its own session
// without a terminal, and is killed when the calling thread ends. Returns its process number, or -errno.
int32_t cs_start(const char *path, char *const argv[], int input, int output, int errors, cs_limits limits);

// Returns the descriptor of an empty file without a name, or -1.
int32_t cs_memory_file(void);

// Creates a pseudo-terminal whose ends are not inherited by programs: `ends[0]` is for reading, and `ends[1]` is
// for a program to write to. Returns 0, or -1.
int32_t cs_terminal(int32_t ends[2]);

// A file that a program and its children see at `place` instead of the file there. All other programs see the
// original. Both are NULL for no cover.
typedef struct {
    const char *file, *place;
} cs_cover;

// Returns 0 if a program can be started with this cover, or the errno of the reason why not.
int32_t cs_try_cover(cs_cover cover);

// Starts the program named by the first word, found along PATH, with this environment. The program starts with no
// blocked signals. It gets the default action for the given signals and for all signals that this process does not
// ignore. With a terminal, it gets its own session, writes to the terminal and cannot read input. With -1, it uses
// our descriptors. Returns its process number, or -errno.
int32_t cs_run(
    char *const argv[], char *const environment[], int terminal, cs_cover cover, const int32_t *signals, size_t count);

// Starts the program at a path in a folder, with this environment and in a session without a terminal: it reads nothing, and
// writes to these two descriptors. It leads a process group of the same number. Returns the number, or -errno.
int32_t cs_run_for_output(
    const char *path, char *const argv[], char *const environment[], const char *folder, int output, int errors);

// Returns the words of the command line that started this process, and NULL after the last one.
//
// Swift's CommandLine looks for them beside the environment. A preloaded library that sets a variable moves the environment.
char *const *cs_arguments(void);

// Creates a pipe whose ends are not inherited by programs. Returns 0, or -1.
int32_t cs_pipe(int32_t ends[2]);

#ifdef __cplusplus
}
#endif
