#pragma once

// The part of OpenSSL that a TLS server needs, and what a client wants to know of a refused certificate, behind opaque
// pointers and plain values: Swift never sees OpenSSL's headers. Certificates and contexts may be shared between threads once they are made; a session belongs to one.

#if !__has_include(<openssl/ssl.h>)
#error "<openssl/ssl.h> is missing: install libssl-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

// MARK: The process

// Initialises OpenSSL, unless that has been done, so that it does nothing at exit. The functions below that need it call it. Call it before
// another library initialises OpenSSL. Any thread may call it.
void cossl_begin(void);

// MARK: Certificates

// A certificate with its private key (EC P-256). The key never leaves memory, except through cossl_key_pem.
typedef struct cossl_certificate cossl_certificate;

typedef struct {
    const char *common_name;
    // What the certificate is for, as in "DNS:localhost,IP:127.0.0.1"; NULL for none.
    const char *alternative_names;
    // The names that a CA may certify, as in "critical,permitted;DNS:localhost"; NULL for all.
    const char *name_constraints;
    // How many authorities may stand between it and a server; -1 for one that is no authority.
    int path_length;
    // When it begins and ends to be valid, in seconds from now.
    long not_before, not_after;
} cossl_description;

// Signed by the issuer, or by itself where that is NULL. NULL when OpenSSL failed.
cossl_certificate *cossl_certificate_create(cossl_description description, const cossl_certificate *issuer);

// The certificate, or its key, as PEM. Returns the length, at most `capacity`; 0 when it failed or did not fit.
size_t cossl_certificate_pem(const cossl_certificate *certificate, char *text, size_t capacity);
// The key is locked where a password is given.
size_t cossl_key_pem(const cossl_certificate *certificate, const char *password, char *text, size_t capacity);
// Both, locked with a password, in PKCS #12.
size_t cossl_pkcs12(const cossl_certificate *certificate, const char *password, char *bytes, size_t capacity);

// NULL is allowed.
void cossl_certificate_destroy(cossl_certificate *certificate);

// MARK: Servers

typedef struct cossl_server cossl_server;

typedef struct {
    // Speaks TLS 1.1 at most.
    int is_outdated;
    // Says that it speaks HTTP/2, and not HTTP/1.1.
    int speaks_http2;
    // Where not NULL, clients must show a certificate that this authority has signed.
    const cossl_certificate *client_authority;
    // Where not NULL, clients that name another host, or that speak other protocols alone, are refused with an alert.
    const char *host;
} cossl_server_options;

// NULL when OpenSSL failed. Shows the certificate, and the issuer's too where one is given.
cossl_server *cossl_server_create(
    const cossl_certificate *certificate, const cossl_certificate *issuer, cossl_server_options options);
// NULL is allowed. Sessions that have shaken hands may outlive their server.
void cossl_server_destroy(cossl_server *server);

// MARK: Sessions

typedef struct cossl_session cossl_session;

enum {
    COSSL_DONE = 0,
    COSSL_WANTS_INPUT = -1,  // try again when the descriptor can be read
    COSSL_WANTS_OUTPUT = -2, // try again when the descriptor can be written
    COSSL_ENDED = -3,        // the peer said goodbye, went away, or broke the rules
};

// Speaks TLS on a descriptor that does not block, and does not close it; what has come early is read before it. NULL when
// memory ran out.
cossl_session *cossl_session_create(cossl_server *server, int descriptor, const void *early, size_t early_length);

// The same as a client, for a server that has this name or address, and that the authorities in a file vouch for.
cossl_session *cossl_session_connect(const char *host, const char *authorities, int descriptor);

// COSSL_DONE or one of the other three.
int cossl_session_handshake(cossl_session *session);
// What broke the session, in OpenSSL's words; NULL where nothing has, and where the peer just went away.
const char *cossl_session_failure(const cossl_session *session);
// The number of the alert by which the peer has ended it (RFC 8446, section 6.2); -1 where it sent none.
int cossl_session_alert(const cossl_session *session);
// The number of bytes, at least 1, or one of the other three.
long cossl_session_read(cossl_session *session, void *bytes, size_t capacity);
long cossl_session_write(cossl_session *session, const void *bytes, size_t length);
// Whether bytes can be read that the descriptor has already given.
int cossl_session_has_pending(const cossl_session *session);
// Says that nothing more will be sent (close_notify), if that is possible at once.
void cossl_session_finish(cossl_session *session);
// NULL is allowed.
void cossl_session_destroy(cossl_session *session);

// MARK: Clients

// What a certificate says; everything is valid during the call.
typedef struct {
    // `names` are the alternative ones, in OpenSSL's words, as in "DNS:localhost, IP Address:127.0.0.1".
    const char *subject, *issuer, *names;
    // In seconds since 1970.
    int64_t not_before, not_after;
    // SubjectPublicKeyInfo (RFC 5280, section 4.1), in DER.
    const unsigned char *key;
    size_t key_length;
    // How many bytes at its end are the key alone.
    size_t bare_key_length;
} cossl_facts;

typedef void (*cossl_facts_callback)(void *owner, const cossl_facts *facts);

// Reads a certificate in DER; calls nobody where the bytes are none. Any thread may call it.
void cossl_read(const unsigned char *der, size_t length, cossl_facts_callback use, void *owner);

// Takes a certificate in DER; the bytes are valid during the call.
typedef void (*cossl_der_callback)(void *owner, const unsigned char *der, size_t length);

// The certificates that the server of a session (SSL) sent, its own first. Of a resumed session, OpenSSL may have
// only the first one.
void cossl_sent(void *ssl, cossl_der_callback use, void *owner);

// What both sides of a session (SSL) have agreed on. The texts are OpenSSL's own; the protocol (ALPN) is not terminated, and NULL
// if the server chose none.
typedef struct {
    const char *version;
    const char *cipher;
    // Whether the session is a resumed one.
    int is_resumed;
    const unsigned char *protocol;
    size_t protocol_length;
} cossl_agreement;
cossl_agreement cossl_agreed(void *ssl);

// The certificates of a handshake: where they were verified, the chain from the server's own to the authority, and
// otherwise what the server sent. Valid during the call.
typedef struct cossl_shown cossl_shown;

void cossl_shown_all(const cossl_shown *shown, cossl_der_callback use, void *owner);
// The certificate that OpenSSL stopped at, where there is one.
void cossl_shown_refused(const cossl_shown *shown, cossl_der_callback use, void *owner);

// Decides about a server; `verdict` is OpenSSL's, an X509_V_… number, 0 for a server that is trusted and has the name.
// Returns whether it is accepted.
typedef int (*cossl_judge_callback)(void *owner, int verdict, const cossl_shown *shown);
typedef void (*cossl_release_callback)(void *owner);

// Has `judge` called when a client's context (SSL_CTX) has verified the certificates of a server, for that host where
// one is given, and `release` when the context is gone. Returns 0 when memory ran out; then neither is called.
int cossl_watch(
    void *ssl_context, const char *host, void *owner, cossl_judge_callback judge, cossl_release_callback release);

// OpenSSL's words for a verdict.
const char *cossl_verdict_text(int verdict);

// MARK: Digests

// The digest of bytes by an algorithm that OpenSSL knows by that name, as "MD5". Returns its size, at most 64; 0 when
// there is no such algorithm.
size_t cossl_digest(const char *algorithm, const void *bytes, size_t length, unsigned char digest[64]);

// A SHA-256 of content that comes in pieces.
typedef struct {
    unsigned long long room[16];
} cossl_sha256;

void cossl_sha256_begin(cossl_sha256 *state);
void cossl_sha256_add(cossl_sha256 *state, const void *bytes, size_t length);
void cossl_sha256_end(cossl_sha256 *state, unsigned char digest[32]);
