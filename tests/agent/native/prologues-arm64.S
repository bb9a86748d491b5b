/* Places in functions as Apple's compilers make them. A place's name begins with where its caller is: `link`, the link register; `frame`, the
 * frame that x29 points at; `unknown`, where instructions do not show it. Never run. */
.text
plain:
link_before_push:
  sub sp, sp, #48
link_before_pair:
  stp x20, x19, [sp, #16]
  stp x29, x30, [sp, #32]
link_after_push:
  add x29, sp, #32
frame_in_body:
  cbz x0, 1f
frame_before_call:
  bl callee
frame_after_call:
  mov x19, x0
1:
  add x0, x19, #1
frame_before_pop:
  ldp x29, x30, [sp, #32]
link_after_pop:
  ldp x20, x19, [sp, #16]
  add sp, sp, #48
link_at_return:
  ret

signed_by_pac:
link_before_sign:
  pacibsp
  stp x29, x30, [sp, #-16]!
link_after_sign:
  mov x29, sp
  blraa x8, x9
frame_signed:
  nop
  ldp x29, x30, [sp], #16
  retab

leaf:
link_in_leaf:
  ldr w8, [x0]
  cmp w8, #3
link_leaf_branch:
  b.eq 1f
  add w0, w0, #1
1:
  ret

/* The frame is made on one way only. */
shrink_wrapped:
link_wrapped_check:
  cbnz x0, 2f
link_wrapped_early:
  mov w0, #0
  ret
2:
link_wrapped_before:
  stp x29, x30, [sp, #-16]!
  mov x29, sp
frame_wrapped:
  mov w1, #1
  blr x8
  ldp x29, x30, [sp], #16
  ret

tail_call:
  stp x29, x30, [sp, #-16]!
  mov x29, sp
  bl callee
frame_before_tail:
  ldp x29, x30, [sp], #16
link_before_tail:
  b callee

/* Where the function goes on in a trap, the other way counts. */
beside_trap:
  stp x29, x30, [sp, #-16]!
  mov x29, sp
frame_beside_trap:
  cbnz x0, 3f
  brk #1
3:
  ldp x29, x30, [sp], #16
  ret

stub:
link_in_stub:
  adrp x16, 0
  ldr x16, [x16]
link_stub_end:
  br x16

/* A system call, and its way out for errors, which makes a frame. */
system_call:
link_before_svc:
  mov x16, #4
  svc #0x80
link_after_svc:
  b.lo 4f
  stp x29, x30, [sp, #-16]!
  mov x29, sp
  bl callee
  mov sp, x29
  ldp x29, x30, [sp], #16
4:
  ret

/* Swift's async functions mark their frame. */
async:
link_async:
  orr x29, x29, #0x1000000000000000
  sub sp, sp, #32
  stp x29, x30, [sp, #16]
link_async_pushed:
  add x29, sp, #16
  bl callee
frame_async:
  ldp x29, x30, [sp, #16]
  and x29, x29, #0xefffffffffffffff
  add sp, sp, #32
  ret

kept_without_frame:
unknown_kept:
  ldr x30, [sp], #16
  ret

jump_table:
  stp x29, x30, [sp, #-16]!
  mov x29, sp
unknown_jump_table:
  br x9

for_ever:
unknown_for_ever:
  b for_ever

callee:
  ret
