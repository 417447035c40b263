#include <openssl/crypto.h>

#include "CEngineOpenSSL.h"

void cossl_begin(void) {
    // At exit OpenSSL would free memory that a thread which ends just then frees, too: that of a client that was released. The first
    // call of the process decides. The system gets the memory back anyway.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
