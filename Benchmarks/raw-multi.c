// The peer of the benchmark: the least that a C program on libcurl's multi interface does. One thread, epoll,
// curl_multi_socket_action; every finished transfer starts the next one on the same handle.
//
// Usage: raw-multi URL IN-FLIGHT REQUESTS [AUTHORITIES]     prints: requests seconds cpu-seconds

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>

static int epoll_fd;
static long timeout_ms = -1;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double cpu(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static size_t discard(char *bytes, size_t size, size_t count, void *owner) {
    (void)bytes, (void)owner;
    return size * count;
}

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *owner, void *known) {
    (void)easy;
    struct epoll_event event = {.data.fd = fd};
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(epoll_fd, EPOLL_CTL_DEL, fd, NULL);
        curl_multi_assign((CURLM *)owner, fd, NULL);
        return 0;
    }
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    epoll_ctl(epoll_fd, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
    curl_multi_assign((CURLM *)owner, fd, owner);
    return 0;
}

static int on_timer(CURLM *multi, long milliseconds, void *owner) {
    (void)multi, (void)owner;
    timeout_ms = milliseconds;
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 4 && argc != 5) return 2;
    int in_flight = atoi(argv[2]);
    long total = atol(argv[3]), started = 0, done = 0;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, multi);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    double begin = now(), begin_cpu = cpu();
    for (; started < in_flight && started < total; started++) {
        CURL *easy = curl_easy_init();
        curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        if (argc == 5) {
            curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
            curl_easy_setopt(easy, CURLOPT_CAINFO, argv[4]);
        }
        curl_multi_add_handle(multi, easy);
    }
    int running = 0;
    struct epoll_event events[256];
    while (done < total) {
        int count = epoll_wait(epoll_fd, events, 256, (int)timeout_ms);
        if (count == 0) curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
        for (int i = 0; i < count; i++) {
            int mask = (events[i].events & EPOLLIN ? CURL_CSELECT_IN : 0)
                | (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
                | (events[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
            curl_multi_socket_action(multi, events[i].data.fd, mask, &running);
        }
        CURLMsg *message;
        int left;
        while ((message = curl_multi_info_read(multi, &left)) != NULL) {
            if (message->msg != CURLMSG_DONE) continue;
            if (message->data.result != CURLE_OK) return 1;
            CURL *easy = message->easy_handle;
            done++;
            curl_multi_remove_handle(multi, easy);
            if (started++ < total) curl_multi_add_handle(multi, easy);
        }
    }
    printf("%ld %f %f\n", done, now() - begin, cpu() - begin_cpu);
    return 0;
}
