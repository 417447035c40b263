// The end of a process whose threads use OpenSSL.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/crypto.h>

// At exit OpenSSL would let go of what each thread holds there, also of a thread that is ending just then and lets go of it, too: so does
// that of a client that was let go. Whoever comes first decides, and so this runs before main. The system gets the memory back anyway.
//
// A program that loads OpenSSL late does this when it does.
__attribute__((constructor)) static void leave_threads_alone_at_exit(void) {
    int (*init)(uint64_t, const OPENSSL_INIT_SETTINGS *) = dlsym(RTLD_DEFAULT, "OPENSSL_init_crypto");
    if (init) init(OPENSSL_INIT_NO_ATEXIT, NULL);
}
