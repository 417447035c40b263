#define _GNU_SOURCE
#include "CInspectorChild.h"

#include <signal.h>
#include <spawn.h>

int cchild_start(
    pid_t *child, const char *path, char *const argv[], char *const envp[], const char *folder, const int files[3]) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int number = 0; number < 3; number++) posix_spawn_file_actions_adddup2(&actions, files[number], number);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

    int failure = posix_spawn(child, path, &actions, &attributes, argv, envp);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}
