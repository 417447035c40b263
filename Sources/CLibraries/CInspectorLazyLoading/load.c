#include "CInspectorLazyLoading.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "CEngineOpenSSL.h"

// Half of a start would be spent on loading libraries of which most commands call nothing, or which another thread can load
// meanwhile: libcurl with thirty libraries behind it, and all others but the C library. The loader of the system takes care of threads.

// As functions.S writes them down.
struct library {
    const char *file;
    _Atomic(void *) handle;
};
struct function {
    _Atomic(void *) target;
    const char *name;
    struct library *library;
};

// Ends as the system's loader does where a library of a program is not there.
static void *found(void *pointer, struct library *library) {
    if (pointer) return pointer;
    dprintf(STDERR_FILENO, "inspector: %s cannot be loaded: %s\n", library->file, dlerror());
    _exit(127);
}

void *lazy_loading_find(struct function *function) {
    struct library *library = function->library;
    void *handle = atomic_load_explicit(&library->handle, memory_order_acquire);
    if (!handle) {
        // For all to see: what stands before functions of nghttp2 looks for them behind itself.
        handle = found(dlopen(library->file, RTLD_LAZY | RTLD_GLOBAL), library);
        // It may have brought OpenSSL along.
        cossl_begin(handle);
        atomic_store_explicit(&library->handle, handle, memory_order_release);
    }
    void *target = found(dlsym(handle, function->name), library);
    atomic_store_explicit(&function->target, target, memory_order_release);
    return target;
}
