#define _GNU_SOURCE
#include "CInspectorMalloc.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int give_back_code_of(struct dl_phdr_info *module, size_t size, void *unused) {
    (void)size;
    (void)unused;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < module->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || (part->p_flags & (PF_X | PF_W)) != PF_X) continue;
        uintptr_t start = (module->dlpi_addr + part->p_vaddr) & ~(page - 1);
        uintptr_t end = module->dlpi_addr + part->p_vaddr + part->p_memsz;
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void cinspector_give_back_code(void) {
    dl_iterate_phdr(give_back_code_of, NULL);
}
