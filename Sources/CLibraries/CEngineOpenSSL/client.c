#include "CEngineOpenSSL.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    void *owner;
    cossl_judge_callback judge;
    cossl_release_callback release;
    char *host;
} watcher;

static int slot = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void let_go(void *parent, void *pointer, CRYPTO_EX_DATA *data, int index, long number, void *argument) {
    (void)parent, (void)data, (void)index, (void)number, (void)argument;
    watcher *found = pointer;
    if (!found) return;
    found->release(found->owner);
    free(found->host);
    free(found);
}

static void make_slot(void) { slot = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, let_go); }

// MARK: The content of certificates

static int64_t seconds_of(const ASN1_TIME *time) {
    struct tm fields = {0};
    return ASN1_TIME_to_tm(time, &fields) ? (int64_t)timegm(&fields) : 0;
}

static char *text_of(X509_NAME *name) {
    BIO *memory = BIO_new(BIO_s_mem());
    if (!memory) return NULL;
    X509_NAME_print_ex(memory, name, 0, XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB);
    BIO_write(memory, "", 1);
    char *bytes = NULL, *copy = NULL;
    if (BIO_get_mem_data(memory, &bytes) > 0) copy = OPENSSL_strdup(bytes);
    BIO_free(memory);
    return copy;
}

static char *names_of(X509 *certificate) {
    X509_EXTENSION *extension = X509_get_ext(certificate, X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1));
    BIO *memory = extension ? BIO_new(BIO_s_mem()) : NULL;
    if (!memory) return NULL;
    char *bytes = NULL, *copy = NULL;
    if (X509V3_EXT_print(memory, extension, 0, 0) && BIO_write(memory, "", 1) == 1
        && BIO_get_mem_data(memory, &bytes) > 0)
        copy = OPENSSL_strdup(bytes);
    BIO_free(memory);
    return copy;
}

void cossl_read(const unsigned char *der, size_t length, cossl_facts_callback use, void *owner) {
    cossl_begin();
    X509 *certificate = d2i_X509(NULL, &der, (long)length);
    if (!certificate) {
        ERR_clear_error();
        return;
    }
    unsigned char *key = NULL;
    int key_length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
    char *subject = text_of(X509_get_subject_name(certificate)), *issuer = text_of(X509_get_issuer_name(certificate));
    char *names = names_of(certificate);
    const ASN1_BIT_STRING *bare = X509_get0_pubkey_bitstr(certificate);
    cossl_facts facts = {
        subject ? subject : "", issuer ? issuer : "", names ? names : "",
        seconds_of(X509_get0_notBefore(certificate)), seconds_of(X509_get0_notAfter(certificate)),
        key, key_length > 0 ? (size_t)key_length : 0, bare ? (size_t)ASN1_STRING_length(bare) : 0};
    use(owner, &facts);
    OPENSSL_free(key);
    OPENSSL_free(subject);
    OPENSSL_free(issuer);
    OPENSSL_free(names);
    X509_free(certificate);
}

// MARK: The certificates of servers

static void hand_over(X509 *certificate, cossl_der_callback use, void *owner) {
    unsigned char *der = NULL;
    int length = i2d_X509(certificate, &der);
    if (length > 0) use(owner, der, (size_t)length);
    OPENSSL_free(der);
}

static void hand_over_all(const STACK_OF(X509) *certificates, cossl_der_callback use, void *owner) {
    // Without a list, the number is negative.
    for (int index = 0; index < sk_X509_num(certificates); index++)
        hand_over(sk_X509_value(certificates, index), use, owner);
}

void cossl_sent(void *ssl, cossl_der_callback use, void *owner) {
    STACK_OF(X509) *chain = SSL_get_peer_cert_chain(ssl);
    if (sk_X509_num(chain) > 0) return hand_over_all(chain, use, owner);
    X509 *own = SSL_get0_peer_certificate(ssl);
    if (own) hand_over(own, use, owner);
}

cossl_agreement cossl_agreed(void *ssl) {
    cossl_agreement agreed = {
        SSL_get_version(ssl), SSL_CIPHER_get_name(SSL_get_current_cipher(ssl)), SSL_session_reused(ssl), NULL, 0};
    unsigned int length = 0;
    SSL_get0_alpn_selected(ssl, &agreed.protocol, &length);
    agreed.protocol_length = length;
    return agreed;
}

struct cossl_shown {
    STACK_OF(X509) *certificates;
    X509 *refused;
};

void cossl_shown_all(const cossl_shown *shown, cossl_der_callback use, void *owner) {
    hand_over_all(shown->certificates, use, owner);
}

void cossl_shown_refused(const cossl_shown *shown, cossl_der_callback use, void *owner) {
    if (shown->refused) hand_over(shown->refused, use, owner);
}

// MARK: Verifying

const char *cossl_verdict_text(int verdict) { return X509_verify_cert_error_string(verdict); }

// Makes OpenSSL's verdict include the host of the URL.
static int expect_host(X509_STORE_CTX *store, const char *host) {
    X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(store);
    if (X509_VERIFY_PARAM_set1_ip_asc(parameters, host)) return 1;
    X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return X509_VERIFY_PARAM_set1_host(parameters, host, 0);
}

static int verify(X509_STORE_CTX *store, void *argument) {
    (void)argument;
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    watcher *found = ssl ? SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), slot) : NULL;
    if (!found || (found->host && !expect_host(store, found->host))) {
        X509_STORE_CTX_set_error(store, X509_V_ERR_OUT_OF_MEM);
        return 0;
    }
    int is_good = X509_verify_cert(store) > 0, verdict = X509_STORE_CTX_get_error(store);
    if (!is_good && verdict == X509_V_OK) verdict = X509_V_ERR_UNSPECIFIED;
    // An unverified chain may end in certificates unrelated to the first one, so all sent certificates are shown
    // instead.
    cossl_shown shown = {
        is_good ? X509_STORE_CTX_get0_chain(store) : X509_STORE_CTX_get0_untrusted(store),
        is_good ? NULL : X509_STORE_CTX_get_current_cert(store)};
    int is_accepted = found->judge(found->owner, is_good ? X509_V_OK : verdict, &shown);
    if (is_accepted) verdict = X509_V_OK;
    if (!is_accepted && is_good) verdict = X509_V_ERR_APPLICATION_VERIFICATION;
    X509_STORE_CTX_set_error(store, verdict);
    return is_accepted;
}

int cossl_watch(
    void *ssl_context, const char *host, void *owner, cossl_judge_callback judge, cossl_release_callback release) {
    pthread_once(&once, make_slot);
    watcher *made = slot < 0 ? NULL : calloc(1, sizeof *made);
    if (!made) return 0;
    *made = (watcher){owner, judge, release, host ? strdup(host) : NULL};
    if ((host && !made->host) || !SSL_CTX_set_ex_data(ssl_context, slot, made)) {
        free(made->host);
        free(made);
        return 0;
    }
    SSL_CTX_set_cert_verify_callback(ssl_context, verify, NULL);
    // HTTP decides whether a connection that ends without close_notify truncates a body (RFC 9112, section 9.8).
    SSL_CTX_set_options(ssl_context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    return 1;
}
