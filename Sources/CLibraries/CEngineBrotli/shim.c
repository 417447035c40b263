#include "CEngineBrotli.h"

#include <brotli/decode.h>
#include <brotli/encode.h>

// The opaque types are brotli's own under another name.
static BrotliDecoderState *decoder_of(const cbr_decoder *decoder) { return (BrotliDecoderState *)decoder; }
static BrotliEncoderState *encoder_of(const cbr_encoder *encoder) { return (BrotliEncoderState *)encoder; }

cbr_decoder *cbr_decoder_create(void) { return (cbr_decoder *)BrotliDecoderCreateInstance(NULL, NULL, NULL); }

cbr_encoder *cbr_encoder_create(int quality) {
    BrotliEncoderState *state = BrotliEncoderCreateInstance(NULL, NULL, NULL);
    if (state) BrotliEncoderSetParameter(state, BROTLI_PARAM_QUALITY, (uint32_t)quality);
    return (cbr_encoder *)state;
}

int cbr_decode(cbr_decoder *decoder, const void *in, size_t in_length, void *out, size_t out_length,
               size_t *consumed, size_t *produced) {
    const uint8_t *next_in = in;
    uint8_t *next_out = out;
    size_t in_left = in_length, out_left = out_length;
    BrotliDecoderResult result =
        BrotliDecoderDecompressStream(decoder_of(decoder), &in_left, &next_in, &out_left, &next_out, NULL);
    *consumed = in_length - in_left;
    *produced = out_length - out_left;
    switch (result) {
    case BROTLI_DECODER_RESULT_SUCCESS: return CBR_END;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return CBR_NEEDS_INPUT;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return CBR_OK;
    default: return CBR_ERROR;
    }
}

int cbr_encode(cbr_encoder *encoder, const void *in, size_t in_length, void *out, size_t out_length, int finish,
               size_t *consumed, size_t *produced) {
    BrotliEncoderState *state = encoder_of(encoder);
    const uint8_t *next_in = in;
    uint8_t *next_out = out;
    size_t in_left = in_length, out_left = out_length;
    BrotliEncoderOperation operation = finish ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_PROCESS;
    BROTLI_BOOL worked = BrotliEncoderCompressStream(
        state, operation, &in_left, &next_in, &out_left, &next_out, NULL);
    *consumed = in_length - in_left;
    *produced = out_length - out_left;
    if (!worked) return CBR_ERROR;
    if (BrotliEncoderIsFinished(state)) return CBR_END;
    return !finish && in_left == 0 && !BrotliEncoderHasMoreOutput(state) ? CBR_NEEDS_INPUT : CBR_OK;
}

const char *cbr_message(const cbr_decoder *decoder) {
    return BrotliDecoderErrorString(BrotliDecoderGetErrorCode(decoder_of(decoder)));
}

void cbr_decoder_destroy(cbr_decoder *decoder) {
    if (decoder) BrotliDecoderDestroyInstance(decoder_of(decoder));
}

void cbr_encoder_destroy(cbr_encoder *encoder) {
    if (encoder) BrotliEncoderDestroyInstance(encoder_of(encoder));
}
