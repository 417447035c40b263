// libcurl takes and frees some forty blocks of memory for a request, one of them of 16 KiB; OpenSSL some 2,400 for a connection. Of
// each size glibc has seven at hand for a thread, none for `calloc`, and none as large; what is not at hand is looked for under a lock. Here
// each thread has more.
#include "CEngineMemory.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A block of glibc holds 24 bytes, 40, 56 and so on; the largest that is kept holds libcurl's buffer.
enum { SMALLEST = 24, STEP = 16, SIZES = 1025, LARGEST = SMALLEST + STEP * (SIZES - 1) };
// The bytes that a thread keeps at most.
enum { LIMIT = 2 << 20 };

struct block {
    struct block *next;
};

struct store {
    size_t kept;
    // The blocks of each size; what came last goes first.
    struct block *blocks[SIZES];
};

// NULL before the thread frees its first block, and behind its end.
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
    // Other allocators have other sizes.
    size_t steps = (malloc_usable_size(block) - SMALLEST) / STEP;
    size_t size = SMALLEST + STEP * steps;
    if (steps >= SIZES || !it || it->kept + size > LIMIT) return free_now(block);
    block->next = it->blocks[steps];
    it->blocks[steps] = block;
    it->kept += size;
}

// By itself, for most of what is freed is NULL.
void cmemory_give_back(void *memory) {
    if (memory) keep(memory);
}

void *cmemory_take(size_t size) {
    struct store *it = store;
    if (!it || size > LARGEST) return malloc(size);
    size_t steps = size <= SMALLEST ? 0 : (size - SMALLEST + STEP - 1) / STEP;
    struct block *block = it->blocks[steps];
    if (!block) return malloc(size);
    it->blocks[steps] = block->next;
    it->kept -= SMALLEST + STEP * steps;
    return block;
}

void *cmemory_take_cleared(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    if (bytes > LARGEST) return calloc(count, size);
    void *memory = cmemory_take(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *cmemory_resize(void *memory, size_t size) {
    if (!memory) return cmemory_take(size);
    size_t held = malloc_usable_size(memory);
    if (size <= held) return memory;
    if (size > LARGEST) return realloc(memory, size);
    void *larger = cmemory_take(size);
    if (!larger) return NULL;
    memcpy(larger, memory, held);
    cmemory_give_back(memory);
    return larger;
}

char *cmemory_copy(const char *text) {
    size_t size = strlen(text) + 1;
    char *memory = cmemory_take(size);
    return memory ? memcpy(memory, text, size) : NULL;
}

size_t cmemory_kept(void) { return store ? store->kept : 0; }

// MARK: - Beginning

// AddressSanitizer has to see what is freed.
#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
enum { KEEPS = 0 };
#else
enum { KEEPS = 1 };
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool keeps;

static void begin(void) { keeps = KEEPS && pthread_key_create(&key, close_store) == 0; }

bool cmemory_begin(void) {
    pthread_once(&once, begin);
    return keeps;
}
