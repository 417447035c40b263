#include "certificate.h"

#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_extension(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    if (!extension) return 0;
    int worked = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return worked;
}

static int set_serial(X509 *certificate) {
    unsigned char bytes[8];
    if (RAND_bytes(bytes, sizeof bytes) != 1) return 0;
    uint64_t number = 0;
    memcpy(&number, bytes, sizeof number);
    return ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), number >> 1);
}

static int set_subject(X509 *certificate, const char *common_name) {
    return X509_NAME_add_entry_by_txt(
        X509_get_subject_name(certificate), "CN", MBSTRING_UTF8, (const unsigned char *)common_name, -1, -1, 0);
}

static int set_extensions(X509 *certificate, X509 *issuer, const cossl_description *description) {
    int is_authority = description->path_length >= 0;
    char constraints[40] = "critical,CA:FALSE";
    if (is_authority) snprintf(constraints, sizeof constraints, "critical,CA:TRUE,pathlen:%d", description->path_length);
    const char *usage = is_authority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature";
    return add_extension(certificate, issuer, NID_basic_constraints, constraints)
        && add_extension(certificate, issuer, NID_key_usage, usage)
        && (is_authority || add_extension(certificate, issuer, NID_ext_key_usage, "serverAuth,clientAuth"))
        && add_extension(certificate, issuer, NID_subject_key_identifier, "hash")
        && (issuer == certificate || add_extension(certificate, issuer, NID_authority_key_identifier, "keyid"))
        && (!description->alternative_names
            || add_extension(certificate, issuer, NID_subject_alt_name, description->alternative_names))
        && (!description->name_constraints
            || add_extension(certificate, issuer, NID_name_constraints, description->name_constraints));
}

static int fill(cossl_certificate *made, const cossl_description *description, const cossl_certificate *issuer) {
    X509 *x509 = made->x509, *issuer_x509 = issuer ? issuer->x509 : x509;
    return X509_set_version(x509, X509_VERSION_3)
        && set_serial(x509)
        && X509_gmtime_adj(X509_getm_notBefore(x509), description->not_before)
        && X509_gmtime_adj(X509_getm_notAfter(x509), description->not_after)
        && X509_set_pubkey(x509, made->key)
        && set_subject(x509, description->common_name)
        && X509_set_issuer_name(x509, X509_get_subject_name(issuer_x509))
        && set_extensions(x509, issuer_x509, description)
        && X509_sign(x509, issuer ? issuer->key : made->key, EVP_sha256());
}

cossl_certificate *cossl_certificate_create(cossl_description description, const cossl_certificate *issuer) {
    cossl_begin();
    cossl_certificate *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->key = EVP_EC_gen("P-256");
    made->x509 = X509_new();
    if (made->key && made->x509 && fill(made, &description, issuer)) return made;
    cossl_certificate_destroy(made);
    return NULL;
}

static size_t take_text(BIO *memory, int worked, char *text, size_t capacity) {
    char *bytes = NULL;
    long length = worked ? BIO_get_mem_data(memory, &bytes) : 0;
    size_t taken = length > 0 && (size_t)length <= capacity ? (size_t)length : 0;
    if (taken) memcpy(text, bytes, taken);
    BIO_free(memory);
    return taken;
}

size_t cossl_certificate_pem(const cossl_certificate *certificate, char *text, size_t capacity) {
    BIO *memory = BIO_new(BIO_s_mem());
    if (!memory) return 0;
    return take_text(memory, PEM_write_bio_X509(memory, certificate->x509), text, capacity);
}

size_t cossl_key_pem(const cossl_certificate *certificate, const char *password, char *text, size_t capacity) {
    BIO *memory = BIO_new(BIO_s_mem());
    if (!memory) return 0;
    int worked = PEM_write_bio_PrivateKey(
        memory, certificate->key, password ? EVP_aes_256_cbc() : NULL, (const unsigned char *)password,
        password ? (int)strlen(password) : 0, NULL, NULL);
    return take_text(memory, worked, text, capacity);
}

size_t cossl_pkcs12(const cossl_certificate *certificate, const char *password, char *bytes, size_t capacity) {
    BIO *memory = BIO_new(BIO_s_mem());
    if (!memory) return 0;
    PKCS12 *both = PKCS12_create(password, NULL, certificate->key, certificate->x509, NULL, 0, 0, 0, 0, 0);
    int worked = both && i2d_PKCS12_bio(memory, both);
    PKCS12_free(both);
    return take_text(memory, worked, bytes, capacity);
}

void cossl_certificate_destroy(cossl_certificate *certificate) {
    if (!certificate) return;
    X509_free(certificate->x509);
    EVP_PKEY_free(certificate->key);
    free(certificate);
}
