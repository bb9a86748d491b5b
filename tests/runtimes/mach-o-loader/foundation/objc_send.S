/* objc_msgSend: finds the method with all argument registers kept, and goes on to it without a frame of its own. */
#if defined(__x86_64__)
  .macro keep
  pushq %rbp
  movq %rsp, %rbp
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %rax
  subq $136, %rsp
  movups %xmm0, 0(%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  .endm
  .macro restore
  movq %rax, %r11
  movups 0(%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $136, %rsp
  popq %rax
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rbp
  .endm
  .text
  .globl objc_message_send
  .type objc_message_send, @function
objc_message_send:
  keep
  call objc_method_for
  restore
  jmp *%r11
  .globl objc_message_send_super
  .type objc_message_send_super, @function
objc_message_send_super: /* rdi: {receiver, class}; the method gets the receiver */
  keep
  call objc_super_method_for
  restore
  movq (%rdi), %rdi
  jmp *%r11
#else
  .macro keep
  stp x29, x30, [sp, #-224]!
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  .endm
  .macro restore
  mov x17, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .endm
  .text
  .globl objc_message_send
  .type objc_message_send, %function
objc_message_send:
  keep
  bl objc_method_for
  restore
  br x17
  .globl objc_message_send_super
  .type objc_message_send_super, %function
objc_message_send_super: /* x0: {receiver, class}; the method gets the receiver */
  keep
  bl objc_super_method_for
  restore
  ldr x0, [x0]
  br x17
#endif
  .section .note.GNU-stack, "", %progbits
