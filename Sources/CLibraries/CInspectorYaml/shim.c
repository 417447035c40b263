#include "CInspectorYaml.h"

#include <stdlib.h>
#include <yaml.h>

struct cyaml_parser {
    yaml_parser_t parser;
    yaml_event_t event;
    int has_event;
};

cyaml_parser *cyaml_create(const uint8_t *bytes, size_t length) {
    cyaml_parser *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    if (!yaml_parser_initialize(&made->parser)) {
        free(made);
        return NULL;
    }
    yaml_parser_set_input_string(&made->parser, bytes != NULL ? bytes : (const uint8_t *)"", length);
    return made;
}

static void forget_event(cyaml_parser *parser) {
    if (parser->has_event) yaml_event_delete(&parser->event);
    parser->has_event = 0;
}

static cyaml_event failure(const yaml_parser_t *parser) {
    cyaml_event event = {.kind = cyaml_event_error};
    event.problem = parser->problem != NULL ? parser->problem : "out of memory";
    // Errors of the byte reader have no line of their own, so this uses the last position read.
    const yaml_mark_t mark = parser->error == YAML_READER_ERROR ? parser->mark : parser->problem_mark;
    event.line = mark.line;
    event.column = mark.column;
    return event;
}

static void describe(const yaml_event_t *from, cyaml_event *event) {
    switch (from->type) {
    case YAML_DOCUMENT_START_EVENT: event->kind = cyaml_event_document; return;
    case YAML_SCALAR_EVENT:
        event->kind = cyaml_event_scalar;
        event->is_plain = from->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
        event->text = from->data.scalar.value;
        event->length = from->data.scalar.length;
        event->anchor = (const char *)from->data.scalar.anchor;
        event->tag = (const char *)from->data.scalar.tag;
        return;
    case YAML_ALIAS_EVENT:
        event->kind = cyaml_event_alias;
        event->anchor = (const char *)from->data.alias.anchor;
        return;
    case YAML_SEQUENCE_START_EVENT:
        event->kind = cyaml_event_sequence_start;
        event->anchor = (const char *)from->data.sequence_start.anchor;
        return;
    case YAML_MAPPING_START_EVENT:
        event->kind = cyaml_event_mapping_start;
        event->anchor = (const char *)from->data.mapping_start.anchor;
        return;
    case YAML_SEQUENCE_END_EVENT: event->kind = cyaml_event_sequence_end; return;
    case YAML_MAPPING_END_EVENT: event->kind = cyaml_event_mapping_end; return;
    case YAML_STREAM_END_EVENT:
    case YAML_NO_EVENT: event->kind = cyaml_event_end; return;
    default: event->kind = cyaml_event_other; return;
    }
}

cyaml_event cyaml_next(cyaml_parser *parser) {
    forget_event(parser);
    if (!yaml_parser_parse(&parser->parser, &parser->event)) return failure(&parser->parser);
    parser->has_event = 1;
    cyaml_event event = {0};
    event.line = parser->event.start_mark.line;
    event.column = parser->event.start_mark.column;
    describe(&parser->event, &event);
    return event;
}

void cyaml_destroy(cyaml_parser *parser) {
    if (parser == NULL) return;
    forget_event(parser);
    yaml_parser_delete(&parser->parser);
    free(parser);
}
