#define _GNU_SOURCE
#include "CInspectorSlowResolver.h"

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int held;
static int releases;

static int ends(const char *name, const char *suffix) {
    size_t length = name ? strlen(name) : 0, wanted = strlen(suffix);
    return length >= wanted && strcmp(name + length - wanted, suffix) == 0;
}

// Allocates one block for each address, as glibc's freeaddrinfo expects.
static struct addrinfo *make_address(uint32_t number, const char *service, struct addrinfo *next) {
    struct addrinfo *made = calloc(1, sizeof *made + sizeof(struct sockaddr_in));
    if (!made) abort();
    struct sockaddr_in *address = (struct sockaddr_in *)(made + 1);
    address->sin_family = AF_INET;
    address->sin_port = htons((uint16_t)(service ? atoi(service) : 0));
    address->sin_addr.s_addr = htonl(number);
    made->ai_family = AF_INET;
    made->ai_socktype = SOCK_STREAM;
    made->ai_addrlen = sizeof *address;
    made->ai_addr = (struct sockaddr *)address;
    made->ai_next = next;
    return made;
}

// Returns 99 addresses of this machine (127.1.0.1 and so on), followed by 127.0.0.1.
static struct addrinfo *make_hundred(const char *service) {
    struct addrinfo *list = make_address(0x7F000001, service, NULL);
    for (uint32_t number = 99; number > 0; number--)
        list = make_address(0x7F010000 + number, service, list);
    return list;
}

int getaddrinfo(
    const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    // Newer versions of libcurl ask for each kind of address separately. These names have no IPv6 addresses.
    int is_ours = ends(node, ".hundred.test") || ends(node, ".late.test") || ends(node, ".slow.test");
    if (is_ours && hints && hints->ai_family == AF_INET6) return EAI_NONAME;
    if (ends(node, ".hundred.test")) {
        *result = make_hundred(service);
        return 0;
    }
    const int is_late = ends(node, ".late.test");
    if (!is_late && !ends(node, ".slow.test")) {
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
    if (!is_late) return EAI_NONAME;
    *result = make_address(0x7F000001, service, NULL);
    return 0;
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
