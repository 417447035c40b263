#pragma once

// Internationalised host names (RFC 5891), converted by libidn2. The function may be called from any thread, and
// does not depend on the locale.

#if !__has_include(<idn2.h>)
#error "<idn2.h> is missing: install libidn2-dev (Debian, Ubuntu)"
#endif

// The size of the longest name, including its final zero.
#define CIDN2_NAME_SIZE 256

// Converts a name in UTF-8 to the name in ASCII that is looked up. Returns 0 if the name has no such form.
int cidn2_lookup(const char *name, char result[CIDN2_NAME_SIZE]);
