#define _GNU_SOURCE
#include "CInspectorPty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// The modes at the start of every session, independent of the terminal in which the tests run.
static struct termios initial_modes(int descriptor) {
    struct termios modes;
    tcgetattr(descriptor, &modes);
    modes.c_iflag = ICRNL | IXON;
    modes.c_oflag = OPOST | ONLCR;
    modes.c_cflag = CS8 | CREAD;
    modes.c_lflag = ISIG | ICANON | ECHO | ECHOE | ECHOK | IEXTEN;
    return modes;
}

static int open_pty(cpty_session *session, int rows, int columns) {
    session->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (session->master < 0) return errno;
    if (grantpt(session->master) != 0 || unlockpt(session->master) != 0) return errno;
    const char *name = ptsname(session->master);
    if (name == NULL) return errno;
    session->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (session->slave < 0) return errno;
    struct termios modes = initial_modes(session->slave);
    if (tcsetattr(session->slave, TCSANOW, &modes) != 0) return errno;
    return cpty_resize(session, rows, columns);
}

// Runs in the forked child of a process with several threads, so it only makes async-signal-safe calls.
static void run_child(int slave, char *const argv[], char *const envp[]) {
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (int descriptor = 0; descriptor < 3; descriptor++) dup2(slave, descriptor);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // The program must not inherit descriptors that the tests opened without FD_CLOEXEC.
    for (int descriptor = 3; descriptor < 256; descriptor++) close(descriptor);
    execve(argv[0], argv, envp);
    _exit(127);
}

int cpty_start(cpty_session *session, char *const argv[], char *const envp[], int rows, int columns) {
    session->master = session->slave = -1;
    session->child = -1;
    int error = open_pty(session, rows, columns);
    if (error == 0) {
        session->child = fork();
        if (session->child == 0) run_child(session->slave, argv, envp);
        if (session->child < 0) error = errno;
    }
    if (error != 0) cpty_close(session);
    return error;
}

long cpty_read(const cpty_session *session, void *buffer, size_t size, int milliseconds) {
    struct pollfd readable = {.fd = session->master, .events = POLLIN};
    int count = poll(&readable, 1, milliseconds);
    if (count <= 0) return count == 0 || errno == EINTR ? 0 : -1;
    ssize_t taken = read(session->master, buffer, size);
    return taken > 0 ? taken : -1;
}

int cpty_write(const cpty_session *session, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(session->master, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

int cpty_resize(const cpty_session *session, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(session->master, TIOCSWINSZ, &size) == 0 ? 0 : errno;
}

int cpty_is_restored(const cpty_session *session) {
    struct termios modes;
    if (tcgetattr(session->slave, &modes) != 0) return 0;
    struct termios wanted = initial_modes(session->slave);
    return modes.c_iflag == wanted.c_iflag && modes.c_oflag == wanted.c_oflag && modes.c_lflag == wanted.c_lflag
        && modes.c_cflag == wanted.c_cflag && memcmp(modes.c_cc, wanted.c_cc, sizeof modes.c_cc) == 0;
}

int cpty_is_cooked(const cpty_session *session) {
    struct termios modes;
    if (tcgetattr(session->slave, &modes) != 0) return 0;
    return (modes.c_lflag & ICANON) != 0 && (modes.c_lflag & ECHO) != 0;
}

int cpty_signal(const cpty_session *session, int number) {
    return session->child > 0 ? kill(session->child, number) : -1;
}

int cpty_exit(cpty_session *session) {
    int status = 0;
    if (session->child <= 0 || waitpid(session->child, &status, WNOHANG) != session->child) return -1;
    session->child = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

void cpty_stop_output(const cpty_session *session) { tcflow(session->slave, TCOOFF); }

void cpty_hang_up(cpty_session *session) {
    if (session->slave >= 0) close(session->slave);
    if (session->master >= 0) close(session->master);
    session->master = session->slave = -1;
}

void cpty_close(cpty_session *session) {
    if (session->child > 0) {
        kill(session->child, SIGKILL);
        while (waitpid(session->child, NULL, 0) < 0 && errno == EINTR) {}
    }
    cpty_hang_up(session);
    session->child = -1;
}
