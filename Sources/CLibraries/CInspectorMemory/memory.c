// An allocator with a larger cache for each thread than glibc's.
//
// libcurl allocates and frees about forty blocks of memory for a request, one of them of 16 KiB, and OpenSSL about
// 2,400 for a connection. For each thread, glibc caches seven blocks of each size, but none for `calloc` and none
// of 16 KiB. For any other block it takes a lock.
#include "CInspectorMemory.h"

#include <curl/curl.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A block of glibc holds 24, 40, 56 bytes and so on. The largest size kept here fits libcurl's buffer of 16 KiB.
enum { SMALLEST = 24, STEP = 16, SIZES = 1025, LARGEST = SMALLEST + STEP * (SIZES - 1) };
// The maximum number of bytes kept for a thread.
enum { LIMIT = 2 << 20 };

struct block {
    struct block *next;
};

struct store {
    size_t kept;
    // A list of the blocks of each size, with the last freed block first.
    struct block *blocks[SIZES];
};

// NULL until the thread frees its first block, and after its end.
static _Thread_local struct store *store;
static pthread_key_t key;

static void close_store(void *closed) {
    struct store *it = closed;
    store = NULL;
    for (int steps = 0; steps < SIZES; steps++) {
        struct block *block;
        while ((block = it->blocks[steps])) {
            it->blocks[steps] = block->next;
            free(block);
        }
    }
    free(it);
}

static void open_store(void) {
    struct store *it = calloc(1, sizeof *it);
    if (it && pthread_setspecific(key, it) == 0) store = it; else free(it);
}

__attribute__((noinline)) static void free_now(void *memory) {
    free(memory);
    if (!store) open_store();
}

__attribute__((noinline)) static void keep(struct block *block) {
    struct store *it = store;
    // Allocators other than glibc's have other block sizes.
    size_t steps = (malloc_usable_size(block) - SMALLEST) / STEP;
    size_t size = SMALLEST + STEP * steps;
    if (steps >= SIZES || !it || it->kept + size > LIMIT) return free_now(block);
    block->next = it->blocks[steps];
    it->blocks[steps] = block;
    it->kept += size;
}

// Checks for NULL outside of `keep`, because most calls pass NULL.
static void give_back(void *memory) {
    if (memory) keep(memory);
}

static void *take(size_t size) {
    struct store *it = store;
    if (!it || size > LARGEST) return malloc(size);
    size_t steps = size <= SMALLEST ? 0 : (size - SMALLEST + STEP - 1) / STEP;
    struct block *block = it->blocks[steps];
    if (!block) return malloc(size);
    it->blocks[steps] = block->next;
    it->kept -= SMALLEST + STEP * steps;
    return block;
}

static void *take_cleared(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    if (bytes > LARGEST) return calloc(count, size);
    void *memory = take(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

static void *resize(void *memory, size_t size) {
    if (!memory) return take(size);
    size_t held = malloc_usable_size(memory);
    if (size <= held) return memory;
    if (size > LARGEST) return realloc(memory, size);
    void *larger = take(size);
    if (!larger) return NULL;
    memcpy(larger, memory, held);
    give_back(memory);
    return larger;
}

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    char *memory = take(size);
    return memory ? memcpy(memory, text, size) : NULL;
}

size_t cmemory_kept(void) { return store ? store->kept : 0; }

// MARK: - Installing

// AddressSanitizer must see every freed block.
#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
enum { KEEPS = 0 };
#else
enum { KEEPS = 1 };
#endif

static void *take_for_openssl(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return size ? take(size) : NULL;
}

static void give_back_of_openssl(void *memory, const char *file, int line) {
    (void)file, (void)line;
    give_back(memory);
}

static void *resize_for_openssl(void *memory, size_t size, const char *file, int line) {
    (void)file, (void)line;
    if (size) return resize(memory, size);
    give_back(memory);
    return NULL;
}

void cmemory_install(void) {
    if (!KEEPS || pthread_key_create(&key, close_store) != 0) return;
    CRYPTO_set_mem_functions(take_for_openssl, resize_for_openssl, give_back_of_openssl);
    // Initialises OpenSSL before libcurl does. Otherwise OpenSSL would free memory at exit that a thread ending at
    // the same moment frees, too.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
    curl_global_init_mem(CURL_GLOBAL_DEFAULT, take, give_back, resize, copy, take_cleared);
}
