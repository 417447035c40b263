#pragma once

// zlib, streaming in both directions, behind an opaque pointer and plain integers: Swift never sees
// zlib.h, its macros or its z_stream. A stream belongs to one thread at a time.

#if !__has_include(<zlib.h>)
#error "<zlib.h> is missing: install zlib1g-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

typedef struct cz_stream cz_stream;

// Which wrapper surrounds the deflate data; the values are zlib's windowBits.
enum {
    CZ_RAW = -15,   // bare deflate, RFC 1951
    CZ_ZLIB = 15,   // RFC 1950, what HTTP calls "deflate"
    CZ_GZIP = 31,   // RFC 1952
    CZ_DETECT = 47, // inflate only: gzip or zlib, by the first bytes
};

enum {
    CZ_OK = 0,          // made progress; call again with the rest of the input, or more output space
    CZ_END = 1,         // the stream is complete and its checksum held; input left over is not part of it
    CZ_NEEDS_INPUT = 2, // nothing more can be produced until more input is given
    CZ_ERROR = 3,       // the data is broken, or memory ran out; see cz_message
};

// NULL when memory ran out.
cz_stream *cz_inflate_create(int window_bits);
// level: 0 (store) to 9 (smallest), -1 for zlib's default.
cz_stream *cz_deflate_create(int window_bits, int level);

// Each reads at most in_length bytes, writes at most out_length bytes, says how many of each, and
// returns one of the statuses above. Between two calls the stream keeps no pointer to either buffer.
// Deflating, finish != 0 says that this input is the last: call until CZ_END.
int cz_inflate(cz_stream *stream, const void *in, size_t in_length, void *out, size_t out_length,
               size_t *consumed, size_t *produced);
int cz_deflate(cz_stream *stream, const void *in, size_t in_length, void *out, size_t out_length,
               int finish, size_t *consumed, size_t *produced);

// Makes the stream ready for a new one of the same kind, e.g. the next gzip member. 0, or CZ_ERROR.
int cz_reset(cz_stream *stream);
// Inflating, makes the stream ready for data behind the end of the last, which may refer back to that. 0, or CZ_ERROR.
int cz_go_on(cz_stream *stream);
// What went wrong last, in zlib's words; NULL when nothing did. Valid until the next call.
const char *cz_message(const cz_stream *stream);
// NULL is allowed.
void cz_destroy(cz_stream *stream);
