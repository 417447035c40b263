#pragma once

// The part of OpenSSL that a TLS server needs, and what a client wants to know of a refused certificate, behind opaque
// pointers and plain values: Swift never sees OpenSSL's headers. Certificates and contexts may be shared between threads once they are made; a session belongs to one.

#include <stddef.h>
#include <stdint.h>

// MARK: Certificates

// A certificate with its private key (EC P-256). The key never leaves memory, except through cossl_key_pem.
typedef struct cossl_certificate cossl_certificate;

typedef struct {
    const char *common_name;
    // What the certificate is for, as in "DNS:localhost,IP:127.0.0.1"; NULL for none.
    const char *alternative_names;
    // The names that a CA may certify, as in "critical,permitted;DNS:localhost"; NULL for all.
    const char *name_constraints;
    int is_authority;
    // When it begins and ends to be valid, in seconds from now.
    long not_before, not_after;
} cossl_description;

// Signed by the issuer, or by itself where that is NULL. NULL when OpenSSL failed.
cossl_certificate *cossl_certificate_create(cossl_description description, const cossl_certificate *issuer);

// The certificate, or its key, as PEM. Returns the length, at most `capacity`; 0 when it failed or did not fit.
size_t cossl_certificate_pem(const cossl_certificate *certificate, char *text, size_t capacity);
size_t cossl_key_pem(const cossl_certificate *certificate, char *text, size_t capacity);

// NULL is allowed.
void cossl_certificate_destroy(cossl_certificate *certificate);

// MARK: Servers

typedef struct cossl_server cossl_server;

typedef struct {
    // Speaks TLS 1.1 at most.
    int is_outdated;
    // Where not NULL, clients must show a certificate that this authority has signed.
    const cossl_certificate *client_authority;
} cossl_server_options;

// NULL when OpenSSL failed. Shows the certificate, and the issuer's too where one is given.
cossl_server *cossl_server_create(
    const cossl_certificate *certificate, const cossl_certificate *issuer, cossl_server_options options);
// NULL is allowed. Sessions may outlive their server.
void cossl_server_destroy(cossl_server *server);

// MARK: Sessions

typedef struct cossl_session cossl_session;

enum {
    COSSL_DONE = 0,
    COSSL_WANTS_INPUT = -1,  // try again when the descriptor can be read
    COSSL_WANTS_OUTPUT = -2, // try again when the descriptor can be written
    COSSL_ENDED = -3,        // the peer said goodbye, went away, or broke the rules
};

// Speaks TLS on a descriptor that does not block, and does not close it. NULL when memory ran out.
cossl_session *cossl_session_create(cossl_server *server, int descriptor);

// COSSL_DONE or one of the other three.
int cossl_session_handshake(cossl_session *session);
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

// A certificate that was refused; the texts are valid during the call.
typedef struct {
    const char *subject, *issuer;
    // In seconds since 1970.
    int64_t not_before, not_after;
} cossl_refused;

typedef void (*cossl_refusal_callback)(void *owner, const cossl_refused *refused);
typedef void (*cossl_release_callback)(void *owner);

// Has `refused` called when a client's context (SSL_CTX) refuses a certificate, and `release` when the context is gone.
// Returns 0 when memory ran out; then neither is called.
int cossl_watch_refusals(
    void *ssl_context, void *owner, cossl_refusal_callback refused, cossl_release_callback release);

// The SHA-256 digest of the first certificate in a PEM text; 0 when there is none.
int cossl_fingerprint(const char *pem, size_t length, unsigned char digest[32]);

// MARK: Digests

// The digest of bytes by an algorithm that OpenSSL knows by that name, as "MD5". Returns its size, at most 64; 0 when
// there is no such algorithm.
size_t cossl_digest(const char *algorithm, const void *bytes, size_t length, unsigned char digest[64]);
