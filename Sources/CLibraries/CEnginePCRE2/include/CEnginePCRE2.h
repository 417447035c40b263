// Compiled regular expressions whose matching always ends. Strings are UTF-8. Lengths and offsets are in bytes.
#pragma once

#if !__has_include(<pcre2.h>)
#error "<pcre2.h> is missing: install libpcre2-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

typedef struct cpcre2_code cpcre2_code;

// Stores the version and date of the library, null-terminated.
void cpcre2_version(char version[64]);

enum {
    cpcre2_option_caseless = 1,
    cpcre2_option_dotall = 2,
    cpcre2_option_multiline = 4,
};

typedef enum {
    cpcre2_result_match,
    cpcre2_result_no_match,
    // The match took too many steps or too much memory.
    cpcre2_result_limit,
} cpcre2_result;

typedef struct {
    size_t offset;
    char message[256];
} cpcre2_compile_error;

typedef struct {
    const uint8_t *bytes;
    // The bytes must be valid UTF-8, because they are not checked again.
    size_t length;
    // The start of the search. Lookbehind and anchors take the bytes before it into account.
    size_t start;
    // Indicates whether the match must span the whole subject.
    int whole;
    // The maximum number of steps: items tried plus bytes moved over.
    uint64_t step_limit;
    // The number of steps taken, which the match sets.
    uint64_t steps;
} cpcre2_subject;

// Returns NULL and fills in the error if the pattern is invalid.
cpcre2_code *cpcre2_compile(
    const uint8_t *pattern, size_t length, uint32_t options, cpcre2_compile_error *error);

void cpcre2_free(cpcre2_code *code);

// Returns the number of groups in the pattern.
uint32_t cpcre2_group_count(const cpcre2_code *code);

// Only reads the code, so any number of threads may use it at the same time. Stores the start and end of the match
// as a pair, followed by pairs for the first groups. Both are SIZE_MAX for a group that did not participate.
cpcre2_result cpcre2_match(
    const cpcre2_code *code, cpcre2_subject *subject, size_t *offsets, uint32_t pairs);
