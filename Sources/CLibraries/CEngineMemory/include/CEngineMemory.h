#pragma once

// Memory for libcurl and OpenSSL, of which each thread keeps what is freed there for the next time.
//
// The blocks are those of the C library: any thread may free them, in either way.

#include <stdbool.h>
#include <stddef.h>

// Gets it ready, once; false where nothing is to be kept.
bool cmemory_begin(void);

// As malloc, calloc, realloc, strdup and free.
void *cmemory_take(size_t size);
void *cmemory_take_cleared(size_t count, size_t size);
void *cmemory_resize(void *memory, size_t size);
char *cmemory_copy(const char *text);
void cmemory_give_back(void *memory);

// The bytes that this thread keeps.
size_t cmemory_kept(void);
