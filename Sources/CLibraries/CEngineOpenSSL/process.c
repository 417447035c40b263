// What OpenSSL is told before anybody uses it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/crypto.h>

#include "CEngineMemory.h"
#include "CEngineOpenSSL.h"

static void *take(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return size ? cmemory_take(size) : NULL;
}

static void give_back(void *memory, const char *file, int line) {
    (void)file, (void)line;
    cmemory_give_back(memory);
}

static void *resize(void *memory, size_t size, const char *file, int line) {
    if (size) return cmemory_resize(memory, size);
    give_back(memory, file, line);
    return NULL;
}

void cossl_begin(void *library) {
    int (*set_memory)(CRYPTO_malloc_fn, CRYPTO_realloc_fn, CRYPTO_free_fn) =
        dlsym(library, "CRYPTO_set_mem_functions");
    int (*init)(uint64_t, const OPENSSL_INIT_SETTINGS *) = dlsym(library, "OPENSSL_init_crypto");
    // Refused where OpenSSL holds some already.
    if (set_memory && cmemory_begin()) set_memory(take, resize, give_back);
    // At exit it would let go of what each thread holds there, also of a thread that is ending just then and lets go of it, too: so does that of
    // a client that was let go. Whoever comes first decides. The system gets the memory back anyway.
    if (init) init(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// Finds nothing in a program that loads OpenSSL late.
__attribute__((constructor)) static void begin(void) { cossl_begin(RTLD_DEFAULT); }
