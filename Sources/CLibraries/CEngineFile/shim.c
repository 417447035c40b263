#define _GNU_SOURCE
#include "CEngineFile.h"

#include <errno.h>
#include <fcntl.h>

void cengine_begin_writeback(int descriptor, off_t offset, off_t length) {
    // If the file system does not support this, the system writes everything later.
    sync_file_range(descriptor, offset, length, SYNC_FILE_RANGE_WRITE);
}

const char *cengine_program_name(void) { return program_invocation_short_name; }
