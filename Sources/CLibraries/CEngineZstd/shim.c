#include "CEngineZstd.h"

#include <stdlib.h>
#include <zstd.h>

struct czstd_decoder {
    ZSTD_DCtx *context;
    const char *message;
};

struct czstd_encoder {
    ZSTD_CCtx *context;
};

czstd_decoder *czstd_decoder_create(void) {
    czstd_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->context = ZSTD_createDCtx();
    if (decoder->context) {
        ZSTD_DCtx_setParameter(decoder->context, ZSTD_d_windowLogMax, 23);
        return decoder;
    }
    free(decoder);
    return NULL;
}

czstd_encoder *czstd_encoder_create(int level) {
    czstd_encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->context = ZSTD_createCCtx();
    if (encoder->context) {
        ZSTD_CCtx_setParameter(encoder->context, ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(encoder->context, ZSTD_c_checksumFlag, 1);
        return encoder;
    }
    free(encoder);
    return NULL;
}

int czstd_decode(czstd_decoder *decoder, const void *in, size_t in_length, void *out, size_t out_length,
                 size_t *consumed, size_t *produced) {
    ZSTD_inBuffer input = {in, in_length, 0};
    ZSTD_outBuffer output = {out, out_length, 0};
    size_t result = ZSTD_decompressStream(decoder->context, &output, &input);
    *consumed = input.pos;
    *produced = output.pos;
    if (ZSTD_isError(result)) {
        decoder->message = ZSTD_getErrorName(result);
        return CZSTD_ERROR;
    }
    if (result == 0) return CZSTD_END;
    return input.pos == input.size && output.pos < output.size ? CZSTD_NEEDS_INPUT : CZSTD_OK;
}

int czstd_encode(czstd_encoder *encoder, const void *in, size_t in_length, void *out, size_t out_length, int finish,
                 size_t *consumed, size_t *produced) {
    ZSTD_inBuffer input = {in, in_length, 0};
    ZSTD_outBuffer output = {out, out_length, 0};
    size_t left = ZSTD_compressStream2(encoder->context, &output, &input, finish ? ZSTD_e_end : ZSTD_e_continue);
    *consumed = input.pos;
    *produced = output.pos;
    if (ZSTD_isError(left)) return CZSTD_ERROR;
    if (finish && left == 0) return CZSTD_END;
    return !finish && input.pos == input.size && output.pos < output.size ? CZSTD_NEEDS_INPUT : CZSTD_OK;
}

const char *czstd_message(const czstd_decoder *decoder) { return decoder->message; }

void czstd_decoder_destroy(czstd_decoder *decoder) {
    if (!decoder) return;
    ZSTD_freeDCtx(decoder->context);
    free(decoder);
}

void czstd_encoder_destroy(czstd_encoder *encoder) {
    if (!encoder) return;
    ZSTD_freeCCtx(encoder->context);
    free(encoder);
}
