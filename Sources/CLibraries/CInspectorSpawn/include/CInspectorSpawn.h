#pragma once

// Starting a program that gets nothing of this process: no environment, no descriptors but three, and limits. The functions
// of glibc that start other programs and that Swift's Glibc module leaves out. The command line that started this one.

#if !defined(__linux__)
#error "this runs on Linux"
#endif

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The most that a program may have: bytes of address space, and seconds of processor time.
typedef struct {
    uint64_t memory;
    uint64_t seconds;
} cs_limits;

// Starts the program at a path, with these three as its standard descriptors, in a session of its own, without a
// terminal, which ends with the calling thread. Returns its number, or -errno.
int32_t cs_start(const char *path, char *const argv[], int input, int output, int errors, cs_limits limits);

// Returns a descriptor of a file without a name, which nothing is in; -1 when there is none.
int32_t cs_memory_file(void);

// Makes a pseudo-terminal whose ends no program inherits: the one that is read, and the one that a program writes to.
// Returns 0, or -1.
int32_t cs_terminal(int32_t ends[2]);

// A file that a program and its children see in the place of another one, and nobody else does. Both are NULL for none.
typedef struct {
    const char *file, *place;
} cs_cover;

// Tells whether a program can be given such a file: 0, or the errno that says why not.
int32_t cs_try_cover(cs_cover cover);

// Starts the program that the first word names, found along PATH, with this environment. Signals do there what they do
// by default where they are among those given or are handled here, and no signal is held back. With a terminal the program
// has a session of its own, writes there, and reads nothing; -1 leaves it with our files. Returns its number, or -errno.
int32_t cs_run(
    char *const argv[], char *const environment[], int terminal, cs_cover cover, const int32_t *signals, size_t count);

// Returns the words of the command line that started this process, and NULL after the last one.
//
// Swift's CommandLine looks for them beside the environment. A preloaded library that sets a variable moves the environment.
char *const *cs_arguments(void);

// Makes a pipe whose ends no program inherits; returns 0, or -1.
int32_t cs_pipe(int32_t ends[2]);

#ifdef __cplusplus
}
#endif
