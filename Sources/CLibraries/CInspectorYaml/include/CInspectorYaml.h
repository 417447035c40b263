#pragma once

// The events of a YAML stream, behind an opaque pointer and plain integers, so that Swift never sees libyaml's
// headers. The parser does not recurse, so no input can exhaust the stack. The caller must limit the depth of
// nesting.

#if !__has_include(<yaml.h>)
#error "<yaml.h> is missing: install libyaml-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

typedef struct cyaml_parser cyaml_parser;

typedef enum {
    cyaml_event_error,
    cyaml_event_other, // the start of the stream or the end of a document, which can be ignored
    cyaml_event_document,
    cyaml_event_scalar,
    cyaml_event_alias,
    cyaml_event_sequence_start,
    cyaml_event_sequence_end,
    cyaml_event_mapping_start,
    cyaml_event_mapping_end,
    cyaml_event_end, // the end of the stream, after which `cyaml_next` must not be called
} cyaml_event_kind;

typedef struct {
    cyaml_event_kind kind;
    // For scalars: indicates that the text has no quotation marks and is no block.
    int is_plain;
    // For scalars: the text in UTF-8, without a terminator.
    const uint8_t *text;
    size_t length;
    // Null-terminated, or NULL. For aliases, `anchor` is the anchor they refer to.
    const char *anchor;
    const char *tag;
    // For errors: libyaml's message.
    const char *problem;
    // Both count from 0, columns in characters.
    size_t line;
    size_t column;
} cyaml_event;

// Creates a parser that reads the bytes in place, so they must stay valid until it is destroyed. Returns NULL if
// memory ran out.
cyaml_parser *cyaml_create(const uint8_t *bytes, size_t length);

// Returns the next event. The event and its pointers are valid until the next call.
cyaml_event cyaml_next(cyaml_parser *parser);

// Accepts NULL.
void cyaml_destroy(cyaml_parser *parser);
