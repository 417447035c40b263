#pragma once

#include "CEngineOpenSSL.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

struct cossl_certificate {
    X509 *x509;
    EVP_PKEY *key;
};
