#pragma once

// The parts of libcurl's interface that Swift cannot call: the variadic functions, with one typed function for each
// type of argument.

#if !__has_include(<curl/curl.h>)
#error "<curl/curl.h> is missing: install libcurl4-openssl-dev (Debian, Ubuntu)"
#endif

#include <curl/curl.h>
#include <stdint.h>

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
// Sets an option to a copy of the bytes.
CURLcode ccurl_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t length);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);

typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *owner);
typedef int (*ccurl_seek_callback)(void *owner, curl_off_t offset, int origin);
typedef int (*ccurl_debug_callback)(CURL *easy, curl_infotype type, char *bytes, size_t size, void *owner);
typedef int (*ccurl_sockopt_callback)(void *owner, curl_socket_t socket, curlsocktype purpose);
typedef int (*ccurl_prereq_callback)(
    void *owner, char *remote_address, char *local_address, int remote_port, int local_port);
typedef int (*ccurl_resolver_callback)(void *resolver, void *reserved, void *owner);

// Sets the callbacks of a transfer. Each one receives `owner`.
void ccurl_set_callbacks(
    CURL *easy, void *owner, ccurl_data_callback write, ccurl_data_callback header, ccurl_data_callback read,
    ccurl_seek_callback seek, ccurl_debug_callback debug, ccurl_sockopt_callback sockopt,
    ccurl_prereq_callback prereq, ccurl_resolver_callback resolver);

typedef curl_socket_t (*ccurl_opensocket_callback)(void *owner, curlsocktype purpose, struct curl_sockaddr *address);

// Makes libcurl call `open` for each new socket. `open` returns CURL_SOCKET_BAD on failure.
void ccurl_set_open_socket(CURL *easy, void *owner, ccurl_opensocket_callback open);

typedef int (*ccurl_closesocket_callback)(void *owner, curl_socket_t socket);

// Makes libcurl call `close` for each socket of later connections. `owner` must outlive these.
void ccurl_set_close_socket(CURL *easy, void *owner, ccurl_closesocket_callback close);

long ccurl_get_long(CURL *easy, CURLINFO info);
int64_t ccurl_get_offset(CURL *easy, CURLINFO info);
void *ccurl_get_private(CURL *easy);

typedef CURLcode (*ccurl_ssl_callback)(CURL *easy, void *ssl_context, void *owner);

// Makes libcurl call `prepare` with OpenSSL's context of each TLS connection before its handshake.
void ccurl_set_ssl_callback(CURL *easy, void *owner, ccurl_ssl_callback prepare);

// Returns OpenSSL's session (SSL) of the connection of a transfer, or NULL.
void *ccurl_get_openssl(CURL *easy);

// Creates a store of TLS sessions that handles of one thread share.
CURLSH *ccurl_share_sessions(void);

typedef int (*ccurl_socket_callback)(CURL *easy, curl_socket_t socket, int what, void *owner, void *socket_owner);
typedef int (*ccurl_timer_callback)(CURLM *multi, long milliseconds, void *owner);

void ccurl_multi_set_callbacks(
    CURLM *multi, void *owner, ccurl_socket_callback socket, ccurl_timer_callback timer);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

// Removes the next finished transfer from the queue of a multi handle. Returns its handle and stores its result, or
// returns NULL.
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);

// MARK: - HTTP/2

typedef enum {
    ccurl_http2_data, ccurl_http2_headers, ccurl_http2_reset, ccurl_http2_goaway,
    // A SETTINGS or PING frame that must be acknowledged.
    ccurl_http2_demand, ccurl_http2_other
} ccurl_http2_kind;

// The relevant parts of a frame (RFC 9113, section 6).
typedef struct {
    ccurl_http2_kind kind;
    // For DATA and HEADERS: whether the stream ends with the frame (END_STREAM).
    int ends;
    // For RST_STREAM and GOAWAY: the error code.
    uint32_t code;
    // For GOAWAY: the last stream that its sender may have processed.
    int32_t last_stream;
    // For GOAWAY: the debug data, which is not null-terminated.
    const char *text;
    // The length of the body part for DATA, or of the text for GOAWAY.
    size_t length;
} ccurl_http2_frame;

// Observes libcurl's HTTP/2 sessions on one thread. A session is identified by its address, which another session
// may reuse after the last stream has ended. A stream is identified by its number. 0 is the connection.
typedef struct {
    void *owner;
    // The request that libcurl is processing became a stream.
    void (*began)(void *owner, const void *session, int32_t stream);
    // A frame was read.
    void (*received)(void *owner, const void *session, int32_t stream, const ccurl_http2_frame *frame);
    // The session ends because the server violated the protocol. The frame is the GOAWAY that reports this. It is
    // not sent.
    void (*gave_up)(void *owner, const void *session, const ccurl_http2_frame *frame);
    // An invalid frame was read. The text is nghttp2's.
    void (*invalid)(void *owner, const void *session, int32_t stream, const char *words);
    // The session cannot be read further. The text is nghttp2's.
    void (*failed)(void *owner, const void *session, int is_flood, const char *words);
    // A stream closed with a code. Returns the code that libcurl receives.
    uint32_t (*closed)(void *owner, const void *session, int32_t stream, uint32_t code);
    // Returns whether `count` more bytes may be read. Returning 0 ends the session.
    int (*may_read)(void *owner, const void *session, size_t count);
    // Returns whether a stream of the session was not passed on to its end.
    int (*has_unread)(void *owner, const void *session);
} ccurl_http2_witness;

// Makes the witness observe this thread from now on. NULL ends the observation. The witness must outlive the
// sessions.
void ccurl_http2_set_witness(const ccurl_http2_witness *witness);
