// The screen: an ncurses terminal that takes rows, and sends each frame in one write.

#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include "CInspectorNcurses.h"
#include "internal.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

enum { widest = 2000, tallest = 1000, most_pairs = 16384 };

static struct {
    SCREEN *curses;
    WINDOW *window;  // always as large as the terminal
    FILE *output_file;
    int input;
    int terminal;    // the tty, for our own writes
    int curses_fd;   // its copy for ncurses, redirected to `buffer` during a flush
    int buffer;      // collects a frame, or -1 if ncurses writes directly
    int is_modern;   // understands private modes beyond those of a VT
    int wants_mouse;
    int is_open;
    int is_suspended;
    int cursor_row;  // negative if hidden
    int cursor_column;
    int color_count;
    int pair_count;
} screen = {.buffer = -1};

// Not a member of `screen`, whose initial value would store the whole array in the executable.
static struct { int foreground, background; } pairs[most_pairs];

// MARK: - Opening

// ncurses needs a UTF-8 locale to measure wide characters. The caller decides which characters may be sent.
static void choose_locale(void) {
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) setlocale(LC_CTYPE, "en_US.UTF-8");
}

static int starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

// Appends a terminfo string without its padding ($<5>).
static void append_capability(char *text, size_t size, const char *name) {
    const char *value = tigetstr(name);
    if (value == NULL || value == (const char *)-1) return;
    size_t length = strlen(text);
    while (*value != 0 && length + 1 < size) {
        if (value[0] == '$' && value[1] == '<') {
            const char *end = strchr(value, '>');
            if (end != NULL) {
                value = end + 1;
                continue;
            }
        }
        text[length++] = *value++;
    }
    text[length] = 0;
}

// Returns -1 if the terminal accepts no output.
static int send_modes(int on) {
    if (!screen.is_modern) return 0;
    const char *modes = on ? (screen.wants_mouse ? "\033[?2004h\033[?1000;1006h" : "\033[?2004h")
                           : "\033[?2026l\033[?2004l\033[?1006l\033[?1000l";
    return cn_write_all(screen.terminal, modes, strlen(modes));
}

static void arm_rescue(const struct termios *cooked) {
    char restore[512] = "";
    if (screen.is_modern) strcpy(restore, "\033[?2026l\033[?2004l\033[?1006l\033[?1000l");
    const char *names[] = {"sgr0", "op", "rmkx", "cnorm", "rmcup"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) append_capability(restore, sizeof restore, names[i]);
    cn_rescue_arm(screen.terminal, cooked, restore);
}

static cn_open_result check_terminal(int input, int output) {
    if (!isatty(input) || !isatty(output)) return cn_open_not_a_terminal;
    const char *name = getenv("TERM");
    if (name == NULL || *name == 0) return cn_open_term_not_set;
    // On failure, initscr and newterm exit the process or give no reason, but setupterm returns one.
    int found = 0;
    if (setupterm(NULL, output, &found) != OK) return cn_open_term_unknown;
    const char *move = tigetstr("cup");
    if (move == NULL || move == (const char *)-1) return cn_open_term_no_cursor;
    screen.is_modern = !(starts_with(name, "vt") || starts_with(name, "linux") || starts_with(name, "cons"));
    return cn_open_ok;
}

// ncurses resets the palette whenever it enters its screen again. The user may have changed the colours, so this
// empties the string that resets them, in ncurses' own memory.
static void keep_palette(void) {
    char *reset = tigetstr("oc");
    if (reset != NULL && reset != (char *)-1) *reset = 0;
}

// Gives ncurses its own descriptor, so that a flush can redirect it without affecting standard output.
static int start_curses(int input, int output) {
    screen.curses_fd = fcntl(output, F_DUPFD_CLOEXEC, 3);
    if (screen.curses_fd < 0) return -1;
    screen.output_file = fdopen(screen.curses_fd, "w");
    FILE *input_file = input == STDIN_FILENO ? stdin : fdopen(input, "r");
    if (screen.output_file == NULL || input_file == NULL) return -1;
    screen.curses = newterm(NULL, screen.output_file, input_file);
    if (screen.curses == NULL || (screen.window = newwin(0, 0, 0, 0)) == NULL) return -1;
    raw();
    noecho();
    nonl();
    typeahead(-1);
    curs_set(0);
    keep_palette();
    screen.color_count = has_colors() && start_color() == OK ? tigetnum("colors") : 0;
    if (screen.color_count > 0) use_default_colors();
    return 0;
}

static int new_buffer(void) {
#ifdef __linux__
    return memfd_create("frame", MFD_CLOEXEC);
#else
    char path[] = "/tmp/inspector.XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor >= 0) unlink(path);
    return descriptor;
#endif
}

cn_open_result cn_open(int input, int output, int wants_mouse) {
    if (screen.is_open) return cn_open_failed;
    choose_locale();
    cn_open_result result = check_terminal(input, output);
    if (result != cn_open_ok) return result;
    struct termios cooked;
    if (tcgetattr(output, &cooked) != 0) return cn_open_not_a_terminal;
    screen.input = input;
    screen.terminal = output;
    screen.wants_mouse = wants_mouse;
    set_escdelay(25);
    arm_rescue(&cooked);
    if (start_curses(input, output) != 0) {
        cn_rescue_disarm();
        tcsetattr(output, TCSANOW, &cooked);
        return cn_open_failed;
    }
    screen.buffer = new_buffer();
    screen.pair_count = 1;
    screen.cursor_row = -1;
    screen.is_open = 1;
    screen.is_suspended = 0;
    cn_stderr_hold();
    send_modes(1);
    cn_resize();
    return cn_open_ok;
}

void cn_close(void) {
    if (!screen.is_open) return;
    cn_suspend();
    cn_rescue_disarm();
    screen.is_open = 0;
    delscreen(screen.curses);
    screen.window = NULL;
    fclose(screen.output_file);
    if (screen.buffer >= 0) close(screen.buffer);
    screen.buffer = -1;
}

void cn_suspend(void) {
    if (!screen.is_open || screen.is_suspended) return;
    screen.is_suspended = 1;
    if (send_modes(0) == 0) {
        def_prog_mode();
        endwin();
    } else {
        // The terminal accepts no output, and ncurses would wait for it.
        cn_rescue_modes();
    }
    cn_stderr_release();
}

void cn_resume(void) {
    if (!screen.is_open) return;
    // SIGSTOP stops the process without a warning. ncurses must enter its screen again in that case, too.
    if (!screen.is_suspended) endwin();
    reset_prog_mode();
    cn_stderr_hold();
    send_modes(1);
    screen.is_suspended = 0;
    cn_resize();
    cn_redraw();
}

int cn_color_count(void) { return screen.color_count; }
int cn_marks_pastes(void) { return screen.is_modern; }

void cn_use_mouse(int is_on) {
    screen.wants_mouse = is_on;
    if (!screen.is_open || screen.is_suspended || !screen.is_modern) return;
    const char *modes = is_on ? "\033[?1000;1006h" : "\033[?1006l\033[?1000l";
    cn_write_all(screen.terminal, modes, strlen(modes));
}

// MARK: - Size

int cn_columns(void) { return getmaxx(screen.window); }
int cn_rows(void) { return getmaxy(screen.window); }

int cn_resize(void) {
    struct winsize size;
    if (ioctl(screen.terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return 0;
    int height = size.ws_row < tallest ? size.ws_row : tallest;
    int width = size.ws_col < widest ? size.ws_col : widest;
    if (height == cn_rows() && width == cn_columns()) return 0;
    resizeterm(height, width);
    cn_redraw();
    return 1;
}

int cn_cell_size(int *width, int *height) {
    struct winsize size;
    if (ioctl(screen.terminal, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return 0;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
}

// MARK: - Drawing

// Terminals with direct colour expect RGB values instead of palette indices.
static int direct_color(int index) {
    if (index < 8 || screen.color_count <= 0x10000) return index;
    if (index < 16) {
        static const int bright[] = {0x808080, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF};
        return bright[index - 8];
    }
    if (index >= 232) return (8 + (index - 232) * 10) * 0x010101;
    static const int levels[] = {0, 95, 135, 175, 215, 255};
    int cube = index - 16;
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6];
}

void cn_forget_pairs(void) { screen.pair_count = 1; }

int cn_pair(int foreground, int background) {
    if (screen.color_count < 8 || (foreground < 0 && background < 0)) return 0;
    for (int pair = 1; pair < screen.pair_count; pair++) {
        if (pairs[pair].foreground == foreground && pairs[pair].background == background) return pair;
    }
    if (screen.pair_count >= most_pairs) return 0;
    int pair = screen.pair_count;
#ifdef NCURSES_EXT_COLORS
    int result = init_extended_pair(pair, direct_color(foreground), direct_color(background));
#else
    int result = init_pair((short)pair, (short)foreground, (short)background);
#endif
    if (result != OK) return 0;
    pairs[pair].foreground = foreground;
    pairs[pair].background = background;
    screen.pair_count++;
    return pair;
}

// ncurses sends zero-width codes in a combining slot unchanged. The caller filters them, too: this is a second check.
static int is_safe_mark(uint32_t mark) {
    if (mark < 0x300 || wcwidth((wchar_t)mark) != 0) return 0;
    static const uint32_t barred[][2] = {
        {0x034F, 0x034F}, {0x061C, 0x061C}, {0x115F, 0x11FF}, {0x17B4, 0x17B5}, {0x180B, 0x180F},
        {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0xD7B0, 0xD7FF}, {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0x110BD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
        {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    };
    for (size_t i = 0; i < sizeof barred / sizeof *barred; i++) {
        if (mark >= barred[i][0] && mark <= barred[i][1]) return 0;
    }
    return 1;
}

static attr_t curses_attributes(uint8_t attributes) {
    return (attributes & 1 ? A_BOLD : 0) | (attributes & 2 ? A_DIM : 0) | (attributes & 4 ? A_REVERSE : 0)
        | (attributes & 8 ? A_UNDERLINE : 0);
}

static void set_cell(cchar_t *target, const wchar_t *text, const cn_cell *cell) {
    int pair = cell->pair;
#ifdef NCURSES_EXT_COLORS
    setcchar(target, text, curses_attributes(cell->attributes), (short)pair, &pair);
#else
    setcchar(target, text, curses_attributes(cell->attributes), (short)pair, NULL);
#endif
}

void cn_put_row(int row, const cn_cell *cells, int count) {
    static cchar_t line[widest];
    if (!screen.is_open || row < 0 || row >= cn_rows()) return;
    int used = 0;
    for (int i = 0; i < count && used < widest - 1; i++) {
        const cn_cell *cell = &cells[i];
        if (cell->width == 0) continue;
        // ncurses uses the C library's widths. Where they differ from ours, this shows a replacement character.
        int is_agreed = wcwidth((wchar_t)cell->scalar) == cell->width;
        wchar_t text[4] = {is_agreed ? (wchar_t)cell->scalar : 0xFFFD, 0, 0, 0};
        int length = 1;
        if (is_agreed && is_safe_mark(cell->first_mark)) text[length++] = (wchar_t)cell->first_mark;
        if (is_agreed && is_safe_mark(cell->second_mark)) text[length++] = (wchar_t)cell->second_mark;
        set_cell(&line[used++], text, cell);
        if (!is_agreed && cell->width == 2) set_cell(&line[used++], L" ", cell);
    }
    mvwadd_wchnstr(screen.window, row, 0, line, used);
}

void cn_resend_rows(int first, int count) {
    if (screen.is_open && first >= 0 && count > 0 && first < cn_rows()) wredrawln(screen.window, first, count);
}

void cn_set_cursor(int row, int column) {
    screen.cursor_row = row;
    screen.cursor_column = column;
}

void cn_redraw(void) { clearok(screen.window, TRUE); }

// MARK: - Output

// Redirects ncurses' descriptor. Programs that we start still do not inherit it.
static int redirect(int target) {
#ifdef __linux__
    return dup3(target, screen.curses_fd, O_CLOEXEC);
#else
    int result = dup2(target, screen.curses_fd);
    if (result >= 0) fcntl(result, F_SETFD, FD_CLOEXEC);
    return result;
#endif
}

// curs_set writes immediately, so it is only called here, where the output is collected.
static void finish_frame(void) {
    int is_visible = screen.cursor_row >= 0;
    if (!is_visible) curs_set(0);
    wmove(screen.window, is_visible ? screen.cursor_row : 0, is_visible ? screen.cursor_column : 0);
    wnoutrefresh(screen.window);
    doupdate();
    if (is_visible) curs_set(1);
    fflush(screen.output_file);
}

// Sends the collected frame with the bytes before and after it, between marks that ask the terminal to show
// everything at once.
static long send_buffer(cn_bytes before, cn_bytes after) {
    static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
    long size = lseek(screen.buffer, 0, SEEK_END);
    if (size < 0 || (size == 0 && before.count == 0 && after.count == 0)) return 0;
    size_t margin = screen.is_modern ? sizeof begin - 1 : 0;
    size_t total = (size_t)size + before.count + after.count + 2 * margin;
    char *frame = malloc(total);
    if (frame == NULL) return -1;
    memcpy(frame, begin, margin);
    memcpy(frame + total - margin, end, margin);
    char *rows = frame + margin + before.count;
    if (before.count > 0) memcpy(frame + margin, before.bytes, before.count);
    if (after.count > 0) memcpy(rows + size, after.bytes, after.count);
    long taken = pread(screen.buffer, rows, (size_t)size, 0);
    int result = taken == size ? cn_write_all(screen.terminal, frame, total) : -1;
    free(frame);
    return result == 0 ? (long)total : -1;
}

// Debian's ncurses makes one write per cursor movement. Redirected to a memory file, a frame becomes one write.
// This halves the cost and avoids torn frames.
long cn_flush(cn_bytes before, cn_bytes after) {
    if (!screen.is_open || screen.is_suspended) return 0;
    if (screen.buffer < 0 || redirect(screen.buffer) < 0) {
        cn_write_all(screen.terminal, before.bytes, before.count);
        finish_frame();
        cn_write_all(screen.terminal, after.bytes, after.count);
        return 0;
    }
    int is_empty = ftruncate(screen.buffer, 0) == 0 && lseek(screen.buffer, 0, SEEK_SET) == 0;
    finish_frame();
    if (redirect(screen.terminal) < 0) return -1;
    return is_empty ? send_buffer(before, after) : -1;
}

int cn_write(const void *bytes, size_t count) {
    return cn_write_all(screen.terminal, bytes, count);
}
