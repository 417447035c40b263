#include "CEnginePsl.h"

#include <libpsl.h>

int cpsl_is_public_suffix(const char *name) {
    const psl_ctx_t *list = psl_builtin();
    return list != NULL && psl_is_public_suffix(list, name);
}

ptrdiff_t cpsl_registrable_offset(const char *name) {
    const psl_ctx_t *list = psl_builtin();
    const char *found = list == NULL ? NULL : psl_registrable_domain(list, name);
    return found == NULL ? -1 : found - name;
}
