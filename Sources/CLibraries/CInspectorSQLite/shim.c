#include "CInspectorSQLite.h"

#include <pthread.h>
#include <sqlite3.h>

static sqlite3 *base(csql_database *database) { return (sqlite3 *)database; }

static sqlite3_stmt *of(csql_statement *statement) { return (sqlite3_stmt *)statement; }

csql_kind csql_kind_of(int code) {
    switch (code & 0xFF) {
    case SQLITE_OK: return csql_ok;
    case SQLITE_FULL: return csql_full;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return csql_locked;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN: return csql_readonly;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return csql_corrupt;
    case SQLITE_IOERR:
        // If a file may not grow, SQLite reports a failed write. It only reports "full" for a full disk.
        return code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_SHMSIZE ? csql_full : csql_other;
    default: return csql_other;
    }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

// Disables counting the memory that SQLite uses: nothing reads the count, and it takes a lock for every block.
static void configure(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

csql_database *csql_open(const char *path, int is_readonly, int *code) {
    pthread_once(&once, configure);
    sqlite3 *database = NULL;
    const int access = is_readonly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    // Does not create the files: they already exist, with the intended permissions.
    *code = sqlite3_open_v2(path, &database, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL);
    if (database == NULL) return NULL;
    sqlite3_extended_result_codes(database, 1);
    if (*code != SQLITE_OK) {
        *code = sqlite3_extended_errcode(database);
        return (csql_database *)database;
    }
    sqlite3_busy_timeout(database, 5000);
    // The writer decides when the log is copied into the database. In old versions of SQLite, two copies at once
    // can damage the file.
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_wal_autocheckpoint(database, 0);
    // The schema in the file must not call unsafe functions, and SQL must not be able to damage the file.
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return (csql_database *)database;
}

void csql_close(csql_database *database) { sqlite3_close_v2(base(database)); }

int csql_execute(csql_database *database, const char *sql) {
    return sqlite3_exec(base(database), sql, NULL, NULL, NULL);
}

int csql_checkpoint(csql_database *database) {
    return sqlite3_wal_checkpoint_v2(base(database), NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

const char *csql_message(csql_database *database) { return sqlite3_errmsg(base(database)); }

int64_t csql_last_row(csql_database *database) { return sqlite3_last_insert_rowid(base(database)); }

csql_statement *csql_prepare(csql_database *database, const char *sql, int *code) {
    sqlite3_stmt *statement = NULL;
    *code = sqlite3_prepare_v3(base(database), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    return (csql_statement *)statement;
}

void csql_destroy(csql_statement *statement) { sqlite3_finalize(of(statement)); }

void csql_reset(csql_statement *statement) {
    sqlite3_reset(of(statement));
    sqlite3_clear_bindings(of(statement));
}

int csql_step(csql_statement *statement) {
    const int code = sqlite3_step(of(statement));
    if (code == SQLITE_ROW) return 1;
    return code == SQLITE_DONE ? 0 : -code;
}

int csql_bind_integer(csql_statement *statement, int index, int64_t value) {
    return sqlite3_bind_int64(of(statement), index, value);
}

int csql_bind_text(csql_statement *statement, int index, const uint8_t *text, size_t length) {
    // SQLite would bind NULL for a null pointer.
    const char *start = length == 0 ? "" : (const char *)text;
    return sqlite3_bind_text64(of(statement), index, start, length, SQLITE_STATIC, SQLITE_UTF8);
}

int csql_bind_bytes(csql_statement *statement, int index, const uint8_t *bytes, size_t length) {
    if (length == 0) return sqlite3_bind_zeroblob(of(statement), index, 0);
    return sqlite3_bind_blob64(of(statement), index, bytes, length, SQLITE_STATIC);
}

int csql_is_null(csql_statement *statement, int column) {
    return sqlite3_column_type(of(statement), column) == SQLITE_NULL;
}

int64_t csql_integer(csql_statement *statement, int column) {
    return sqlite3_column_int64(of(statement), column);
}

const uint8_t *csql_bytes(csql_statement *statement, int column, size_t *length) {
    const uint8_t *bytes = sqlite3_column_blob(of(statement), column);
    *length = (size_t)sqlite3_column_bytes(of(statement), column);
    return bytes;
}

const char *csql_version(void) { return sqlite3_libversion(); }
