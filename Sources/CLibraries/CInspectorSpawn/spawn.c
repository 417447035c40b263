// Between vfork and exec, the child shares the memory of this process, so it only makes system calls.

#define _GNU_SOURCE
#include "CInspectorSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char *const *arguments;

// glibc passes the arguments of main to constructors, too.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    (void)count;
    arguments = words;
}

char *const *cs_arguments(void) { return arguments; }

static int limit(int resource, uint64_t most) {
    struct rlimit value = {.rlim_cur = most, .rlim_max = most};
    return setrlimit(resource, &value);
}

static void reset_signals(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static int confine(cs_limits limits) {
    enum { open_files = 64 };
    // Detaches the program from the terminal. Otherwise chafa would measure the terminal, and draw for its cells
    // instead of ours.
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // With a file size limit of 0, it cannot write to files, only to pipes.
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || limit(RLIMIT_AS, limits.memory) != 0
        || limit(RLIMIT_CPU, limits.seconds) != 0 || limit(RLIMIT_FSIZE, 0) != 0 || limit(RLIMIT_CORE, 0) != 0
        || limit(RLIMIT_NOFILE, open_files) != 0;
}

// Returns the child, or a negative error number. Reaps a child that could not execute the program.
static int32_t started(pid_t child, int failure, int error, const sigset_t *before) {
    pthread_sigmask(SIG_SETMASK, before, NULL);
    if (child < 0) return -error;
    if (failure == 0) return child;
    waitpid(child, NULL, 0);
    return -failure;
}

int32_t cs_start(const char *path, char *const argv[], int input, int output, int errors, cs_limits limits) {
    char *const environment[] = {NULL};
    volatile int failure = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0) {
        reset_signals();
        if (dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0 && confine(limits) == 0) {
            // Our descriptors close on exec. This closes those that libraries opened.
            close_range(3, ~0U, 0);
            execve(path, argv, environment);
        }
        failure = errno != 0 ? errno : EPERM;
        _exit(127);
    }
    return started(child, failure, errno, &before);
}

int32_t cs_memory_file(void) { return memfd_create("input", MFD_CLOEXEC); }

int32_t cs_pipe(int32_t ends[2]) { return pipe2(ends, O_CLOEXEC); }

// MARK: Programs that are not confined

// The lines with which a user namespace maps the current user and group to themselves.
typedef struct {
    char user[40], group[40];
} identity;

static identity own_identity(void) {
    identity own;
    snprintf(own.user, sizeof own.user, "%u %u 1", geteuid(), geteuid());
    snprintf(own.group, sizeof own.group, "%u %u 1", getegid(), getegid());
    return own;
}

static int put(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    ssize_t length = (ssize_t)strlen(text);
    int worked = file >= 0 && write(file, text, (size_t)length) == length;
    if (file >= 0) close(file);
    return worked;
}

// Enters a new mount namespace. Only administrators may create one, so other users get it together with a new user
// namespace.
static int leave_mounts(const identity *own) {
    if (unshare(CLONE_NEWNS) == 0) return 1;
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && put("/proc/self/setgroups", "deny")
        && put("/proc/self/uid_map", own->user) && put("/proc/self/gid_map", own->group);
}

static int make_cover(const cs_cover *cover, const identity *own) {
    return leave_mounts(own) && mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) == 0
        && mount(cover->file, cover->place, NULL, MS_BIND, NULL) == 0;
}

int32_t cs_try_cover(cs_cover cover) {
    volatile int failure = 0;
    identity own = own_identity();
    pid_t child = vfork();
    if (child == 0) {
        if (!make_cover(&cover, &own)) failure = errno != 0 ? errno : EPERM;
        _exit(0);
    }
    if (child < 0) return errno;
    waitpid(child, NULL, 0);
    return failure;
}

static void default_signals(const int32_t *signals, size_t count) {
    struct sigaction action = {.sa_handler = SIG_DFL}, before;
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
    for (size_t index = 0; index < count; index++) sigaction(signals[index], &action, NULL);
}

static int take_terminal(int terminal) {
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return setsid() >= 0 && nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(terminal, 1) >= 0 && dup2(terminal, 2) >= 0;
}

int32_t cs_run(
    char *const argv[], char *const environment[], int terminal, cs_cover cover, const int32_t *signals, size_t count) {
    volatile int failure = 0;
    identity own = own_identity();
    sigset_t all, none, before;
    sigfillset(&all);
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0) {
        default_signals(signals, count);
        if ((!cover.file || make_cover(&cover, &own)) && (terminal < 0 || take_terminal(terminal))) {
            sigprocmask(SIG_SETMASK, &none, NULL);
            execvpe(argv[0], argv, environment);
        }
        failure = errno != 0 ? errno : EPERM;
        _exit(127);
    }
    return started(child, failure, errno, &before);
}

int32_t cs_run_for_output(
    const char *path, char *const argv[], char *const environment[], const char *folder, int output, int errors) {
    volatile int failure = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        reset_signals();
        if (setsid() >= 0 && nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0
            && chdir(folder) == 0) {
            close_range(3, ~0U, 0);
            execve(path, argv, environment);
        }
        failure = errno != 0 ? errno : EPERM;
        _exit(127);
    }
    return started(child, failure, errno, &before);
}

int32_t cs_terminal(int32_t ends[2]) {
    char name[128];
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ends[0] < 0) return -1;
    if (grantpt(ends[0]) == 0 && unlockpt(ends[0]) == 0 && ptsname_r(ends[0], name, sizeof name) == 0) {
        ends[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (ends[1] >= 0) return 0;
    }
    int error = errno;
    close(ends[0]);
    errno = error;
    return -1;
}
