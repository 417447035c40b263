#pragma once

// The public suffix list that is built into libpsl, without access to files or the network. Names are in lower
// case, and internationalised names in punycode. Both functions may be called from any thread.

#if !__has_include(<libpsl.h>)
#error "<libpsl.h> is missing: install libpsl-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>

// Returns whether anyone may register names below this one, as below "com" or "co.uk".
int cpsl_is_public_suffix(const char *name);

// Returns the offset at which the registrable domain begins: the public suffix with one more label. Returns -1 if
// there is none.
ptrdiff_t cpsl_registrable_offset(const char *name);
