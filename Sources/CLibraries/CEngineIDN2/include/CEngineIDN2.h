#pragma once

// Internationalized names of hosts (RFC 5891), converted by libidn2. The function may be called from any thread and depends on no locale.

#if !__has_include(<idn2.h>)
#error "<idn2.h> is missing: install libidn2-dev (Debian, Ubuntu)"
#endif

// Bytes of the longest name with its final zero.
#define CIDN2_NAME_SIZE 256

// Writes the name in ASCII that is looked up for a name in UTF-8. Returns 0 if the name has no such form.
int cidn2_lookup(const char *name, char result[CIDN2_NAME_SIZE]);
