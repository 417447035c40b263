#pragma once

// Zstandard (RFC 8878), streaming in both directions, behind opaque pointers and plain integers, so that Swift
// never sees zstd.h. Only one thread may use a stream at a time.

#if !__has_include(<zstd.h>)
#error "<zstd.h> is missing: install libzstd-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

typedef struct czstd_decoder czstd_decoder;
typedef struct czstd_encoder czstd_encoder;

enum {
    CZSTD_OK = 0,          // made progress; call again with the rest of the input, or more output space
    CZSTD_END = 1,         // a frame is complete with a correct checksum, and further input begins the next frame
    CZSTD_NEEDS_INPUT = 2, // nothing more can be produced until more input is given
    CZSTD_ERROR = 3,       // the data is invalid, or memory ran out: see czstd_message
};

// Returns NULL if memory ran out. The decoder refuses windows larger than 8 MiB, as RFC 9659 requires for HTTP.
czstd_decoder *czstd_decoder_create(void);
// level: 1 (fastest) to 19 (smallest). The frame gets a checksum.
czstd_encoder *czstd_encoder_create(int level);

// Both functions read up to in_length bytes, write up to out_length bytes, store both counts, and return a status.
// After a call, the stream keeps no pointer to either buffer. When encoding, finish != 0 marks the last input: call
// until CZSTD_END.
int czstd_decode(czstd_decoder *decoder, const void *in, size_t in_length, void *out, size_t out_length,
                 size_t *consumed, size_t *produced);
int czstd_encode(czstd_encoder *encoder, const void *in, size_t in_length, void *out, size_t out_length, int finish,
                 size_t *consumed, size_t *produced);

// Returns zstd's message for the last error, or NULL.
const char *czstd_message(const czstd_decoder *decoder);

// Accepts NULL.
void czstd_decoder_destroy(czstd_decoder *decoder);
void czstd_encoder_destroy(czstd_encoder *encoder);
