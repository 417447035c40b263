// Uses the deprecated SHA256_Init and its related functions. Their successors would first load providers, which
// takes as long as a small request.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "CEngineOpenSSL.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

static size_t sha256(const void *bytes, size_t length, unsigned char digest[64]) {
    SHA256_CTX context;
    int worked = SHA256_Init(&context) && SHA256_Update(&context, bytes, length) && SHA256_Final(digest, &context);
    return worked ? SHA256_DIGEST_LENGTH : 0;
}

size_t cossl_digest(const char *algorithm, const void *bytes, size_t length, unsigned char digest[64]) {
    if (strcmp(algorithm, "SHA256") == 0) return sha256(bytes, length, digest);
    cossl_begin();
    EVP_MD *method = EVP_MD_fetch(NULL, algorithm, NULL);
    unsigned int size = 0;
    int worked = method && EVP_MD_get_size(method) <= 64 && EVP_Digest(bytes, length, digest, &size, method, NULL);
    EVP_MD_free(method);
    return worked ? size : 0;
}

_Static_assert(sizeof(SHA256_CTX) <= sizeof(cossl_sha256), "a SHA-256 under way has room");

void cossl_sha256_begin(cossl_sha256 *state) { SHA256_Init((SHA256_CTX *)state); }

void cossl_sha256_add(cossl_sha256 *state, const void *bytes, size_t length) {
    SHA256_Update((SHA256_CTX *)state, bytes, length);
}

void cossl_sha256_end(cossl_sha256 *state, unsigned char digest[32]) { SHA256_Final(digest, (SHA256_CTX *)state); }
