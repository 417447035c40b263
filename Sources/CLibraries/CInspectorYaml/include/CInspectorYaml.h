#pragma once

// The events of a YAML stream, behind an opaque pointer and plain integers: Swift never sees libyaml's headers. The
// parser keeps no stack of calls, so no input can exhaust it; how deep values may nest is for the caller to say.

#if !__has_include(<yaml.h>)
#error "<yaml.h> is missing: install libyaml-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

typedef struct cyaml_parser cyaml_parser;

typedef enum {
    cyaml_event_error,
    cyaml_event_other, // the start of the stream, the end of a document: nothing to do
    cyaml_event_document,
    cyaml_event_scalar,
    cyaml_event_alias,
    cyaml_event_sequence_start,
    cyaml_event_sequence_end,
    cyaml_event_mapping_start,
    cyaml_event_mapping_end,
    cyaml_event_end, // of the stream; call no more
} cyaml_event_kind;

typedef struct {
    cyaml_event_kind kind;
    // Scalars: written without quotation marks and not as a block.
    int is_plain;
    // Scalars: the text, UTF-8, not terminated.
    const uint8_t *text;
    size_t length;
    // Terminated, or NULL. Aliases: the name of the anchor.
    const char *anchor;
    const char *tag;
    // Errors: what is wrong, in libyaml's words.
    const char *problem;
    // From 0; columns in characters.
    size_t line;
    size_t column;
} cyaml_event;

// Reads the bytes in place: they must stay where they are until the parser is destroyed. NULL when memory ran out.
cyaml_parser *cyaml_create(const uint8_t *bytes, size_t length);

// What it returns, pointers included, is valid until the next call.
cyaml_event cyaml_next(cyaml_parser *parser);

// NULL is allowed.
void cyaml_destroy(cyaml_parser *parser);
