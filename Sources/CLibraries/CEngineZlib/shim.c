#include "CEngineZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct cz_stream {
    z_stream z;
    int deflates;
    const char *message;
};

static cz_stream *create(int deflates, int window_bits, int level) {
    cz_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->deflates = deflates;
    int result = deflates
        ? deflateInit2(&stream->z, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY)
        : inflateInit2(&stream->z, window_bits);
    if (result == Z_OK) return stream;
    free(stream);
    return NULL;
}

cz_stream *cz_inflate_create(int window_bits) { return create(0, window_bits, 0); }

cz_stream *cz_deflate_create(int window_bits, int level) { return create(1, window_bits, level); }

// zlib counts in unsigned int, but callers count in size_t. Bytes that exceed zlib's range wait for the next call.
static uInt clamp(size_t length) { return length > UINT_MAX ? UINT_MAX : (uInt)length; }

static const char *describe(const cz_stream *stream, int result) {
    if (stream->z.msg) return stream->z.msg;
    return result == Z_NEED_DICT ? "needs a preset dictionary" : zError(result);
}

static int run(cz_stream *stream, const void *in, size_t in_length, void *out, size_t out_length,
               int flush, size_t *consumed, size_t *produced) {
    // zlib refuses a null pointer even if it would not use it.
    unsigned char nothing = 0;
    z_stream *z = &stream->z;
    uInt in_given = clamp(in ? in_length : 0), out_given = clamp(out ? out_length : 0);
    z->next_in = in_given ? (Bytef *)in : &nothing;
    z->avail_in = in_given;
    z->next_out = out_given ? out : &nothing;
    z->avail_out = out_given;

    int result = stream->deflates ? deflate(z, flush) : inflate(z, flush);

    *consumed = in_given - z->avail_in;
    *produced = out_given - z->avail_out;
    int wants_input = z->avail_in == 0 && z->avail_out > 0 && flush != Z_FINISH;
    z->next_in = NULL;
    z->next_out = NULL;
    stream->message = NULL;
    switch (result) {
    case Z_STREAM_END: return CZ_END;
    case Z_OK:
    case Z_BUF_ERROR: return wants_input ? CZ_NEEDS_INPUT : CZ_OK;
    default:
        stream->message = describe(stream, result);
        return CZ_ERROR;
    }
}

int cz_inflate(cz_stream *stream, const void *in, size_t in_length, void *out, size_t out_length,
               size_t *consumed, size_t *produced) {
    return run(stream, in, in_length, out, out_length, Z_NO_FLUSH, consumed, produced);
}

int cz_deflate(cz_stream *stream, const void *in, size_t in_length, void *out, size_t out_length,
               int finish, size_t *consumed, size_t *produced) {
    // Input that exceeds zlib's range in one call is not the last input.
    int flush = finish && in_length <= UINT_MAX ? Z_FINISH : Z_NO_FLUSH;
    return run(stream, in, in_length, out, out_length, flush, consumed, produced);
}

int cz_reset(cz_stream *stream) {
    stream->message = NULL;
    int result = stream->deflates ? deflateReset(&stream->z) : inflateReset(&stream->z);
    if (result == Z_OK) return CZ_OK;
    stream->message = describe(stream, result);
    return CZ_ERROR;
}

int cz_go_on(cz_stream *stream) {
    stream->message = NULL;
    int result = inflateResetKeep(&stream->z);
    if (result == Z_OK) return CZ_OK;
    stream->message = describe(stream, result);
    return CZ_ERROR;
}

const char *cz_message(const cz_stream *stream) { return stream->message; }

void cz_destroy(cz_stream *stream) {
    if (!stream) return;
    if (stream->deflates) deflateEnd(&stream->z);
    else inflateEnd(&stream->z);
    free(stream);
}
