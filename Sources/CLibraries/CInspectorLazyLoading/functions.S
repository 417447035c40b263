// A function of the program for each in libraries.h. It jumps to where its entry says: at first to code that has the entry say where
// the library's function is. All arguments stay where they are, however many there are.

.macro library library, file
    .section .rodata
file_of_\library:
    .asciz "\file"
    .data
    .balign 8
\library:
    .quad file_of_\library, 0
.endm

.macro function library, name
    .section .rodata
name_of_\name:
    .asciz "\name"
    .data
    .balign 8
entry_of_\name:
    .quad find_\name, name_of_\name, \library
    .text
    .globl \name
    .type \name, %function
\name:
    jump_to_target entry_of_\name
find_\name:
    find_target entry_of_\name
.endm

#if defined(__x86_64__)

.macro jump_to_target entry
    jmp *\entry(%rip)
.endm

.macro find_target entry
    lea \entry(%rip), %r11
    jmp find_and_go_on
.endm

    .text
find_and_go_on:
    push %rbp
    mov %rsp, %rbp
    push %rax
    push %rdi
    push %rsi
    push %rdx
    push %rcx
    push %r8
    push %r9
    sub $136, %rsp
    movups %xmm0, (%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    movups %xmm4, 64(%rsp)
    movups %xmm5, 80(%rsp)
    movups %xmm6, 96(%rsp)
    movups %xmm7, 112(%rsp)
    mov %r11, %rdi
    call lazy_loading_find
    mov %rax, %r11
    movups (%rsp), %xmm0
    movups 16(%rsp), %xmm1
    movups 32(%rsp), %xmm2
    movups 48(%rsp), %xmm3
    movups 64(%rsp), %xmm4
    movups 80(%rsp), %xmm5
    movups 96(%rsp), %xmm6
    movups 112(%rsp), %xmm7
    add $136, %rsp
    pop %r9
    pop %r8
    pop %rcx
    pop %rdx
    pop %rsi
    pop %rdi
    pop %rax
    pop %rbp
    jmp *%r11

#elif defined(__aarch64__)

.macro jump_to_target entry
    adrp x16, \entry
    ldr x16, [x16, :lo12:\entry]
    br x16
.endm

.macro find_target entry
    adrp x16, \entry
    add x16, x16, :lo12:\entry
    b find_and_go_on
.endm

    .text
find_and_go_on:
    stp x29, x30, [sp, #-16]!
    mov x29, sp
    stp x0, x1, [sp, #-16]!
    stp x2, x3, [sp, #-16]!
    stp x4, x5, [sp, #-16]!
    stp x6, x7, [sp, #-16]!
    stp x8, xzr, [sp, #-16]!
    stp q0, q1, [sp, #-32]!
    stp q2, q3, [sp, #-32]!
    stp q4, q5, [sp, #-32]!
    stp q6, q7, [sp, #-32]!
    mov x0, x16
    bl lazy_loading_find
    mov x16, x0
    ldp q6, q7, [sp], #32
    ldp q4, q5, [sp], #32
    ldp q2, q3, [sp], #32
    ldp q0, q1, [sp], #32
    ldp x8, xzr, [sp], #16
    ldp x6, x7, [sp], #16
    ldp x4, x5, [sp], #16
    ldp x2, x3, [sp], #16
    ldp x0, x1, [sp], #16
    ldp x29, x30, [sp], #16
    br x16

#else
#error "functions that are loaded late need some lines for this architecture"
#endif

#include "libraries.h"

    .section .note.GNU-stack, "", %progbits
