#pragma once

// The public suffix list that libpsl was built with; no file and no network is touched. Names are in lower case, IDN in
// punycode. Both functions may be called from any thread.

#if !__has_include(<libpsl.h>)
#error "<libpsl.h> is missing: install libpsl-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

// Whether everybody may register names below this one, as below "com" or "co.uk".
int cpsl_is_public_suffix(const char *name);

// Where in the name its public suffix with one more label begins; -1 when there is none.
ptrdiff_t cpsl_registrable_offset(const char *name);
