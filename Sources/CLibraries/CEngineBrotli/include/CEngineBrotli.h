#pragma once

// Brotli (RFC 7932), streaming in both directions, behind opaque pointers and plain integers, so that Swift never
// sees brotli's headers. Only one thread may use a stream at a time.

#if !__has_include(<brotli/decode.h>)
#error "<brotli/decode.h> is missing: install libbrotli-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

typedef struct cbr_decoder cbr_decoder;
typedef struct cbr_encoder cbr_encoder;

enum {
    CBR_OK = 0,          // made progress; call again with the rest of the input, or more output space
    CBR_END = 1,         // the stream is complete, and remaining input is not part of it
    CBR_NEEDS_INPUT = 2, // nothing more can be produced until more input is given
    CBR_ERROR = 3,       // the data is invalid, or memory ran out: see cbr_message
};

// Returns NULL if memory ran out.
cbr_decoder *cbr_decoder_create(void);
// quality: 0 (fastest) to 11 (smallest).
cbr_encoder *cbr_encoder_create(int quality);

// Both functions read up to in_length bytes, write up to out_length bytes, store both counts, and return a status.
// After a call, the stream keeps no pointer to either buffer. When encoding, finish != 0 marks the last input: call
// until CBR_END.
int cbr_decode(cbr_decoder *decoder, const void *in, size_t in_length, void *out, size_t out_length,
               size_t *consumed, size_t *produced);
int cbr_encode(cbr_encoder *encoder, const void *in, size_t in_length, void *out, size_t out_length, int finish,
               size_t *consumed, size_t *produced);

// Returns brotli's message for the last error.
const char *cbr_message(const cbr_decoder *decoder);

// Accepts NULL.
void cbr_decoder_destroy(cbr_decoder *decoder);
void cbr_encoder_destroy(cbr_encoder *encoder);
