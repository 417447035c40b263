// The floor: what the kernel and the server take for a request when the client does nothing but write and read.
//
// One thread, epoll, a connection for each request in flight. It writes the same bytes again and again, and reads until the
// length of the first response has arrived. There is no pool, no parsing, no check and no error handling.
//
// Usage: floor http://ADDRESS:PORT/PATH IN-FLIGHT REQUESTS

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 4096, BUFFER = 65536 };

static char head[1024], buffer[BUFFER];
static size_t head_length, response_length, received[MOST_CONNECTIONS];

static void fail(const char *what) {
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static void send_request(int fd) {
    if (write(fd, head, head_length) != (ssize_t)head_length) fail("a request cannot be written");
}

/// Reads a first response and returns its length.
static size_t length_of_first(int fd) {
    send_request(fd);
    size_t count = 0;
    for (;;) {
        ssize_t more = read(fd, buffer + count, BUFFER - 1 - count);
        if (more <= 0) fail("there is no response");
        count += (size_t)more;
        buffer[count] = 0;
        char *body = strstr(buffer, "\r\n\r\n"), *length = strcasestr(buffer, "content-length:");
        if (!body) continue;
        if (!length) fail("the response has no length");
        size_t whole = (size_t)(body + 4 - buffer) + strtoul(length + 15, NULL, 10);
        if (count >= whole) return whole;
    }
}

int main(int count, char **words) {
    char address[64], path[512];
    int port = 0;
    if (count != 4 || sscanf(words[1], "http://%63[0-9.]:%d%511s", address, &port, path) != 3) fail("usage: floor URL IN-FLIGHT REQUESTS");
    int in_flight = atoi(words[2]), left = atoi(words[3]), running = 0;
    if (in_flight < 1 || in_flight > MOST_CONNECTIONS) fail("too many in flight");
    head_length = (size_t)snprintf(
        head, sizeof head,
        "GET %s HTTP/1.1\r\nHost: %s:%d\r\nAccept: */*\r\nUser-Agent: ClientEngine\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n\r\n", path,
        address, port);
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    inet_pton(AF_INET, address, &server.sin_addr);
    int epoll = epoll_create1(0), fds[MOST_CONNECTIONS], one = 1;
    for (int i = 0; i < in_flight; i++) {
        fds[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(fds[i], (struct sockaddr *)&server, sizeof server) != 0) fail("there is no connection");
        setsockopt(fds[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)i};
        epoll_ctl(epoll, EPOLL_CTL_ADD, fds[i], &event);
    }
    response_length = length_of_first(fds[0]);
    for (int i = 0; i < in_flight && left > 0; i++, left--, running++) send_request(fds[i]);
    struct epoll_event events[256];
    while (running > 0) {
        int ready = epoll_wait(epoll, events, 256, 10000);
        if (ready <= 0) fail("the server is silent");
        for (int i = 0; i < ready; i++) {
            unsigned connection = events[i].data.u32;
            ssize_t more = read(fds[connection], buffer, BUFFER);
            if (more <= 0) fail("a connection ended");
            received[connection] += (size_t)more;
            if (received[connection] < response_length) continue;
            received[connection] = 0;
            if (left > 0) {
                left--;
                send_request(fds[connection]);
            } else {
                running--;
            }
        }
    }
    return 0;
}
