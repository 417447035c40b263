#pragma once

// Replaces the C library's getaddrinfo in the test program. Names that end in ".slow.test" or ".late.test" are held
// until they are released: then the former do not resolve, and the latter resolve to 127.0.0.1. Names that end in
// ".hundred.test" have a hundred addresses of this machine, and 127.0.0.1 is the last of them. All other names are
// passed on to the C library.

// Returns the number of callers held at the moment.
int slow_resolver_held(void);

// Waits until at least `count` callers are held. Returns 0, or -1 after `milliseconds`.
int slow_resolver_wait(int count, int milliseconds);

// Releases the held callers, with "name not known" or an address. Waits until all of them have returned.
void slow_resolver_release(void);
