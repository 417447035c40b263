#pragma once

// Zstandard (RFC 8878), streaming in both directions, behind opaque pointers and plain integers: Swift never sees
// zstd.h. A stream belongs to one thread at a time.

#if !__has_include(<zstd.h>)
#error "<zstd.h> is missing: install libzstd-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

typedef struct czstd_decoder czstd_decoder;
typedef struct czstd_encoder czstd_encoder;

enum {
    CZSTD_OK = 0,          // made progress; call again with the rest of the input, or more output space
    CZSTD_END = 1,         // a frame is complete and its checksum held; further input begins the next frame
    CZSTD_NEEDS_INPUT = 2, // nothing more can be produced until more input is given
    CZSTD_ERROR = 3,       // the data is broken, or memory ran out; see czstd_message
};

// NULL when memory ran out. The decoder refuses windows larger than 8 MiB, as RFC 9659 asks of HTTP.
czstd_decoder *czstd_decoder_create(void);
// level: 1 (fastest) to 19 (smallest); the frame gets a checksum.
czstd_encoder *czstd_encoder_create(int level);

// Each reads at most in_length bytes, writes at most out_length bytes, says how many of each, and returns one of the
// statuses above. Between two calls the stream keeps no pointer to either buffer.
// Encoding, finish != 0 says that this input is the last: call until CZSTD_END.
int czstd_decode(czstd_decoder *decoder, const void *in, size_t in_length, void *out, size_t out_length,
                 size_t *consumed, size_t *produced);
int czstd_encode(czstd_encoder *encoder, const void *in, size_t in_length, void *out, size_t out_length, int finish,
                 size_t *consumed, size_t *produced);

// What went wrong last, in zstd's words; NULL when nothing did.
const char *czstd_message(const czstd_decoder *decoder);

// NULL is allowed.
void czstd_decoder_destroy(czstd_decoder *decoder);
void czstd_encoder_destroy(czstd_encoder *encoder);
