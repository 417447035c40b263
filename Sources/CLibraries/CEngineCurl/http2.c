#define _GNU_SOURCE
#include "CEngineCurl.h"

#include <dlfcn.h>
#include <string.h>

// libcurl 7.88 treats the end of a broken connection as the end of a body, loses data that arrived together with a
// reset, and reads a socket until it is empty. Newer versions, up to 8.23, distinguish these ends, but do not
// report why a server ended a stream or the connection, and do not end floods. nghttp2, which implements HTTP/2 for
// all of them, knows the reason, but libcurl offers no way to query it. This file becomes superfluous once libcurl
// reports the codes and texts of RST_STREAM and GOAWAY. The rows `bad-F…` of docs/reliability.md show whether it
// does.
//
// So the functions at the end of this file replace a few of libnghttp2. By the rules of ELF, a program's own
// functions take precedence. Each one calls the function that it replaces. On threads without a witness, they
// change nothing.
//
// The required part of nghttp2's stable interface (libnghttp2.so.14) is declared here, because its headers are in a
// package that nothing else needs.

typedef struct nghttp2_session nghttp2_session;
typedef struct nghttp2_session_callbacks nghttp2_session_callbacks;

struct frame_head {
    size_t length;
    int32_t stream;
    uint8_t type;
    uint8_t flags;
    uint8_t reserved;
};

union frame {
    struct frame_head head;
    struct {
        struct frame_head head;
        size_t padding;
    } data;
    struct {
        struct frame_head head;
        uint32_t code;
    } reset;
    struct {
        struct frame_head head;
        int32_t last_stream;
        uint32_t code;
        const uint8_t *text;
        size_t length;
    } goaway;
};

typedef int (*on_frame)(nghttp2_session *, const union frame *, void *);
typedef ssize_t (*on_send)(nghttp2_session *, const uint8_t *, size_t, int, void *);
typedef int (*on_invalid)(nghttp2_session *, const union frame *, int fault, void *);
typedef int (*on_close)(nghttp2_session *, int32_t stream, uint32_t code, void *);

enum { data = 0, headers = 1, reset = 3, settings = 4, ping = 6, goaway = 7 };
enum { end_of_stream = 1, acknowledgement = 1, callback_failure = -902, flooded = -904 };

static _Thread_local const ccurl_http2_witness *witness;
// libcurl's own callbacks, which are the same functions for all its sessions.
static _Thread_local on_frame libcurl_received;
static _Thread_local on_close libcurl_closed;
static _Thread_local on_send libcurl_send;

void ccurl_http2_set_witness(const ccurl_http2_witness *new_witness) {
    witness = new_witness;
}

// Defines `real` as the function of libnghttp2 that one of ours replaces.
#define BEHIND(type, name)                                \
    static _Thread_local type real;                       \
    if (!real) real = (type)dlsym(RTLD_NEXT, name);

static const char *words_for(int fault) {
    typedef const char *(*function)(int);
    BEHIND(function, "nghttp2_strerror")
    return real(fault);
}

static ccurl_http2_frame described(const union frame *frame) {
    ccurl_http2_frame known = {.kind = ccurl_http2_other};
    int ends = frame->head.flags & end_of_stream;
    switch (frame->head.type) {
        case data:
            known.kind = ccurl_http2_data;
            known.ends = ends;
            known.length = frame->head.length - frame->data.padding;
            break;
        case headers:
            known.kind = ccurl_http2_headers;
            known.ends = ends;
            break;
        case reset:
            known.kind = ccurl_http2_reset;
            known.code = frame->reset.code;
            break;
        case goaway:
            known.kind = ccurl_http2_goaway;
            known.code = frame->goaway.code;
            known.last_stream = frame->goaway.last_stream;
            known.text = (const char *)frame->goaway.text;
            known.length = frame->goaway.length;
            break;
        case settings:
        case ping:
            if (!(frame->head.flags & acknowledgement)) known.kind = ccurl_http2_demand;
            break;
    }
    return known;
}

static int received(nghttp2_session *session, const union frame *frame, void *owner) {
    if (!witness) return libcurl_received(session, frame, owner);
    ccurl_http2_frame known = described(frame);
    witness->received(witness->owner, session, frame->head.stream, &known);
    // After a reset, libcurl would no longer pass on the data that arrived before it.
    return known.kind == ccurl_http2_reset ? 0 : libcurl_received(session, frame, owner);
}

// Receives an outgoing frame: its header of 9 bytes, then its payload.
static ssize_t sending(nghttp2_session *session, const uint8_t *bytes, size_t count, int flags, void *owner) {
    enum { code = 13, text = 17 };
    if (!witness || count < text || bytes[3] != goaway) return libcurl_send(session, bytes, count, flags, owner);
    ccurl_http2_frame known = {
        .kind = ccurl_http2_goaway,
        .code = (uint32_t)bytes[code] << 24 | (uint32_t)bytes[code + 1] << 16 | (uint32_t)bytes[code + 2] << 8 |
                bytes[code + 3],
        .text = (const char *)bytes + text,
        .length = count - text,
    };
    witness->gave_up(witness->owner, session, &known);
    // The frame is not sent. If the server has closed the connection, libcurl would fail to send it and discard the
    // received data.
    return (ssize_t)count;
}

static int closed(nghttp2_session *session, int32_t stream, uint32_t code, void *owner) {
    if (witness) code = witness->closed(witness->owner, session, stream, code);
    return libcurl_closed(session, stream, code, owner);
}

// Replaces libcurl's callback, which exists since version 8 and only writes a line to the log.
static int invalid(nghttp2_session *session, const union frame *frame, int fault, void *owner) {
    (void)owner;
    if (witness) witness->invalid(witness->owner, session, frame->head.stream, words_for(fault));
    return 0;
}

static void hear_invalid(nghttp2_session_callbacks *callbacks) {
    typedef void (*function)(nghttp2_session_callbacks *, on_invalid);
    BEHIND(function, "nghttp2_session_callbacks_set_on_invalid_frame_recv_callback")
    real(callbacks, invalid);
}

// MARK: - Replacements for functions of libnghttp2

#define STANDS_BEFORE __attribute__((visibility("default"), used))

STANDS_BEFORE void nghttp2_session_callbacks_set_on_frame_recv_callback(
    nghttp2_session_callbacks *callbacks, on_frame callback) {
    typedef void (*function)(nghttp2_session_callbacks *, on_frame);
    BEHIND(function, "nghttp2_session_callbacks_set_on_frame_recv_callback")
    if (!witness) return real(callbacks, callback);
    libcurl_received = callback;
    real(callbacks, received);
}

STANDS_BEFORE void nghttp2_session_callbacks_set_send_callback(
    nghttp2_session_callbacks *callbacks, on_send callback) {
    typedef void (*function)(nghttp2_session_callbacks *, on_send);
    BEHIND(function, "nghttp2_session_callbacks_set_send_callback")
    if (!witness) return real(callbacks, callback);
    libcurl_send = callback;
    real(callbacks, sending);
}

STANDS_BEFORE void nghttp2_session_callbacks_set_on_stream_close_callback(
    nghttp2_session_callbacks *callbacks, on_close callback) {
    typedef void (*function)(nghttp2_session_callbacks *, on_close);
    BEHIND(function, "nghttp2_session_callbacks_set_on_stream_close_callback")
    if (!witness) return real(callbacks, callback);
    libcurl_closed = callback;
    real(callbacks, closed);
    // libcurl sets its own callback, if any, before it calls this function.
    hear_invalid(callbacks);
}

STANDS_BEFORE int32_t nghttp2_submit_request(
    nghttp2_session *session, const void *priority, const void *fields, size_t count, const void *body, void *owner) {
    typedef int32_t (*function)(nghttp2_session *, const void *, const void *, size_t, const void *, void *);
    BEHIND(function, "nghttp2_submit_request")
    int32_t stream = real(session, priority, fields, count, body, owner);
    if (witness && stream > 0) witness->began(witness->owner, session, stream);
    return stream;
}

STANDS_BEFORE ssize_t nghttp2_session_mem_recv(nghttp2_session *session, const uint8_t *bytes, size_t count) {
    typedef ssize_t (*function)(nghttp2_session *, const uint8_t *, size_t);
    BEHIND(function, "nghttp2_session_mem_recv")
    if (witness && !witness->may_read(witness->owner, session, count)) return callback_failure;
    ssize_t result = real(session, bytes, count);
    if (witness && result < 0 && result != callback_failure)
        witness->failed(witness->owner, session, result == flooded, words_for((int)result));
    return result;
}

STANDS_BEFORE int nghttp2_session_want_read(nghttp2_session *session) {
    typedef int (*function)(nghttp2_session *);
    BEHIND(function, "nghttp2_session_want_read")
    int wants = real(session);
    // If a session wants no more data, libcurl passes on nothing either, and treats its streams as ended.
    return wants || (witness && witness->has_unread(witness->owner, session));
}
