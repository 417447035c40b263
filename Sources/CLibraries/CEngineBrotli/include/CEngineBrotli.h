#pragma once

// Brotli (RFC 7932), streaming in both directions, behind opaque pointers and plain integers: Swift never sees
// brotli's headers. A stream belongs to one thread at a time.

#if !__has_include(<brotli/decode.h>)
#error "<brotli/decode.h> is missing: install libbrotli-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

typedef struct cbr_decoder cbr_decoder;
typedef struct cbr_encoder cbr_encoder;

enum {
    CBR_OK = 0,          // made progress; call again with the rest of the input, or more output space
    CBR_END = 1,         // the stream is complete; input left over is not part of it
    CBR_NEEDS_INPUT = 2, // nothing more can be produced until more input is given
    CBR_ERROR = 3,       // the data is broken, or memory ran out; see cbr_message
};

// NULL when memory ran out.
cbr_decoder *cbr_decoder_create(void);
// quality: 0 (fastest) to 11 (smallest).
cbr_encoder *cbr_encoder_create(int quality);

// Each reads at most in_length bytes, writes at most out_length bytes, says how many of each, and returns one of the
// statuses above. Between two calls the stream keeps no pointer to either buffer.
// Encoding, finish != 0 says that this input is the last: call until CBR_END.
int cbr_decode(cbr_decoder *decoder, const void *in, size_t in_length, void *out, size_t out_length,
               size_t *consumed, size_t *produced);
int cbr_encode(cbr_encoder *encoder, const void *in, size_t in_length, void *out, size_t out_length, int finish,
               size_t *consumed, size_t *produced);

// What went wrong last, in brotli's words.
const char *cbr_message(const cbr_decoder *decoder);

// NULL is allowed.
void cbr_decoder_destroy(cbr_decoder *decoder);
void cbr_encoder_destroy(cbr_encoder *encoder);
