#include "CEngineOpenSSL.h"

#include <openssl/evp.h>

size_t cossl_digest(const char *algorithm, const void *bytes, size_t length, unsigned char digest[64]) {
    EVP_MD *method = EVP_MD_fetch(NULL, algorithm, NULL);
    unsigned int size = 0;
    int worked = method && EVP_MD_get_size(method) <= 64 && EVP_Digest(bytes, length, digest, &size, method, NULL);
    EVP_MD_free(method);
    return worked ? size : 0;
}
