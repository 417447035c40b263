#include "COpenSSL.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    void *owner;
    cossl_refusal_callback refused;
    cossl_release_callback release;
} watcher;

static int slot = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void let_go(void *parent, void *pointer, CRYPTO_EX_DATA *data, int index, long number, void *argument) {
    (void)parent, (void)data, (void)index, (void)number, (void)argument;
    watcher *found = pointer;
    if (!found) return;
    found->release(found->owner);
    free(found);
}

static void make_slot(void) { slot = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, let_go); }

static int64_t seconds_of(const ASN1_TIME *time) {
    struct tm fields = {0};
    return ASN1_TIME_to_tm(time, &fields) ? (int64_t)timegm(&fields) : 0;
}

static char *text_of(X509_NAME *name) {
    BIO *memory = BIO_new(BIO_s_mem());
    if (!memory) return NULL;
    X509_NAME_print_ex(memory, name, 0, XN_FLAG_SEP_CPLUS_SPC | XN_FLAG_SPC_EQ | ASN1_STRFLGS_UTF8_CONVERT);
    BIO_write(memory, "", 1);
    char *bytes = NULL, *copy = NULL;
    if (BIO_get_mem_data(memory, &bytes) > 0) copy = OPENSSL_strdup(bytes);
    BIO_free(memory);
    return copy;
}

static int verify(int is_good, X509_STORE_CTX *store) {
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    watcher *found = ssl ? SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), slot) : NULL;
    X509 *certificate = X509_STORE_CTX_get_current_cert(store);
    if (is_good || !found || !certificate) return is_good;
    char *subject = text_of(X509_get_subject_name(certificate));
    char *issuer = text_of(X509_get_issuer_name(certificate));
    cossl_refused refused = {
        subject ? subject : "", issuer ? issuer : "", seconds_of(X509_get0_notBefore(certificate)),
        seconds_of(X509_get0_notAfter(certificate))};
    found->refused(found->owner, &refused);
    OPENSSL_free(subject);
    OPENSSL_free(issuer);
    return is_good;
}

int cossl_watch_refusals(
    void *ssl_context, void *owner, cossl_refusal_callback refused, cossl_release_callback release) {
    pthread_once(&once, make_slot);
    watcher *made = slot < 0 ? NULL : malloc(sizeof *made);
    if (!made) return 0;
    *made = (watcher){owner, refused, release};
    if (!SSL_CTX_set_ex_data(ssl_context, slot, made)) {
        free(made);
        return 0;
    }
    SSL_CTX_set_verify(ssl_context, SSL_CTX_get_verify_mode(ssl_context), verify);
    return 1;
}

int cossl_fingerprint(const char *pem, size_t length, unsigned char digest[32]) {
    BIO *memory = BIO_new_mem_buf(pem, (int)length);
    if (!memory) return 0;
    X509 *certificate = PEM_read_bio_X509(memory, NULL, NULL, NULL);
    BIO_free(memory);
    if (!certificate) return 0;
    unsigned int size = 0;
    int worked = X509_digest(certificate, EVP_sha256(), digest, &size);
    X509_free(certificate);
    return worked && size == 32;
}
