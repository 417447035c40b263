// After a crash, the terminal must be usable and the message of the crash must be readable.
//
// On a fatal signal, the handler writes a restore string prepared at the start, sets the old modes of the terminal,
// reinstalls the previous handler (usually Swift's backtracer) and lets the signal happen again. It only makes
// async-signal-safe calls.

#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The signals of crashes, and others that end a program that does not handle them.
static const int crash_signals[] = {
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
};
enum { crash_count = sizeof crash_signals / sizeof *crash_signals };

static struct {
    int terminal;
    struct termios cooked;
    char restore[512];
    size_t restore_length;
    struct sigaction previous[crash_count];
    int is_armed;
} rescue;

static struct {
    int is_held;
    int original;
    int copy;
} held = {0, -1, -1};

// How many milliseconds to wait for a terminal that accepts no output, or -1 to wait indefinitely. A crash limits
// the wait.
static int patience = -1;

// Waits until the descriptor accepts output. Returns 0 if it does not, and `patience` ends or the program is to
// end.
static int wait_for_room(int descriptor) {
    while (1) {
        struct pollfd ready[] = {
            {.fd = descriptor, .events = POLLOUT},
            {.fd = cn_ending_descriptor(), .events = POLLIN},
        };
        int count = poll(ready, 2, patience);
        if (count >= 0 || errno != EINTR) return count > 0 && ready[0].revents != 0;
    }
}

// A signal that ends the program interrupts a blocked write. The loop then checks again whether to wait.
int cn_write_all(int descriptor, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        if (!wait_for_room(descriptor)) return -1;
        ssize_t written = write(descriptor, next, count);
        if (written > 0) {
            next += written;
            count -= (size_t)written;
        } else if (written == 0 || (errno != EINTR && errno != EAGAIN)) {
            return -1;
        }
    }
    return 0;
}

static void restore_handlers(void) {
    for (int i = 0; i < crash_count; i++) sigaction(crash_signals[i], &rescue.previous[i], NULL);
    rescue.is_armed = 0;
}

static void crashed(int number, siginfo_t *info, void *context) {
    (void)context;
    patience = 1000;
    cn_write_all(rescue.terminal, rescue.restore, rescue.restore_length);
    cn_rescue_modes();
    cn_stderr_release();
    restore_handlers();
    // A fault repeats itself after the handler returns. A signal that was sent (by abort, kill or a timer) must be
    // sent again.
    int is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE || number == SIGTRAP;
    if (!is_fault || info->si_code <= 0) raise(number);
}

// Gives the handler its own stack, so that it can run after a stack overflow.
static void provide_signal_stack(void) {
    stack_t present;
    if (sigaltstack(NULL, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
    enum { size = 64 * 1024 };
    void *memory = malloc(size);
    if (memory == NULL) return;
    stack_t ours = {.ss_sp = memory, .ss_size = size};
    if (sigaltstack(&ours, NULL) != 0) free(memory);
}

void cn_rescue_arm(int terminal, const struct termios *cooked, const char *restore) {
    if (rescue.is_armed) return;
    rescue.terminal = terminal;
    rescue.cooked = *cooked;
    rescue.restore_length = strnlen(restore, sizeof rescue.restore);
    memcpy(rescue.restore, restore, rescue.restore_length);
    provide_signal_stack();
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < crash_count; i++) {
        sigaction(crash_signals[i], &action, &rescue.previous[i]);
        // A signal that was ignored before does not end the program, so it stays ignored.
        if (rescue.previous[i].sa_handler == SIG_IGN) sigaction(crash_signals[i], &rescue.previous[i], NULL);
    }
    rescue.is_armed = 1;
}

void cn_rescue_modes(void) { tcsetattr(rescue.terminal, TCSANOW, &rescue.cooked); }

void cn_rescue_disarm(void) {
    if (rescue.is_armed) restore_handlers();
}

void cn_stderr_hold(void) {
    // If standard error goes to a file, it does not reach the screen.
    if (held.is_held || !isatty(STDERR_FILENO)) return;
#ifdef __linux__
    held.copy = memfd_create("stderr", MFD_CLOEXEC);
#else
    char path[] = "/tmp/inspector.XXXXXX";
    held.copy = mkstemp(path);
    if (held.copy >= 0) unlink(path);
#endif
    held.original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (held.copy >= 0 && held.original >= 0 && dup2(held.copy, STDERR_FILENO) >= 0) {
        held.is_held = 1;
        return;
    }
    if (held.copy >= 0) close(held.copy);
    if (held.original >= 0) close(held.original);
}

void cn_stderr_release(void) {
    if (!held.is_held) return;
    held.is_held = 0;
    dup2(held.original, STDERR_FILENO);
    char buffer[1024];
    ssize_t count;
    lseek(held.copy, 0, SEEK_SET);
    while ((count = read(held.copy, buffer, sizeof buffer)) > 0) {
        cn_write_all(STDERR_FILENO, buffer, (size_t)count);
    }
    close(held.copy);
    close(held.original);
}
