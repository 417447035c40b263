// A loop to compare the engine with: as good as a program in C with one thread can have on libcurl's multi interface.
//
// - It uses curl_multi_socket_action with epoll, level-triggered.
// - Sockets are registered lazily. libcurl ends its interest at the end of each transfer and resumes it at the start of
//   the next one. The kernel is informed of neither, but only of a new mask, and of a socket with unwanted events.
// - A timer is a deadline. It is served in every turn in which it is due, even if sockets were ready, and before the
//   next sleep. So handles that were just added all start at once.
// - Handles are set up once and wait in a stack, with the last used one on top.
//
// It only keeps the length of the responses. With `told`, it reports what the engine reports: it listens to libcurl's
// log, and checks a kept connection before it sends. It writes the story of each request into a block of memory: the
// time of each of its 15 steps, the heads and the body. After the end of a request, it reads the story and discards it.
//
// Usage: c-loop [told] URL IN-FLIGHT REQUESTS [AUTHORITIES [LINE…]]
// Prints: requests seconds cpu-seconds received-bytes told-steps
// Without AUTHORITIES, or if they are empty, the system's are trusted. The LINES are added to libcurl's own in the head.

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SOCKETS = 65536, MOST_EVENTS = 256 };

struct interest {
    unsigned wanted, registered;
    // Whether on_close is called for it. libcurl closes other sockets silently, so they are unregistered at once.
    int is_connection;
};

static CURLM *multi;
static int epoll_fd;
static struct interest interests[MOST_SOCKETS];
static double deadline = -1;  // in seconds of the monotonic clock, negative without a timer
static size_t received;

static CURL **idle;  // the handles without a transfer
static int idle_count;

static void fail(const char *what) {
    fprintf(stderr, "c-loop: %s\n", what);
    exit(1);
}

// MARK: clocks

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

// MARK: sockets

static void set_registered(int fd, unsigned mask) {
    struct interest *it = &interests[fd];
    if (it->registered == mask) return;
    struct epoll_event event = {.events = mask, .data.fd = fd};
    int what = mask == 0 ? EPOLL_CTL_DEL : it->registered == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (epoll_ctl(epoll_fd, what, fd, &event) != 0 && mask != 0) fail("a socket cannot be watched");
    it->registered = mask;
}

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *owner, void *known) {
    (void)easy, (void)owner, (void)known;
    if (fd >= MOST_SOCKETS) fail("too many sockets");
    struct interest *it = &interests[fd];
    it->wanted = what == CURL_POLL_REMOVE ? 0
        : (what & CURL_POLL_IN ? (unsigned)EPOLLIN : 0) | (what & CURL_POLL_OUT ? (unsigned)EPOLLOUT : 0);
    if (it->wanted != 0 || !it->is_connection) set_registered(fd, it->wanted);
    return 0;
}

static int on_open(void *owner, curl_socket_t fd, curlsocktype purpose) {
    (void)owner, (void)purpose;
    if (fd >= MOST_SOCKETS) fail("too many sockets");
    interests[fd] = (struct interest){.is_connection = 1};
    return CURL_SOCKOPT_OK;
}

// Closing a socket removes it from the kernel's list.
static int on_close(void *owner, curl_socket_t fd) {
    (void)owner;
    interests[fd] = (struct interest){0};
    return close(fd);
}

static void serve(const struct epoll_event *event) {
    int fd = event->data.fd, running;
    if (interests[fd].wanted == 0) {
        set_registered(fd, 0);
        return;
    }
    int mask = (event->events & EPOLLIN ? CURL_CSELECT_IN : 0) | (event->events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
        | (event->events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(multi, fd, mask, &running);
}

// MARK: timers

static int on_timer(CURLM *of, long milliseconds, void *owner) {
    (void)of, (void)owner;
    deadline = milliseconds < 0 ? -1 : milliseconds == 0 ? 0 : now() + (double)milliseconds / 1e3;
    return 0;
}

static int is_due(void) {
    return deadline == 0 || (deadline > 0 && deadline <= now());
}

static void serve_timer(void) {
    int running;
    deadline = -1;
    curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
}

// Returns how long to sleep, rounded up, because a wake-up before the deadline would only lead to another sleep.
static int sleep_milliseconds(void) {
    if (deadline < 0) return -1;
    double left = deadline - now();
    return left <= 0 ? 0 : (int)(left * 1e3) + 1;
}

// MARK: stories

enum { ROOM = 4096 };

struct step {
    double at;
    unsigned kind, length;
};

struct story {
    size_t length;
    int is_in_head;
    char bytes[ROOM];
};

enum kind {
    CREATED, ATTEMPT, EXCHANGE, QUEUE, CONNECTED, SENDING, REQUEST_HEAD, WAITING, RECEIVING, HEAD, BODY, EXCHANGE_ENDED,
    ATTEMPT_ENDED, PROCESSING, ENDED
};

static int tells;
// Whether a connection carries one request at a time.
static int is_sequential;
static unsigned long told;

static struct story *story_of(CURL *easy) {
    struct story *story = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &story);
    return story;
}

static void note(struct story *story, enum kind kind, double at, const void *bytes, size_t length) {
    struct step step = {.at = at, .kind = kind, .length = (unsigned)length};
    if (story->length + sizeof step + length > ROOM) fail("a story is too long");
    memcpy(story->bytes + story->length, &step, sizeof step);
    if (length > 0) memcpy(story->bytes + story->length + sizeof step, bytes, length);
    story->length += sizeof step + length;
}

static void begin_story(CURL *easy) {
    struct story *story = malloc(sizeof *story);
    if (story == NULL) fail("no memory");
    story->length = 0;
    story->is_in_head = 0;
    for (enum kind kind = CREATED; kind <= QUEUE; kind++) note(story, kind, now(), NULL, 0);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, story);
}

static void end_story(CURL *easy) {
    struct story *story = story_of(easy);
    for (enum kind kind = EXCHANGE_ENDED; kind <= ENDED; kind++) note(story, kind, now(), NULL, 0);
    struct step step;
    for (size_t place = 0; place < story->length; place += sizeof step + step.length) {
        memcpy(&step, story->bytes + place, sizeof step);
        told++;
    }
    free(story);
}

static int on_request(void *owner, char *remote, char *local, int remote_port, int local_port) {
    (void)remote, (void)local, (void)remote_port, (void)local_port;
    struct story *story = story_of(owner);
    note(story, CONNECTED, now(), NULL, 0);
    curl_socket_t fd = CURL_SOCKET_BAD;
    char byte;
    if (is_sequential && curl_easy_getinfo(owner, CURLINFO_ACTIVESOCKET, &fd) == CURLE_OK && fd != CURL_SOCKET_BAD
        && recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) return CURL_PREREQFUNC_ABORT;
    note(story, SENDING, now(), NULL, 0);
    return CURL_PREREQFUNC_OK;
}

static int on_log(CURL *easy, curl_infotype type, char *bytes, size_t length, void *owner) {
    (void)owner;
    if (type != CURLINFO_HEADER_OUT) return 0;
    struct story *story = story_of(easy);
    note(story, REQUEST_HEAD, now(), bytes, length);
    note(story, WAITING, now(), NULL, 0);
    return 0;
}

static size_t on_line(char *bytes, size_t size, size_t count, void *owner) {
    struct story *story = story_of(owner);
    if (!story->is_in_head) note(story, RECEIVING, now(), NULL, 0);
    story->is_in_head = count > 2;
    note(story, HEAD, story->is_in_head ? 0 : now(), bytes, size * count);
    received += size * count;
    return size * count;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *owner) {
    note(story_of(owner), BODY, now(), bytes, size * count);
    received += size * count;
    return size * count;
}

static void listen_to(CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, on_log);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_request);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, easy);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_line);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, easy);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, easy);
}

// MARK: transfers

static size_t count_bytes(char *bytes, size_t size, size_t count, void *owner) {
    (void)bytes, (void)owner;
    received += size * count;
    return size * count;
}

static CURL *make_handle(const char *url, const char *authorities, struct curl_slist *lines) {
    CURL *easy = curl_easy_init();
    if (easy == NULL) fail("no handle");
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, lines);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, count_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, count_bytes);
    if (tells) listen_to(easy);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, on_open);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // Over TLS, the first connection may use HTTP/2, and then suffices for all requests.
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, is_sequential ? 0L : 1L);
    if (*authorities != 0) {
        // libcurl caches the authorities of a file, but not those of a folder.
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
        curl_easy_setopt(easy, CURLOPT_CAINFO, authorities);
    }
    return easy;
}

// Collects the finished transfers, and returns their number.
static long collect(void) {
    long finished = 0;
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        if (message->data.result != CURLE_OK) fail(curl_easy_strerror(message->data.result));
        CURL *easy = message->easy_handle;
        long status = 0;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        if (status != 200) fail("a status other than 200");
        if (tells) end_story(easy);
        curl_multi_remove_handle(multi, easy);
        idle[idle_count++] = easy;
        finished++;
    }
    return finished;
}

// Sends `total` requests: one with each idle handle, and the next one when a handle is idle again.
static void send_all(long total) {
    struct epoll_event events[MOST_EVENTS];
    long started = 0, done = 0;
    while (done < total) {
        for (; idle_count > 0 && started < total; started++) {
            CURL *easy = idle[--idle_count];
            if (tells) begin_story(easy);
            curl_multi_add_handle(multi, easy);
        }
        if (is_due()) serve_timer();
        long finished = collect();
        done += finished;
        if (finished > 0) continue;
        int count = epoll_wait(epoll_fd, events, MOST_EVENTS, sleep_milliseconds());
        if (count < 0 && errno != EINTR) fail("epoll does not wait");
        for (int i = 0; i < count; i++) serve(&events[i]);
        done += collect();
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "told") == 0) {
        tells = 1;
        argc--, argv++;
    }
    if (argc < 4) {
        fprintf(stderr, "usage: c-loop [told] URL IN-FLIGHT REQUESTS [AUTHORITIES [LINE…]]\n");
        return 2;
    }
    int in_flight = atoi(argv[2]);
    long total = atol(argv[3]);
    if (in_flight < 1) return 2;
    is_sequential = strncmp(argv[1], "https:", 6) != 0;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    // Keeps all connections.
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)in_flight + 16);
    idle = malloc((size_t)in_flight * sizeof *idle);
    if (idle == NULL) fail("no memory");
    struct curl_slist *lines = NULL;
    for (int i = 5; i < argc; i++) lines = curl_slist_append(lines, argv[i]);
    while (idle_count < in_flight) idle[idle_count++] = make_handle(argv[1], argc > 4 ? argv[4] : "", lines);

    double begin = now(), begin_cpu = cpu();
    send_all(total);
    printf("%ld %f %f %zu %lu\n", total, now() - begin, cpu() - begin_cpu, received, told);
    return 0;
}
