#pragma once

// The part of OpenSSL that a TLS server needs, and the facts about refused certificates that a client needs, behind
// opaque pointers and plain values, so that Swift never sees OpenSSL's headers. Threads may share certificates and
// contexts after their creation. A session belongs to one thread.

#if !__has_include(<openssl/ssl.h>)
#error "<openssl/ssl.h> is missing: install libssl-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

// MARK: The process

// Initialises OpenSSL so that it does nothing at exit. This has no effect if OpenSSL is already initialised, so it
// must be called before another library does that. The functions below that need it call it. Any thread may call
// it.
void cossl_begin(void);

// MARK: Certificates

// A certificate with its private key (EC P-256). The key never leaves memory, except through the functions that
// return it.
typedef struct cossl_certificate cossl_certificate;

typedef struct {
    const char *common_name;
    // The names for which the certificate is valid, such as "DNS:localhost,IP:127.0.0.1", or NULL for none.
    const char *alternative_names;
    // The names that an authority may certify, such as "critical,permitted;DNS:localhost", or NULL for all.
    const char *name_constraints;
    // The number of authorities allowed between this one and a server, or -1 if the certificate is no authority.
    int path_length;
    // The beginning and end of the validity, in seconds from now.
    long not_before, not_after;
} cossl_description;

// Creates a certificate signed by the issuer, or a self-signed one if the issuer is NULL. Returns NULL if OpenSSL
// fails.
cossl_certificate *cossl_certificate_create(cossl_description description, const cossl_certificate *issuer);

// The next three functions return the length of what they store. They return 0 if they fail, or if it exceeds
// `capacity`.
//
// Stores the certificate as PEM.
size_t cossl_certificate_pem(const cossl_certificate *certificate, char *text, size_t capacity);
// Stores the key as PEM, encrypted if a password is given.
size_t cossl_key_pem(const cossl_certificate *certificate, const char *password, char *text, size_t capacity);
// Stores both as PKCS #12, encrypted with a password.
size_t cossl_pkcs12(const cossl_certificate *certificate, const char *password, char *bytes, size_t capacity);

// NULL is allowed.
void cossl_certificate_destroy(cossl_certificate *certificate);

// MARK: Servers

typedef struct cossl_server cossl_server;

typedef struct {
    // The server supports at most TLS 1.1.
    int is_outdated;
    // The server offers HTTP/2 instead of HTTP/1.1.
    int speaks_http2;
    // If not NULL, clients must present a certificate signed by this authority.
    const cossl_certificate *client_authority;
    // If not NULL, clients that name another host, or that only support other protocols, are refused with an alert.
    const char *host;
} cossl_server_options;

// Creates a server that presents the certificate, and that of the issuer unless NULL. Returns NULL if OpenSSL
// fails.
cossl_server *cossl_server_create(
    const cossl_certificate *certificate, const cossl_certificate *issuer, cossl_server_options options);
// Accepts NULL. Sessions may outlive their server after the handshake.
void cossl_server_destroy(cossl_server *server);

// MARK: Sessions

typedef struct cossl_session cossl_session;

enum {
    COSSL_DONE = 0,
    COSSL_WANTS_INPUT = -1,  // try again when the descriptor can be read
    COSSL_WANTS_OUTPUT = -2, // try again when the descriptor can be written
    COSSL_ENDED = -3,        // the peer closed the session, disconnected, or violated the protocol
};

// Creates the server side of a session on a non-blocking descriptor, which it does not close. It reads the early
// bytes before those of the descriptor. Returns NULL if memory ran out.
cossl_session *cossl_session_create(cossl_server *server, int descriptor, const void *early, size_t early_length);

// Creates the client side of a session, for a server with this name or address that the authorities in a file
// certify. Returns NULL if that fails.
cossl_session *cossl_session_connect(const char *host, const char *authorities, int descriptor);

// Returns COSSL_DONE or another status.
int cossl_session_handshake(cossl_session *session);
// Returns OpenSSL's reason for the failure of the session. Returns NULL if there was no failure, or if the peer
// only disconnected.
const char *cossl_session_failure(const cossl_session *session);
// Returns the number of the alert with which the peer ended the session (RFC 8446, section 6.2), or -1 without an
// alert.
int cossl_session_alert(const cossl_session *session);
// Both functions return the number of bytes, which is at least 1, or a status other than COSSL_DONE.
long cossl_session_read(cossl_session *session, void *bytes, size_t capacity);
long cossl_session_write(cossl_session *session, const void *bytes, size_t length);
// Returns whether bytes can be read that were already received from the descriptor.
int cossl_session_has_pending(const cossl_session *session);
// Announces with close_notify that nothing more will be sent, if this is possible without waiting.
void cossl_session_finish(cossl_session *session);
// NULL is allowed.
void cossl_session_destroy(cossl_session *session);

// MARK: Clients

// The content of a certificate. All pointers are valid during the call.
typedef struct {
    // `names` are the alternative names in OpenSSL's form, such as "DNS:localhost, IP Address:127.0.0.1".
    const char *subject, *issuer, *names;
    // In seconds since 1970.
    int64_t not_before, not_after;
    // SubjectPublicKeyInfo (RFC 5280, section 4.1), in DER.
    const unsigned char *key;
    size_t key_length;
    // The number of bytes at the end of `key` that are only the key.
    size_t bare_key_length;
} cossl_facts;

typedef void (*cossl_facts_callback)(void *owner, const cossl_facts *facts);

// Calls `use` with the content of a certificate in DER, or does nothing if the bytes are invalid. Any thread may
// call it.
void cossl_read(const unsigned char *der, size_t length, cossl_facts_callback use, void *owner);

// Receives a certificate in DER. The bytes are valid during the call.
typedef void (*cossl_der_callback)(void *owner, const unsigned char *der, size_t length);

// Calls `use` with each certificate that the server of a session (SSL) sent, its own first. For a resumed session,
// OpenSSL may only have the first one.
void cossl_sent(void *ssl, cossl_der_callback use, void *owner);

// The agreement between both sides of a session (SSL). The texts belong to OpenSSL. The protocol (ALPN) is not
// null-terminated, and is NULL if the server chose none.
typedef struct {
    const char *version;
    const char *cipher;
    // Indicates whether the session was resumed.
    int is_resumed;
    const unsigned char *protocol;
    size_t protocol_length;
} cossl_agreement;
cossl_agreement cossl_agreed(void *ssl);

// The certificates of a handshake, valid during the call. After a successful verification, they are the chain from
// the server's certificate to the authority. Otherwise, they are what the server sent.
typedef struct cossl_shown cossl_shown;

void cossl_shown_all(const cossl_shown *shown, cossl_der_callback use, void *owner);
// Calls `use` with the certificate at which OpenSSL stopped, if there is one.
void cossl_shown_refused(const cossl_shown *shown, cossl_der_callback use, void *owner);

// Decides whether a server is accepted. `verdict` is OpenSSL's X509_V_… number, which is 0 for a trusted server
// with the right name. Returns 0 to refuse it.
typedef int (*cossl_judge_callback)(void *owner, int verdict, const cossl_shown *shown);
typedef void (*cossl_release_callback)(void *owner);

// Makes a client's context (SSL_CTX) call `judge` after verifying the certificates of a server, for the host if one
// is given, and `release` at its end. Returns 0 if memory ran out. Then it calls neither.
int cossl_watch(
    void *ssl_context, const char *host, void *owner, cossl_judge_callback judge, cossl_release_callback release);

// Returns OpenSSL's text for a verdict.
const char *cossl_verdict_text(int verdict);

// MARK: Digests

// Stores the digest of bytes, computed by an algorithm that OpenSSL knows by this name, such as "MD5". Returns its
// size, at most 64, or 0 if there is no such algorithm.
size_t cossl_digest(const char *algorithm, const void *bytes, size_t length, unsigned char digest[64]);

// A SHA-256 digest of content that arrives in pieces.
typedef struct {
    unsigned long long room[16];
} cossl_sha256;

void cossl_sha256_begin(cossl_sha256 *state);
void cossl_sha256_add(cossl_sha256 *state, const void *bytes, size_t length);
void cossl_sha256_end(cossl_sha256 *state, unsigned char digest[32]);
