/* As for arm64: `link` is the word at the stack pointer here, `stack` the one above it. Never run. */
.text
plain:
link_before_push:
  pushq %rbp
stack_after_push:
  movq %rsp, %rbp
frame_in_body:
  subq $16, %rsp
  callq callee
frame_after_call:
  addq $16, %rsp
frame_before_pop:
  popq %rbp
link_at_return:
  retq

marked:
link_marked:
  endbr64
  pushq %rbp
  movq %rsp, %rbp
frame_marked:
  nop
  popq %rbp
  retq

stub:
link_in_stub:
  jmpq *0x1000(%rip)

system_call:
  movl $0x2000004, %eax
  movq %rcx, %r10
  syscall
link_after_syscall:
  jae 1f
  movq %rax, %rdi
1:
link_system_return:
  retq

callee:
  retq
  nop
  nop
  nop
  nop
  nop
  nop
  nop
