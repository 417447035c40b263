#pragma once

// SQLite behind opaque pointers and plain integers: Swift never sees its headers. Every function may be called on one thread
// at a time for each database; what a column returns is valid until the statement is stepped, reset or destroyed.

#if !__has_include(<sqlite3.h>)
#error "<sqlite3.h> is missing: install libsqlite3-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

typedef struct csql_database csql_database;
typedef struct csql_statement csql_statement;

// What the code of a failure means for a program that keeps a log.
typedef enum {
    csql_ok,
    csql_full,     // no room, or a file may not grow
    csql_locked,   // another program writes for too long
    csql_readonly, // it may not be written
    csql_corrupt,  // it is damaged, or no database
    csql_other,
} csql_kind;

csql_kind csql_kind_of(int code);

// The path begins with a slash, or with "file:" where it is a URI. NULL when memory ran out; the code is 0 when it is open. It has to be closed either way.
csql_database *csql_open(const char *path, int is_readonly, int *code);

void csql_close(csql_database *database);

// Both 0 when all went well, or SQLite's code.
int csql_execute(csql_database *database, const char *sql);

// Copies the log into the database and cuts it to nothing; nobody may write meanwhile.
int csql_checkpoint(csql_database *database);

// In SQLite's words; valid until the next call.
const char *csql_message(csql_database *database);

int64_t csql_last_row(csql_database *database);

// NULL when the statement is wrong; the code says why.
csql_statement *csql_prepare(csql_database *database, const char *sql, int *code);

void csql_destroy(csql_statement *statement);

// Begins anew, with nothing bound.
void csql_reset(csql_statement *statement);

// 1 for a row, 0 at the end, and the negative of SQLite's code for a failure.
int csql_step(csql_statement *statement);

// Parameters from 1. Bytes are not copied: they have to stay until the statement is reset.
int csql_bind_integer(csql_statement *statement, int index, int64_t value);
int csql_bind_text(csql_statement *statement, int index, const uint8_t *text, size_t length);
int csql_bind_bytes(csql_statement *statement, int index, const uint8_t *bytes, size_t length);

// Columns from 0.
int csql_is_null(csql_statement *statement, int column);
int64_t csql_integer(csql_statement *statement, int column);
const uint8_t *csql_bytes(csql_statement *statement, int column, size_t *length);

const char *csql_version(void);
