#pragma once

// What the program needs of ncurses, of the tty and of signals, in plain integers.
//
// <curses.h> stays out of this header: its globals (stdscr, COLORS) and macros do not fit Swift's concurrency rules.
// All functions belong to the main thread. There is one screen per process, as there is one controlling terminal.

#if !__has_include(<curses.h>)
#error "<curses.h> is missing: install libncurses-dev (Debian, Ubuntu)"
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Says why a screen could not be opened.
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

// Bytes that are sent as they are.
typedef struct {
    const void *bytes;
    size_t count;
} cn_bytes;

// MARK: screen.c

// Takes over the terminal: alternate screen, raw mode, bracketed paste, and the mouse when wanted.
cn_open_result cn_open(int input, int output, int wants_mouse);
// Gives the terminal back. Does nothing when it is not open.
void cn_close(void);
// Gives the terminal back for a while; cn_resume takes it again and sends the whole screen at the next flush.
void cn_suspend(void);
void cn_resume(void);
// Tells what cn_open found out.
int cn_color_count(void);
// Tells whether the terminal marks pastes, so that the input need not guess them.
int cn_marks_pastes(void);

// Has the terminal report clicks, or keep them for its own selection.
void cn_use_mouse(int is_on);

// Asks the kernel for the size and takes it over; returns 1 when it changed.
int cn_resize(void);
int cn_columns(void);
int cn_rows(void);
// Tells the size of a cell in pixels; returns 0 where the system does not know it.
int cn_cell_size(int *width, int *height);

// Returns the number of a colour pair, -1 being the terminal's default colour; 0 when no pair is left.
int cn_pair(int foreground, int background);
// Gives all pairs back; everything has to be drawn again.
void cn_forget_pairs(void);
// Replaces a row from its first column on.
void cn_put_row(int row, const cn_cell *cells, int count);
// Places the text cursor; a negative row hides it.
void cn_set_cursor(int row, int column);
// Has the next flush send everything, whatever the terminal is believed to show.
void cn_redraw(void);
// Has the next flush send rows whole, whatever the terminal is believed to show there.
void cn_resend_rows(int first, int count);
// Sends what changed in one write, with bytes before and behind it; returns its size in bytes, or -1 when the terminal
// is gone.
long cn_flush(cn_bytes before, cn_bytes after);
// Sends bytes to the terminal as they are; returns -1 when it is gone.
int cn_write(const void *bytes, size_t count);

// MARK: signals.c

// Installs handlers for WINCH, CONT, TSTP, INT, QUIT, TERM and HUP and returns a descriptor from which each signal's
// number is read as one byte. Call it before cn_open: ncurses keeps its hands off signals that have a handler.
int cn_signals_open(void);
void cn_signals_close(void);
// Stops the process group as ^Z does in a shell. Returns 1 when it was continued, and 0 when it was not stopped: the
// kernel ignores the signal where nobody could continue the group.
int cn_stop(void);
// Tells whether this process may use the terminal now.
int cn_is_foreground(void);
// Runs a program on the terminal and waits: its exit status, 128 + the signal that ended it, or -errno.
int cn_spawn_wait(char *const argv[]);

#ifdef __cplusplus
}
#endif
