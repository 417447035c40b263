// Passes signals on as bytes in a pipe, so that the main loop handles them between frames. Also does what job
// control needs.

#define _GNU_SOURCE
#include "CInspectorNcurses.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const int watched[] = {SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGQUIT, SIGTERM, SIGHUP};
enum { watched_count = sizeof watched / sizeof *watched };

static struct {
    int reader;
    int writer;
    struct sigaction previous[watched_count];
} pipe_ends = {.reader = -1, .writer = -1};

static struct {
    int reader;
    int writer;
} ending = {-1, -1};

static volatile sig_atomic_t is_continued;
// The program that cn_spawn_wait waits for, or 0.
static volatile sig_atomic_t child;
// The signal that ends this program, or 0 before one arrives.
static volatile sig_atomic_t ending_signal;

int cn_ending_descriptor(void) { return ending.reader; }

static int ends_program(int number) {
    return number == SIGINT || number == SIGQUIT || number == SIGTERM || number == SIGHUP;
}

static void caught(int number) {
    int saved = errno;
    if (number == SIGCONT) is_continued = 1;
    unsigned char byte = (unsigned char)number;
    if (ends_program(number)) {
        ending_signal = number;
        ssize_t told = write(ending.writer, &byte, 1);
        (void)told;
        // The program is to end without waiting for its editor.
        if (child > 0) kill((pid_t)child, number);
    }
    // If the pipe is full, its content already wakes the loop.
    ssize_t written = write(pipe_ends.writer, &byte, 1);
    (void)written;
    errno = saved;
}

static void watch(int number, struct sigaction *previous) {
    // A signal that ends the program must interrupt a write to a terminal that accepts no output.
    struct sigaction action = {.sa_handler = caught, .sa_flags = ends_program(number) ? 0 : SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, previous);
}

static int open_pipe(int *reader, int *writer) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    *reader = ends[0];
    *writer = ends[1];
    return 0;
}

static void close_pipe(int *reader, int *writer) {
    if (*reader >= 0) close(*reader);
    if (*writer >= 0) close(*writer);
    *reader = *writer = -1;
}

int cn_signals_open(void) {
    if (pipe_ends.reader >= 0) return pipe_ends.reader;
    if (open_pipe(&pipe_ends.reader, &pipe_ends.writer) != 0) return -1;
    ending_signal = 0;
    // If this fails, an ending program still waits for a terminal that accepts no output.
    open_pipe(&ending.reader, &ending.writer);
    for (int i = 0; i < watched_count; i++) watch(watched[i], &pipe_ends.previous[i]);
    return pipe_ends.reader;
}

void cn_signals_close(void) {
    if (pipe_ends.reader < 0) return;
    for (int i = 0; i < watched_count; i++) sigaction(watched[i], &pipe_ends.previous[i], NULL);
    close_pipe(&pipe_ends.reader, &pipe_ends.writer);
    close_pipe(&ending.reader, &ending.writer);
}

static void set_handler(int number, void (*handler)(int), struct sigaction *previous) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, previous);
}

int cn_stop(void) {
    struct sigaction ours;
    is_continued = 0;
    set_handler(SIGTSTP, SIG_DFL, &ours);
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
    return is_continued;
}

int cn_is_foreground(void) { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

// Starts a program with the default actions for signals, whatever this process does with them.
static int spawn(char *const argv[], pid_t *child) {
    posix_spawnattr_t attributes;
    int result = posix_spawnattr_init(&attributes);
    if (result != 0) return result;
    sigset_t defaults, none;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (int i = 0; i < watched_count; i++) sigaddset(&defaults, watched[i]);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    result = posix_spawnp(child, argv[0], NULL, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return result;
}

int cn_spawn_wait(char *const argv[]) {
    // ^C only affects the child while it runs. ^Z stops both, so that the shell gets its terminal back.
    struct sigaction interrupt, quit, stop;
    set_handler(SIGINT, SIG_IGN, &interrupt);
    set_handler(SIGQUIT, SIG_IGN, &quit);
    set_handler(SIGTSTP, SIG_DFL, &stop);
    pid_t started = 0;
    int status = 0;
    int result = spawn(argv, &started);
    if (result == 0) {
        child = started;
        // A signal may have arrived, on any thread, before `child` was set.
        if (ending_signal != 0) kill(started, ending_signal);
        while (waitpid(started, &status, 0) < 0 && errno == EINTR) {}
        child = 0;
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    sigaction(SIGTSTP, &stop, NULL);
    if (result != 0) return -result;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
