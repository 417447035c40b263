#include <openssl/crypto.h>

#include "CEngineOpenSSL.h"

void cossl_begin(void) {
    // Otherwise OpenSSL would free memory at exit that a thread ending at the same moment frees, too. Such a thread
    // belongs to a released client. Only the first call in the process has an effect. The system reclaims the
    // memory anyway.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
