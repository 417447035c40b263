#include "certificate.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct cossl_server {
    SSL_CTX *context;
};

struct cossl_session {
    SSL *ssl;
    int has_ended;
};

// MARK: The descriptor

// OpenSSL's own socket BIO writes with write(), and a peer that has left would end the process with SIGPIPE.

static int descriptor_of(BIO *bio) { return (int)(intptr_t)BIO_get_data(bio); }

static int give_back(BIO *bio, ssize_t count, int retry_flag) {
    BIO_clear_retry_flags(bio);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_flags(bio, retry_flag | BIO_FLAGS_SHOULD_RETRY);
    return (int)count;
}

static int bio_read(BIO *bio, char *bytes, int capacity) {
    return give_back(bio, recv(descriptor_of(bio), bytes, (size_t)capacity, 0), BIO_FLAGS_READ);
}

static int bio_write(BIO *bio, const char *bytes, int length) {
    return give_back(bio, send(descriptor_of(bio), bytes, (size_t)length, MSG_NOSIGNAL), BIO_FLAGS_WRITE);
}

static long bio_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static BIO_METHOD *method;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_method(void) {
    // OpenSSL's exit handler races with threads that still run.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
    method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "descriptor");
    if (!method) return;
    BIO_meth_set_read(method, bio_read);
    BIO_meth_set_write(method, bio_write);
    BIO_meth_set_ctrl(method, bio_control);
}

static BIO *bio_create(int descriptor) {
    pthread_once(&once, make_method);
    BIO *bio = method ? BIO_new(method) : NULL;
    if (!bio) return NULL;
    BIO_set_data(bio, (void *)(intptr_t)descriptor);
    BIO_set_init(bio, 1);
    return bio;
}

// MARK: Servers

static int choose_protocol(
    SSL *ssl, const unsigned char **chosen, unsigned char *chosen_length, const unsigned char *offered,
    unsigned int offered_length, void *owner) {
    const unsigned char *ours = owner;
    (void)ssl;
    int result = SSL_select_next_proto(
        (unsigned char **)chosen, chosen_length, ours, ours[0] + 1u, offered, offered_length);
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

static int set_versions(SSL_CTX *context, int is_outdated) {
    if (!is_outdated) return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    // OpenSSL has put the old versions' signatures below its lowest level of security.
    SSL_CTX_set_security_level(context, 0);
    return SSL_CTX_set_min_proto_version(context, TLS1_VERSION)
        && SSL_CTX_set_max_proto_version(context, TLS1_1_VERSION);
}

static int demand_certificate(SSL_CTX *context, const cossl_certificate *authority) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    return X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority->x509)
        && SSL_CTX_add_client_CA(context, authority->x509);
}

static int configure(
    SSL_CTX *context, const cossl_certificate *certificate, const cossl_certificate *issuer,
    cossl_server_options options) {
    static const unsigned char name[] = "sandbox";
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, options.speaks_http2 ? "\x02h2" : "\x08http/1.1");
    return set_versions(context, options.is_outdated)
        && SSL_CTX_set_session_id_context(context, name, sizeof name - 1)
        && SSL_CTX_use_certificate(context, certificate->x509)
        && SSL_CTX_use_PrivateKey(context, certificate->key)
        && (!issuer || SSL_CTX_add1_chain_cert(context, issuer->x509))
        && (!options.client_authority || demand_certificate(context, options.client_authority));
}

cossl_server *cossl_server_create(
    const cossl_certificate *certificate, const cossl_certificate *issuer, cossl_server_options options) {
    pthread_once(&once, make_method);
    cossl_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->context = SSL_CTX_new(TLS_server_method());
    if (server->context && configure(server->context, certificate, issuer, options)) return server;
    cossl_server_destroy(server);
    return NULL;
}

void cossl_server_destroy(cossl_server *server) {
    if (!server) return;
    SSL_CTX_free(server->context);
    free(server);
}

// MARK: Sessions

cossl_session *cossl_session_create(cossl_server *server, int descriptor) {
    cossl_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->ssl = SSL_new(server->context);
    BIO *bio = session->ssl ? bio_create(descriptor) : NULL;
    if (!bio) {
        cossl_session_destroy(session);
        return NULL;
    }
    SSL_set_bio(session->ssl, bio, bio);
    SSL_set_accept_state(session->ssl);
    return session;
}

// What a call that returned `result`, which was no success, has to wait for.
static int reason(cossl_session *session, int result) {
    switch (SSL_get_error(session->ssl, result)) {
    case SSL_ERROR_WANT_READ: return COSSL_WANTS_INPUT;
    case SSL_ERROR_WANT_WRITE: return COSSL_WANTS_OUTPUT;
    case SSL_ERROR_ZERO_RETURN: return COSSL_ENDED;
    default:
        session->has_ended = 1;
        return COSSL_ENDED;
    }
}

int cossl_session_handshake(cossl_session *session) {
    ERR_clear_error();
    int result = SSL_do_handshake(session->ssl);
    return result == 1 ? COSSL_DONE : reason(session, result);
}

long cossl_session_read(cossl_session *session, void *bytes, size_t capacity) {
    size_t count = 0;
    ERR_clear_error();
    int result = SSL_read_ex(session->ssl, bytes, capacity, &count);
    return result == 1 ? (long)count : reason(session, result);
}

long cossl_session_write(cossl_session *session, const void *bytes, size_t length) {
    size_t count = 0;
    ERR_clear_error();
    int result = SSL_write_ex(session->ssl, bytes, length, &count);
    return result == 1 ? (long)count : reason(session, result);
}

int cossl_session_has_pending(const cossl_session *session) { return SSL_has_pending(session->ssl); }

void cossl_session_finish(cossl_session *session) {
    // Behind a fatal error there is nothing to say goodbye to.
    if (session->has_ended || !SSL_is_init_finished(session->ssl)) return;
    ERR_clear_error();
    SSL_shutdown(session->ssl);
}

void cossl_session_destroy(cossl_session *session) {
    if (!session) return;
    SSL_free(session->ssl);
    free(session);
}
