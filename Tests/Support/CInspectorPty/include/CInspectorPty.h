#pragma once

// Starts programs on a pseudo-terminal, for tests. Does what forkpty does, with functions that Swift can call.

#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The master side of a pty, and the program on the other side.
typedef struct {
    int master;
    // Keeps the other side open, so that its modes can be read after the program has ended.
    int slave;
    pid_t child;
} cpty_session;

// Starts a program (argv[0] is its path) as the leader of a session whose terminal is a new pty. Returns 0 or
// errno.
int cpty_start(cpty_session *session, char *const argv[], char *const envp[], int rows, int columns);
// Reads output of the program. Returns the number of bytes, 0 after `milliseconds` without output, or -1 if the
// other side is closed.
long cpty_read(const cpty_session *session, void *buffer, size_t size, int milliseconds);
// Sends bytes as if typed. Returns 0, or -1 if the other side is closed.
int cpty_write(const cpty_session *session, const void *bytes, size_t count);
// Changes the size of the window. The kernel then sends SIGWINCH.
int cpty_resize(const cpty_session *session, int rows, int columns);
// Returns whether the modes of the terminal are the same as when the program was started.
int cpty_is_restored(const cpty_session *session);
// Returns whether the terminal collects lines and echoes them, as it does outside of full-screen programs.
int cpty_is_cooked(const cpty_session *session);
// Sends a signal to the program.
int cpty_signal(const cpty_session *session, int number);
// Returns, without waiting, the exit status of the program, 256 + the signal that ended it, or -1 while it runs.
int cpty_exit(cpty_session *session);
// Stops the output of the terminal, as ^S does.
void cpty_stop_output(const cpty_session *session);
// Closes the terminal, like closing its window. The program gets SIGHUP.
void cpty_hang_up(cpty_session *session);
// Kills the program if it still runs, and closes the pty.
void cpty_close(cpty_session *session);

#ifdef __cplusplus
}
#endif
