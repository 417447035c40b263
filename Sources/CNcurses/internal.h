#pragma once

// Shared between screen.c, rescue.c and signals.c; not visible to Swift.

#include <stddef.h>
#include <termios.h>

// Writes all bytes, and waits if the descriptor would block. Returns -1 if it is closed, or if it accepts no output
// while the program is to end.
int cn_write_all(int descriptor, const void *bytes, size_t count);

// Returns a descriptor that becomes readable when a signal that ends the program arrives, or -1 if signals are not
// watched.
int cn_ending_descriptor(void);

// Remembers how to restore the terminal, and restores it if the process crashes.
void cn_rescue_arm(int terminal, const struct termios *cooked, const char *restore);
void cn_rescue_disarm(void);
// Restores the modes of the terminal without sending it anything.
void cn_rescue_modes(void);

// Collects what is written to standard error, so that it does not appear on the screen. `cn_stderr_release` prints
// it.
void cn_stderr_hold(void);
void cn_stderr_release(void);
