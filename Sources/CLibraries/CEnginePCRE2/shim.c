#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>
#include <string.h>

#include "CEnginePCRE2.h"

// PCRE2's own match limit restarts at every start position, and does not count the characters that a repeated item
// consumes. So `a*b` on a long line of a's takes quadratic time within the limit. The limit here applies to the
// whole search instead. Every pattern is compiled with a callout before each item. It charges one step for the
// item, and one for each byte moved since the last callout.
typedef struct {
    uint64_t left;
    size_t position;
} step_budget;

static const uint32_t heap_limit_kib = 64 * 1024;
static const size_t longest_pattern = 64 * 1024;

static int charge(pcre2_callout_block *block, void *data) {
    step_budget *budget = data;
    size_t here = block->current_position;
    size_t moved = here > budget->position ? here - budget->position : budget->position - here;
    uint64_t cost = 1 + (uint64_t)moved;
    budget->position = here;
    bool is_over = cost > budget->left;
    budget->left = is_over ? 0 : budget->left - cost;
    return is_over ? PCRE2_ERROR_MATCHLIMIT : 0;
}

static uint32_t compile_options(uint32_t options) {
    uint32_t flags = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;
    if (options & cpcre2_option_caseless) flags |= PCRE2_CASELESS;
    if (options & cpcre2_option_dotall) flags |= PCRE2_DOTALL;
    if (options & cpcre2_option_multiline) flags |= PCRE2_MULTILINE;
    return flags;
}

cpcre2_code *cpcre2_compile(
    const uint8_t *pattern, size_t length, uint32_t options, cpcre2_compile_error *error) {
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (context != NULL) pcre2_set_max_pattern_length(context, longest_pattern);
    int code = 0;
    const uint8_t *text = pattern != NULL ? pattern : (const uint8_t *)"";
    pcre2_code *compiled =
        pcre2_compile(text, length, compile_options(options), &code, &error->offset, context);
    pcre2_compile_context_free(context);
    if (compiled == NULL) {
        pcre2_get_error_message(code, (PCRE2_UCHAR *)error->message, sizeof error->message);
    }
    return (cpcre2_code *)compiled;
}

uint32_t cpcre2_group_count(const cpcre2_code *code) {
    uint32_t count = 0;
    pcre2_pattern_info((const pcre2_code *)code, PCRE2_INFO_CAPTURECOUNT, &count);
    return count;
}

void cpcre2_free(cpcre2_code *code) {
    pcre2_code_free((pcre2_code *)code);
}

static int match(
    const pcre2_code *code, cpcre2_subject *subject, pcre2_match_data *data,
    pcre2_match_context *context) {
    if (data == NULL || context == NULL) return PCRE2_ERROR_NOMEMORY;
    step_budget budget = {.left = subject->step_limit, .position = subject->start};
    pcre2_set_callout(context, charge, &budget);
    pcre2_set_heap_limit(context, heap_limit_kib);
    uint32_t options = PCRE2_NO_UTF_CHECK;
    if (subject->whole) options |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
    const uint8_t *bytes = subject->bytes != NULL ? subject->bytes : (const uint8_t *)"";
    int status = pcre2_match(code, bytes, subject->length, subject->start, options, data, context);
    subject->steps = subject->step_limit - budget.left;
    return status;
}

cpcre2_result cpcre2_match(
    const cpcre2_code *code, cpcre2_subject *subject, size_t *offsets, uint32_t pairs) {
    pcre2_match_data *data = pcre2_match_data_create(pairs, NULL);
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    int status = match((const pcre2_code *)code, subject, data, context);
    if (status >= 0) {
        memcpy(offsets, pcre2_get_ovector_pointer(data), 2 * pairs * sizeof *offsets);
    }
    pcre2_match_data_free(data);
    pcre2_match_context_free(context);
    if (status >= 0) return cpcre2_result_match;
    return status == PCRE2_ERROR_NOMATCH ? cpcre2_result_no_match : cpcre2_result_limit;
}

void cpcre2_version(char version[64]) {
    version[0] = '\0';
    if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) <= 64) pcre2_config(PCRE2_CONFIG_VERSION, version);
}
