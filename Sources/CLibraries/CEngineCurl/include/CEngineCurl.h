#pragma once

// What Swift cannot call of libcurl's interface: the variadic functions, one typed function per argument type.

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

// Installs the callbacks of a transfer; `owner` is handed to each of them.
void ccurl_set_callbacks(
    CURL *easy, void *owner, ccurl_data_callback write, ccurl_data_callback header, ccurl_data_callback read,
    ccurl_seek_callback seek, ccurl_debug_callback debug, ccurl_sockopt_callback sockopt,
    ccurl_prereq_callback prereq, ccurl_resolver_callback resolver);

typedef curl_socket_t (*ccurl_opensocket_callback)(void *owner, curlsocktype purpose, struct curl_sockaddr *address);

// Has `open` make each socket, or say with CURL_SOCKET_BAD that it cannot.
void ccurl_set_open_socket(CURL *easy, void *owner, ccurl_opensocket_callback open);

typedef int (*ccurl_closesocket_callback)(void *owner, curl_socket_t socket);

// Has `close` called for each socket of the connections made from now on; `owner` must outlive them.
void ccurl_set_close_socket(CURL *easy, void *owner, ccurl_closesocket_callback close);

long ccurl_get_long(CURL *easy, CURLINFO info);
int64_t ccurl_get_offset(CURL *easy, CURLINFO info);
void *ccurl_get_private(CURL *easy);

typedef CURLcode (*ccurl_ssl_callback)(CURL *easy, void *ssl_context, void *owner);

// Has `prepare` called with OpenSSL's context of each TLS connection before its handshake.
void ccurl_set_ssl_callback(CURL *easy, void *owner, ccurl_ssl_callback prepare);

// OpenSSL's session (SSL) of the connection that a transfer has; NULL when there is none.
void *ccurl_get_openssl(CURL *easy);

// Makes a share of TLS sessions for handles of one thread.
CURLSH *ccurl_share_sessions(void);

typedef int (*ccurl_socket_callback)(CURL *easy, curl_socket_t socket, int what, void *owner, void *socket_owner);
typedef int (*ccurl_timer_callback)(CURLM *multi, long milliseconds, void *owner);

void ccurl_multi_set_callbacks(
    CURLM *multi, void *owner, ccurl_socket_callback socket, ccurl_timer_callback timer);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

// Takes the next finished transfer off the multi's queue: its handle and its result, or NULL.
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);

// MARK: - HTTP/2

typedef enum {
    ccurl_http2_data, ccurl_http2_headers, ccurl_http2_reset, ccurl_http2_goaway,
    // SETTINGS and PING that have to be acknowledged.
    ccurl_http2_demand, ccurl_http2_other
} ccurl_http2_kind;

// What matters of a frame (RFC 9113, section 6).
typedef struct {
    ccurl_http2_kind kind;
    // DATA and HEADERS: whether the stream ends with it (END_STREAM).
    int ends;
    // RST_STREAM and GOAWAY: the error code.
    uint32_t code;
    // GOAWAY: the last stream that is looked at.
    int32_t last_stream;
    // GOAWAY: the debug data, not terminated.
    const char *text;
    // DATA: the bytes of the body; GOAWAY: those of the text.
    size_t length;
} ccurl_http2_frame;

// Hears what happens in the HTTP/2 sessions of libcurl on one thread. A session is no more than its address; it may be
// somebody else's once its last stream is gone. A stream is its number; 0 is the connection.
typedef struct {
    void *owner;
    // The request that libcurl is at work on became a stream.
    void (*began)(void *owner, const void *session, int32_t stream);
    // A frame was read.
    void (*received)(void *owner, const void *session, int32_t stream, const ccurl_http2_frame *frame);
    // The session ends because the server broke the rules; the frame is the GOAWAY that says so, and is not sent.
    void (*gave_up)(void *owner, const void *session, const ccurl_http2_frame *frame);
    // An invalid frame was read. The text is nghttp2's.
    void (*invalid)(void *owner, const void *session, int32_t stream, const char *words);
    // The session cannot be read any further. The text is nghttp2's.
    void (*failed)(void *owner, const void *session, int is_flood, const char *words);
    // A stream closed with a code; returns the code that libcurl gets to see.
    uint32_t (*closed)(void *owner, const void *session, int32_t stream, uint32_t code);
    // Whether `count` more bytes may be read; 0 ends the session.
    int (*may_read)(void *owner, const void *session, size_t count);
    // Whether a stream of the session has not been handed on to its end.
    int (*has_unread)(void *owner, const void *session);
} ccurl_http2_witness;

// Has the witness hear what happens on this thread from now on; NULL for none. It must outlive the sessions.
void ccurl_http2_set_witness(const ccurl_http2_witness *witness);
