#pragma once

// What the program needs from ncurses, the tty and signals, in plain integers.
//
// This header does not include <curses.h>, whose globals (stdscr, COLORS) and macros do not fit Swift's concurrency
// rules. All functions belong to the main thread. There is one screen per process, because there is one controlling
// terminal.

#if !__has_include(<curses.h>)
#error "<curses.h> is missing: install libncurses-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The result of `cn_open`.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    cn_open_ok = 0,
    cn_open_not_a_terminal = 1,
    cn_open_term_not_set = 2,
    cn_open_term_unknown = 3,
    cn_open_term_no_cursor = 4,
    cn_open_failed = 5,
} cn_open_result;

// One cell of a row. `width` is 1, 2, or 0 for the right half of the wide cell before it.
typedef struct {
    uint32_t scalar;
    uint32_t first_mark;   // 0 for none
    uint32_t second_mark;  // 0 for none
    int16_t pair;          // from cn_pair
    uint8_t attributes;    // 1 bold, 2 dim, 4 reverse, 8 underline
    uint8_t width;
} cn_cell;

// Bytes to send unchanged.
typedef struct {
    const void *bytes;
    size_t count;
} cn_bytes;

// MARK: screen.c

// Takes over the terminal: alternate screen, raw mode, bracketed paste, and the mouse if wanted.
cn_open_result cn_open(int input, int output, int wants_mouse);
// Restores the terminal. Does nothing if it is not open.
void cn_close(void);
// Restores the terminal until cn_resume, which takes it over again and sends the whole screen with the next flush.
void cn_suspend(void);
void cn_resume(void);
// Returns the number of colours that cn_open found.
int cn_color_count(void);
// Returns whether the terminal marks pastes. Otherwise, the input must guess them.
int cn_marks_pastes(void);

// Makes the terminal report clicks, or use them for its own selection.
void cn_use_mouse(int is_on);

// Adopts the size that the kernel reports. Returns 1 if it changed.
int cn_resize(void);
int cn_columns(void);
int cn_rows(void);
// Stores the size of a cell in pixels. Returns 0 if the system does not know it.
int cn_cell_size(int *width, int *height);

// Returns the number of a colour pair, or 0 if none is left. -1 is the terminal's default colour.
int cn_pair(int foreground, int background);
// Frees all pairs. Everything must be drawn again.
void cn_forget_pairs(void);
// Replaces the cells of a row, beginning with the first column.
void cn_put_row(int row, const cn_cell *cells, int count);
// Places the text cursor. A negative row hides it.
void cn_set_cursor(int row, int column);
// Makes the next flush send everything, whatever the terminal is believed to show.
void cn_redraw(void);
// Makes the next flush send whole rows, whatever the terminal is believed to show there.
void cn_resend_rows(int first, int count);
// Sends the changes in one write, with bytes before and after them. Returns its size in bytes, or -1 if the
// terminal is gone.
long cn_flush(cn_bytes before, cn_bytes after);
// Sends bytes to the terminal unchanged. Returns -1 if it is gone.
int cn_write(const void *bytes, size_t count);

// MARK: signals.c

// Installs handlers for WINCH, CONT, TSTP, INT, QUIT, TERM and HUP, and returns a descriptor from which the number
// of each signal is read as one byte. Must be called before cn_open, because ncurses does not replace existing
// handlers.
int cn_signals_open(void);
void cn_signals_close(void);
// Stops the process group, as ^Z does in a shell. Returns 1 after the group was continued, and 0 if it was not
// stopped: the kernel ignores the signal if nothing could continue the group.
int cn_stop(void);
// Returns whether this process may use the terminal now.
int cn_is_foreground(void);
// Runs a program on the terminal and waits for it. Returns its exit status, 128 + the signal that ended it, or
// -errno.
int cn_spawn_wait(char *const argv[]);

#ifdef __cplusplus
}
#endif
