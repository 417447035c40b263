#include "CInspectorLazyCurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

// Two fifths of a start would be spent on loading libcurl and the thirty libraries behind it. So the functions that the engine
// calls stand here, before those of libcurl, and the first call loads it: on the engine's thread, while others read files;
// never, where nothing is sent.

#define FUNCTIONS(FUNCTION)                                                                                           \
    FUNCTION(CURLcode, global_init, (long flags), (flags))                                                            \
    FUNCTION(char *, version, (void), ())                                                                             \
    FUNCTION(curl_version_info_data *, version_info, (CURLversion age), (age))                                        \
    FUNCTION(void, free, (void *memory), (memory))                                                                    \
    FUNCTION(CURL *, easy_init, (void), ())                                                                           \
    FUNCTION(void, easy_cleanup, (CURL * easy), (easy))                                                               \
    FUNCTION(void, easy_reset, (CURL * easy), (easy))                                                                 \
    FUNCTION(CURLcode, easy_pause, (CURL * easy, int directions), (easy, directions))                                 \
    FUNCTION(const char *, easy_strerror, (CURLcode code), (code))                                                    \
    FUNCTION(CURLM *, multi_init, (void), ())                                                                         \
    FUNCTION(CURLMcode, multi_cleanup, (CURLM * multi), (multi))                                                      \
    FUNCTION(CURLMcode, multi_add_handle, (CURLM * multi, CURL * easy), (multi, easy))                                \
    FUNCTION(CURLMcode, multi_remove_handle, (CURLM * multi, CURL * easy), (multi, easy))                             \
    FUNCTION(CURLMcode, multi_socket_action, (CURLM * multi, curl_socket_t socket, int events, int *running),         \
             (multi, socket, events, running))                                                                        \
    FUNCTION(CURLMsg *, multi_info_read, (CURLM * multi, int *left), (multi, left))                                   \
    FUNCTION(CURLSH *, share_init, (void), ())                                                                        \
    FUNCTION(CURLSHcode, share_cleanup, (CURLSH * share), (share))                                                    \
    FUNCTION(struct curl_slist *, slist_append, (struct curl_slist * list, const char *text), (list, text))           \
    FUNCTION(void, slist_free_all, (struct curl_slist * list), (list))                                                \
    FUNCTION(CURLU *, url, (void), ())                                                                                \
    FUNCTION(void, url_cleanup, (CURLU * url), (url))                                                                 \
    FUNCTION(CURLUcode, url_get, (CURLU * url, CURLUPart part, char **text, unsigned flags),                     \
             (url, part, text, flags))                                                                                \
    FUNCTION(CURLUcode, url_set, (CURLU * url, CURLUPart part, const char *text, unsigned flags),                     \
             (url, part, text, flags))                                                                                \
    FUNCTION(const char *, url_strerror, (CURLUcode code), (code))

// One further argument, which is a pointer, a long or a curl_off_t: all are handed over alike.
#define OPTIONS(OPTION)                                                                                               \
    OPTION(CURLcode, easy_setopt, CURL *, CURLoption)                                                                 \
    OPTION(CURLcode, easy_getinfo, CURL *, CURLINFO)                                                                  \
    OPTION(CURLMcode, multi_setopt, CURLM *, CURLMoption)                                                             \
    OPTION(CURLSHcode, share_setopt, CURLSH *, CURLSHoption)

_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "options differ in size");

#define MEMBER(result, name, ...) __typeof__(curl_##name) *name;
static struct { FUNCTIONS(MEMBER) OPTIONS(MEMBER) } functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_bool is_loaded;

// Ends as the system's loader does where a library of a program is not there.
static void *found(void *pointer) {
    if (pointer) return pointer;
    dprintf(STDERR_FILENO, "inspector: libcurl cannot be loaded: %s\n", dlerror());
    _exit(127);
}

static void load(void) {
    // For all to see: what stands before functions of nghttp2 looks for them behind itself.
    void *libcurl = found(dlopen("libcurl.so.4", RTLD_LAZY | RTLD_GLOBAL));
#define LOOK_UP(result, name, ...) functions.name = (__typeof__(functions.name))found(dlsym(libcurl, "curl_" #name));
    FUNCTIONS(LOOK_UP)
    OPTIONS(LOOK_UP)
    atomic_store_explicit(&is_loaded, 1, memory_order_release);
}

static inline void make_sure(void) {
    if (!atomic_load_explicit(&is_loaded, memory_order_acquire)) pthread_once(&once, load);
}

// Named by the assembler: what the headers declare differs from one libcurl to the next, by a `const` here and there.
#define DEFINE_FUNCTION(result, name, parameters, arguments) \
    result lazy_##name parameters __asm__("curl_" #name);    \
    result lazy_##name parameters {                          \
        make_sure();                                         \
        return functions.name arguments;                     \
    }
FUNCTIONS(DEFINE_FUNCTION)

#define DEFINE_OPTION(result, name, handle, option)                            \
    result lazy_##name(handle object, option which, ...) __asm__("curl_" #name); \
    result lazy_##name(handle object, option which, ...) {                     \
        make_sure();                                                           \
        va_list arguments;                                                     \
        va_start(arguments, which);                                            \
        void *argument = va_arg(arguments, void *);                            \
        va_end(arguments);                                                     \
        return functions.name(object, which, argument);                        \
    }
OPTIONS(DEFINE_OPTION)
