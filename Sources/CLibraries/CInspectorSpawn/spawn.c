// Between vfork and exec the child shares this process's memory, and does nothing but make system calls.

#define _GNU_SOURCE
#include "CInspectorSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // It may write into no file; pipes are none.
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || limit(RLIMIT_AS, limits.memory) != 0
        || limit(RLIMIT_CPU, limits.seconds) != 0 || limit(RLIMIT_FSIZE, 0) != 0 || limit(RLIMIT_CORE, 0) != 0
        || limit(RLIMIT_NOFILE, open_files) != 0;
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
            // Ours close by themselves; this is for those of libraries.
            close_range(3, ~0U, 0);
            execve(path, argv, environment);
        }
        failure = errno != 0 ? errno : EPERM;
        _exit(127);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child < 0) return -error;
    if (failure == 0) return child;
    waitpid(child, NULL, 0);
    return -failure;
}

int32_t cs_memory_file(void) { return memfd_create("input", MFD_CLOEXEC); }

int32_t cs_pipe(int32_t ends[2]) { return pipe2(ends, O_CLOEXEC); }

const int16_t cs_new_session = POSIX_SPAWN_SETSID;

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
