#pragma once

// zlib, streaming in both directions, behind an opaque pointer and plain integers, so that Swift never sees zlib.h,
// its macros or its z_stream. Only one thread may use a stream at a time.

#if !__has_include(<zlib.h>)
#error "<zlib.h> is missing: install zlib1g-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

typedef struct cz_stream cz_stream;

// The wrapper around the deflate data. The values are zlib's windowBits.
enum {
    CZ_RAW = -15,   // bare deflate, RFC 1951
    CZ_ZLIB = 15,   // RFC 1950, what HTTP calls "deflate"
    CZ_GZIP = 31,   // RFC 1952
    CZ_DETECT = 47, // gzip or zlib, detected from the first bytes (only for inflating)
};

enum {
    CZ_OK = 0,          // made progress; call again with the rest of the input, or more output space
    CZ_END = 1,         // the stream is complete with a correct checksum, and remaining input is not part of it
    CZ_NEEDS_INPUT = 2, // nothing more can be produced until more input is given
    CZ_ERROR = 3,       // the data is invalid, or memory ran out: see cz_message
};

// Returns NULL if memory ran out.
cz_stream *cz_inflate_create(int window_bits);
// level: 0 (store) to 9 (smallest), -1 for zlib's default.
cz_stream *cz_deflate_create(int window_bits, int level);

// Both functions read up to in_length bytes, write up to out_length bytes, store both counts, and return a status.
// After a call, the stream keeps no pointer to either buffer. When deflating, finish != 0 marks the last input:
// call until CZ_END.
int cz_inflate(cz_stream *stream, const void *in, size_t in_length, void *out, size_t out_length,
               size_t *consumed, size_t *produced);
int cz_deflate(cz_stream *stream, const void *in, size_t in_length, void *out, size_t out_length,
               int finish, size_t *consumed, size_t *produced);

// Resets the stream for another one of the same kind, such as the next gzip member. Returns 0 or CZ_ERROR.
int cz_reset(cz_stream *stream);
// Prepares an inflating stream for data after the end of the last one, which may refer back to it. Returns 0 or
// CZ_ERROR.
int cz_go_on(cz_stream *stream);
// Returns zlib's message for the last error, or NULL. The text is valid until the next call.
const char *cz_message(const cz_stream *stream);
// Accepts NULL.
void cz_destroy(cz_stream *stream);
