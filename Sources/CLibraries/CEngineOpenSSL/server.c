#include "certificate.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

struct cossl_server {
    SSL_CTX *context;
    char *host;
};

struct cossl_session {
    SSL *ssl;
    int descriptor;
    int has_ended;
    unsigned long failure;
    // The bytes that arrived before the session began, and the part of them that was not read yet.
    char *early, *unread;
    size_t unread_length;
};

// MARK: The descriptor

// OpenSSL's own socket BIO calls write(), so a disconnected peer would end the process with SIGPIPE.

static int give_back(BIO *bio, ssize_t count, int retry_flag) {
    BIO_clear_retry_flags(bio);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_flags(bio, retry_flag | BIO_FLAGS_SHOULD_RETRY);
    return (int)count;
}

static int bio_read(BIO *bio, char *bytes, int capacity) {
    cossl_session *session = BIO_get_data(bio);
    size_t count = (size_t)capacity < session->unread_length ? (size_t)capacity : session->unread_length;
    if (count == 0) return give_back(bio, recv(session->descriptor, bytes, (size_t)capacity, 0), BIO_FLAGS_READ);
    memcpy(bytes, session->unread, count);
    session->unread += count;
    session->unread_length -= count;
    return give_back(bio, (ssize_t)count, 0);
}

static int bio_write(BIO *bio, const char *bytes, int length) {
    const cossl_session *session = BIO_get_data(bio);
    return give_back(bio, send(session->descriptor, bytes, (size_t)length, MSG_NOSIGNAL), BIO_FLAGS_WRITE);
}

static long bio_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static BIO_METHOD *method;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_method(void) {
    method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "descriptor");
    if (!method) return;
    BIO_meth_set_read(method, bio_read);
    BIO_meth_set_write(method, bio_write);
    BIO_meth_set_ctrl(method, bio_control);
}

static BIO *bio_create(cossl_session *session) {
    pthread_once(&once, make_method);
    BIO *bio = method ? BIO_new(method) : NULL;
    if (!bio) return NULL;
    BIO_set_data(bio, session);
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

static int insist_on_protocol(
    SSL *ssl, const unsigned char **chosen, unsigned char *chosen_length, const unsigned char *offered,
    unsigned int offered_length, void *owner) {
    int result = choose_protocol(ssl, chosen, chosen_length, offered, offered_length, owner);
    return result == SSL_TLSEXT_ERR_OK ? result : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static int check_host(SSL *ssl, int *alert, void *host) {
    const char *name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
    if (!name || strcasecmp(name, host) == 0) return SSL_TLSEXT_ERR_OK;
    *alert = SSL_AD_UNRECOGNIZED_NAME;
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

static int set_versions(SSL_CTX *context, int is_outdated) {
    if (!is_outdated) return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    // At higher levels of security, OpenSSL refuses the signatures of the old versions.
    SSL_CTX_set_security_level(context, 0);
    return SSL_CTX_set_min_proto_version(context, TLS1_VERSION)
        && SSL_CTX_set_max_proto_version(context, TLS1_1_VERSION);
}

static int demand_certificate(SSL_CTX *context, const cossl_certificate *authority) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    return X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority->x509)
        && SSL_CTX_add_client_CA(context, authority->x509);
}

static int set_host(cossl_server *server, const char *host) {
    server->host = strdup(host);
    SSL_CTX_set_tlsext_servername_callback(server->context, check_host);
    SSL_CTX_set_tlsext_servername_arg(server->context, server->host);
    return server->host != NULL;
}

static int configure(
    SSL_CTX *context, const cossl_certificate *certificate, const cossl_certificate *issuer,
    cossl_server_options options) {
    static const unsigned char name[] = "inspector";
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_alpn_select_cb(
        context, options.host ? insist_on_protocol : choose_protocol, options.speaks_http2 ? "\x02h2" : "\x08http/1.1");
    return set_versions(context, options.is_outdated)
        && SSL_CTX_set_session_id_context(context, name, sizeof name - 1)
        && SSL_CTX_use_certificate(context, certificate->x509)
        && SSL_CTX_use_PrivateKey(context, certificate->key)
        && (!issuer || SSL_CTX_add1_chain_cert(context, issuer->x509))
        && (!options.client_authority || demand_certificate(context, options.client_authority));
}

cossl_server *cossl_server_create(
    const cossl_certificate *certificate, const cossl_certificate *issuer, cossl_server_options options) {
    cossl_begin();
    pthread_once(&once, make_method);
    cossl_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->context = SSL_CTX_new(TLS_server_method());
    if (server->context && configure(server->context, certificate, issuer, options)
        && (!options.host || set_host(server, options.host)))
        return server;
    cossl_server_destroy(server);
    return NULL;
}

void cossl_server_destroy(cossl_server *server) {
    if (!server) return;
    SSL_CTX_free(server->context);
    free(server->host);
    free(server);
}

// MARK: Sessions

cossl_session *cossl_session_create(cossl_server *server, int descriptor, const void *early, size_t early_length) {
    cossl_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->descriptor = descriptor;
    session->ssl = SSL_new(server->context);
    session->early = session->unread = malloc(early_length + 1);
    BIO *bio = session->ssl && session->early ? bio_create(session) : NULL;
    if (!bio) {
        cossl_session_destroy(session);
        return NULL;
    }
    if (early_length > 0) memcpy(session->early, early, early_length);
    session->unread_length = early_length;
    SSL_set_bio(session->ssl, bio, bio);
    SSL_set_accept_state(session->ssl);
    return session;
}

static int expect_server(SSL *ssl, const char *host) {
    static const unsigned char protocols[] = "\x08http/1.1";
    SSL_set_connect_state(ssl);
    SSL_set_verify(ssl, SSL_VERIFY_PEER, NULL);
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    int is_named = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host)
        || (SSL_set1_host(ssl, host) && SSL_set_tlsext_host_name(ssl, host));
    return is_named && SSL_set_alpn_protos(ssl, protocols, sizeof protocols - 1) == 0;
}

cossl_session *cossl_session_connect(const char *host, const char *authorities, int descriptor) {
    cossl_begin();
    cossl_server made = {.context = SSL_CTX_new(TLS_client_method())};
    cossl_session *session = NULL;
    if (made.context && SSL_CTX_load_verify_file(made.context, authorities) && set_versions(made.context, 0)) {
        SSL_CTX_set_mode(made.context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        session = cossl_session_create(&made, descriptor, NULL, 0);
    }
    SSL_CTX_free(made.context);
    if (!session || expect_server(session->ssl, host)) return session;
    cossl_session_destroy(session);
    return NULL;
}

// Returns what to wait for after a call that returned `result` without success.
static int reason(cossl_session *session, int result) {
    switch (SSL_get_error(session->ssl, result)) {
    case SSL_ERROR_WANT_READ: return COSSL_WANTS_INPUT;
    case SSL_ERROR_WANT_WRITE: return COSSL_WANTS_OUTPUT;
    case SSL_ERROR_ZERO_RETURN: return COSSL_ENDED;
    default:
        session->has_ended = 1;
        session->failure = ERR_peek_error();
        return COSSL_ENDED;
    }
}

const char *cossl_session_failure(const cossl_session *session) {
    long verdict = SSL_get_verify_result(session->ssl);
    return verdict == X509_V_OK ? ERR_reason_error_string(session->failure) : X509_verify_cert_error_string(verdict);
}

int cossl_session_alert(const cossl_session *session) {
    int reason = ERR_GET_LIB(session->failure) == ERR_LIB_SSL ? ERR_GET_REASON(session->failure) : 0;
    return reason >= SSL_AD_REASON_OFFSET ? reason - SSL_AD_REASON_OFFSET : -1;
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

// SSL_has_pending would repeatedly report a record that has only partly arrived.
int cossl_session_has_pending(const cossl_session *session) {
    return session->unread_length > 0 || SSL_pending(session->ssl) > 0;
}

void cossl_session_finish(cossl_session *session) {
    // After a fatal error, there is no session to close.
    if (session->has_ended || !SSL_is_init_finished(session->ssl)) return;
    ERR_clear_error();
    SSL_shutdown(session->ssl);
}

void cossl_session_destroy(cossl_session *session) {
    if (!session) return;
    SSL_free(session->ssl);
    free(session->early);
    free(session);
}
