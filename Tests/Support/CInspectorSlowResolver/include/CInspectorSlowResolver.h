#pragma once

// Stands before the C library's getaddrinfo in the test program: names that end in ".slow.test" do not resolve until
// they are released, and those that end in ".late.test" are 127.0.0.1 then. Those that end in ".hundred.test" have a
// hundred addresses of this machine, of which 127.0.0.1 is the last; all others go through.

// How many callers are held at the moment.
int slow_resolver_held(void);

// Waits until at least `count` callers are held; returns 0, or -1 after `milliseconds`.
int slow_resolver_wait(int count, int milliseconds);

// Lets the held callers go, with "name not known" or an address, and waits until they have gone.
void slow_resolver_release(void);
