// Compiled regular expressions that always come to an end. Strings are UTF-8; lengths and offsets are bytes.
#pragma once

#if !__has_include(<pcre2.h>)
#error "<pcre2.h> is missing: install libpcre2-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

typedef struct cpcre2_code cpcre2_code;

// Writes the library's version and its date, terminated.
void cpcre2_version(char version[64]);

enum {
    cpcre2_option_caseless = 1,
    cpcre2_option_dotall = 2,
    cpcre2_option_multiline = 4,
};

typedef enum {
    cpcre2_result_match,
    cpcre2_result_no_match,
    // Too many steps, or too much memory.
    cpcre2_result_limit,
} cpcre2_result;

typedef struct {
    size_t offset;
    char message[256];
} cpcre2_compile_error;

typedef struct {
    const uint8_t *bytes;
    // Must be valid UTF-8: it is not checked again.
    size_t length;
    // Where the search begins; what lies before it is seen by lookbehind and anchors.
    size_t start;
    // The match has to span the subject from end to end.
    int whole;
    // Upper bound for items tried plus bytes moved over.
    uint64_t step_limit;
    // How many of them were taken; set by the match.
    uint64_t steps;
} cpcre2_subject;

// NULL if the pattern is wrong; the error is then filled in.
cpcre2_code *cpcre2_compile(
    const uint8_t *pattern, size_t length, uint32_t options, cpcre2_compile_error *error);

void cpcre2_free(cpcre2_code *code);

// How many groups the pattern has.
uint32_t cpcre2_group_count(const cpcre2_code *code);

// Reads the code only: any number of threads may match with the same one. Start and end of the match, then of the first
// groups, are written as pairs; both are SIZE_MAX for a group that took no part.
cpcre2_result cpcre2_match(
    const cpcre2_code *code, cpcre2_subject *subject, size_t *offsets, uint32_t pairs);
