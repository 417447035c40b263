#pragma once

// Shared between screen.c, rescue.c and signals.c; not visible to Swift.

#include <stddef.h>
#include <termios.h>

// Writes everything, waiting where the descriptor would block; returns -1 when it is gone, or takes nothing while the
// program is to end.
int cn_write_all(int descriptor, const void *bytes, size_t count);

// Turns readable when a signal has come that ends the program; -1 while none is watched for.
int cn_ending_descriptor(void);

// Remembers how to give the terminal back and does so when the process crashes.
void cn_rescue_arm(int terminal, const struct termios *cooked, const char *restore);
void cn_rescue_disarm(void);
// Sets the modes that the terminal had before, and says nothing.
void cn_rescue_modes(void);

// Keeps what is written to standard error off the screen; letting go prints it.
void cn_stderr_hold(void);
void cn_stderr_release(void);
