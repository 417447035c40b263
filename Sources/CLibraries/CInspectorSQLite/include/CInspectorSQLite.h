#pragma once

// SQLite behind opaque pointers and plain integers, so that Swift never sees its headers. For each database, only
// one thread may call a function at a time. What a column returns is valid until the statement is stepped, reset or
// destroyed.

#if !__has_include(<sqlite3.h>)
#error "<sqlite3.h> is missing: install libsqlite3-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

typedef struct csql_database csql_database;
typedef struct csql_statement csql_statement;

// What an error code means for a program that keeps a log.
typedef enum {
    csql_ok,
    csql_full,     // the disk is full, or a file may not grow
    csql_locked,   // another program was writing for too long
    csql_readonly, // the file may not be written
    csql_corrupt,  // the file is damaged, or no database
    csql_other,
} csql_kind;

csql_kind csql_kind_of(int code);

// Opens a database whose path begins with a slash, or with "file:" for a URI. Returns NULL if memory ran out.
// `code` is 0 on success. The database must be closed even after a failure.
csql_database *csql_open(const char *path, int is_readonly, int *code);

void csql_close(csql_database *database);

// This function and the next return 0 on success, or SQLite's error code.
int csql_execute(csql_database *database, const char *sql);

// Copies the log into the database and truncates the log. Nothing may write at the same time.
int csql_checkpoint(csql_database *database);

// Returns SQLite's error message, which is valid until the next call.
const char *csql_message(csql_database *database);

int64_t csql_last_row(csql_database *database);

// Returns NULL if the statement is invalid. `code` gives the reason.
csql_statement *csql_prepare(csql_database *database, const char *sql, int *code);

void csql_destroy(csql_statement *statement);

// Resets the statement, and removes all bound values.
void csql_reset(csql_statement *statement);

// Returns 1 for a row, 0 at the end, and the negative of SQLite's error code for a failure.
int csql_step(csql_statement *statement);

// Parameters count from 1. Bytes are not copied, so they must stay valid until the statement is reset.
int csql_bind_integer(csql_statement *statement, int index, int64_t value);
int csql_bind_text(csql_statement *statement, int index, const uint8_t *text, size_t length);
int csql_bind_bytes(csql_statement *statement, int index, const uint8_t *bytes, size_t length);

// Columns count from 0.
int csql_is_null(csql_statement *statement, int column);
int64_t csql_integer(csql_statement *statement, int column);
const uint8_t *csql_bytes(csql_statement *statement, int column, size_t *length);

const char *csql_version(void);
