#pragma once

// Programs on a pseudo-terminal, for tests: what forkpty does, in calls Swift can make.

#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The master side of a pty and the program on its other end.
typedef struct {
    int master;
    // Keeps the other side open, so that its modes can be read after the program ended.
    int slave;
    pid_t child;
} cpty_session;

// Starts a program (argv[0] is its path) as leader of a session whose terminal is a new pty. Returns 0 or errno.
int cpty_start(cpty_session *session, char *const argv[], char *const envp[], int rows, int columns);
// Reads what the program wrote: a count, 0 after `milliseconds` of silence, -1 when the other side is closed.
long cpty_read(const cpty_session *session, void *buffer, size_t size, int milliseconds);
// Types bytes; returns 0, or -1 when the other side is closed.
int cpty_write(const cpty_session *session, const void *bytes, size_t count);
// Changes the size of the window; the kernel then sends SIGWINCH.
int cpty_resize(const cpty_session *session, int rows, int columns);
// Tells whether the terminal's modes are those it had when the program was started.
int cpty_is_restored(const cpty_session *session);
// Tells whether the terminal collects lines and echoes, as it does outside full-screen programs.
int cpty_is_cooked(const cpty_session *session);
// Sends a signal to the program.
int cpty_signal(const cpty_session *session, int number);
// Asks, without waiting, how the program ended: its exit status, 256 + a signal, or -1 while it runs.
int cpty_exit(cpty_session *session);
// Has the terminal take nothing more, as ^S does.
void cpty_stop_output(const cpty_session *session);
// Closes the terminal as a closed window does; the program gets SIGHUP.
void cpty_hang_up(cpty_session *session);
// Kills the program if it still runs, and closes the pty.
void cpty_close(cpty_session *session);

#ifdef __cplusplus
}
#endif
