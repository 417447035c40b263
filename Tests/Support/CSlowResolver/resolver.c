#define _GNU_SOURCE
#include "CSlowResolver.h"

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int held;
static int releases;

int getaddrinfo(
    const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    static const char suffix[] = ".slow.test";
    size_t length = node ? strlen(node) : 0;
    if (length < sizeof suffix - 1 || strcmp(node + length - (sizeof suffix - 1), suffix) != 0) {
        int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
            (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(
                RTLD_NEXT, "getaddrinfo");
        return next(node, service, hints, result);
    }
    pthread_mutex_lock(&mutex);
    int seen = releases;
    held++;
    pthread_cond_broadcast(&changed);
    while (seen == releases) pthread_cond_wait(&changed, &mutex);
    held--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return EAI_NONAME;
}

int slow_resolver_held(void) {
    pthread_mutex_lock(&mutex);
    int count = held;
    pthread_mutex_unlock(&mutex);
    return count;
}

int slow_resolver_wait(int count, int milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += (milliseconds % 1000) * 1000000L;
    if (end.tv_nsec >= 1000000000L) {
        end.tv_sec++;
        end.tv_nsec -= 1000000000L;
    }
    int result = 0;
    pthread_mutex_lock(&mutex);
    while (held < count && result == 0)
        result = pthread_cond_timedwait(&changed, &mutex, &end) == ETIMEDOUT ? -1 : 0;
    pthread_mutex_unlock(&mutex);
    return result;
}

void slow_resolver_release(void) {
    pthread_mutex_lock(&mutex);
    releases++;
    pthread_cond_broadcast(&changed);
    while (held > 0) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}
