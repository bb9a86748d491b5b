#include "prologue.h"

/*
 * arm64: by Apple's ABI a function that calls others keeps a frame record (stp x29, x30; then x29 points at it), and gives it back (ldp
 * x29, x30) before it returns or jumps elsewhere. So from any place on, on any way through the code,
 *   - a record that is yet to be made, or a return without giving one back: the caller is still, or again, in the link register;
 *   - a call, or a record that is given back: it is in the record.
 * Unwind information of compact form says nothing of places inside a prologue, and link register and frame alone cannot show recursion.
 */

enum { STEPS = 512, TURNS = 4 };

static bool makes_record(uint32_t code) { return (code & 0xFE407FFFu) == 0xA8007BFDu || (code & 0xFF8003FFu) == 0x910003FDu; }
static bool gives_record_back(uint32_t code) { return (code & 0xFE407FFFu) == 0xA8407BFDu; }
/* ldr x30: the caller was kept on the stack without a frame. */
static bool loads_link(uint32_t code) { return (code & 0xFFC0001Fu) == 0xF940001Eu || (code & 0xFFE0001Fu) == 0xF840001Eu; }
static bool is_call(uint32_t code) {
  return (code & 0xFC000000u) == 0x94000000u || (code & 0xFFFFFC1Fu) == 0xD63F0000u || (code & 0xFEFFF800u) == 0xD63F0800u;
}
static bool is_return(uint32_t code) { return (code & 0xFFFFFC1Fu) == 0xD65F0000u || (code & 0xFFFFFBFFu) == 0xD65F0BFFu; }
static bool is_jump_by_register(uint32_t code) { return (code & 0xFFFFFC1Fu) == 0xD61F0000u || (code & 0xFEFFF800u) == 0xD61F0800u; }
/* x16 and x17 are for stubs and tail calls; jumps within a function (switch) use others. */
static bool leaves_by_register(uint32_t code) { return (code >> 5 & 31u) == 16 || (code >> 5 & 31u) == 17; }
static bool is_trap(uint32_t code) { return (code & 0xFFE0001Fu) == 0xD4200000u || (code & 0xFFFF0000u) == 0; }

static intptr_t signed_offset(uint32_t bits, unsigned width) {
  uint32_t sign = 1u << (width - 1);
  return ((intptr_t)(bits ^ sign) - (intptr_t)sign) * 4;
}

/* Where a conditional branch goes, 0 for other instructions. */
static intptr_t condition_offset(uint32_t code) {
  if ((code & 0xFF000000u) == 0x54000000u || (code & 0x7E000000u) == 0x34000000u) return signed_offset(code >> 5 & 0x7FFFFu, 19);
  if ((code & 0x7E000000u) == 0x36000000u) return signed_offset(code >> 5 & 0x3FFFu, 14);
  return 0;
}

/* Ways not taken, for when the one that was taken says nothing. */
struct turns {
  uintptr_t at[TURNS];
  unsigned count;
};

static enum laglens_caller follow(laglens_read_code *read, const void *context, uintptr_t pc, unsigned *steps, struct turns *turns) {
  for (uint32_t code; *steps > 0 && read(context, pc, &code, sizeof code); (*steps)--) {
    if (makes_record(code) || is_return(code)) return LAGLENS_CALLER_IN_LINK;
    if (gives_record_back(code) || is_call(code)) return LAGLENS_CALLER_IN_FRAME;
    if (is_jump_by_register(code)) return leaves_by_register(code) ? LAGLENS_CALLER_IN_LINK : LAGLENS_CALLER_UNKNOWN;
    if (is_trap(code) || loads_link(code)) return LAGLENS_CALLER_UNKNOWN;
    intptr_t other = condition_offset(code);
    if (other != 0 && turns->count < TURNS) turns->at[turns->count++] = pc + (uintptr_t)other;
    bool jumps = (code & 0xFC000000u) == 0x14000000u;
    pc += jumps ? (uintptr_t)signed_offset(code & 0x03FFFFFFu, 26) : 4;
  }
  return LAGLENS_CALLER_UNKNOWN;
}

enum laglens_caller laglens_arm64_caller(laglens_read_code *read, const void *context, uintptr_t pc) {
  struct turns turns = {.count = 0};
  unsigned steps = STEPS;
  enum laglens_caller caller = follow(read, context, pc, &steps, &turns);
  for (unsigned i = 0; caller == LAGLENS_CALLER_UNKNOWN && i < turns.count; i++) caller = follow(read, context, turns.at[i], &steps, &turns);
  return caller;
}

/* x86_64: Apple's compiler keeps a frame in every function, so only its first two instructions, its last one, and what is no function of
 * its making matter: stubs (a jump through memory) and system calls. */
enum laglens_caller laglens_x86_64_caller(laglens_read_code *read, const void *context, uintptr_t pc) {
  uint8_t before[2] = {0, 0}, code[8] = {0};
  if (!read(context, pc, code, sizeof code) && !read(context, pc, code, 1)) return LAGLENS_CALLER_UNKNOWN;
  bool is_marked = code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa; /* endbr64 */
  const uint8_t *at = is_marked ? code + 4 : code;
  if (at[0] == 0x55) return LAGLENS_CALLER_IN_LINK;                                       /* push rbp */
  if (at[0] == 0x48 && at[1] == 0x89 && at[2] == 0xe5) return LAGLENS_CALLER_ON_STACK;    /* mov rbp, rsp */
  if (at[0] == 0xc3 || at[0] == 0xc2) return LAGLENS_CALLER_IN_LINK;                      /* ret */
  if (at[0] == 0xff && at[1] == 0x25) return LAGLENS_CALLER_IN_LINK;                      /* jmp *(rip) */
  if (read(context, pc - 2, before, sizeof before) && before[0] == 0x0f && before[1] == 0x05) return LAGLENS_CALLER_IN_LINK; /* syscall */
  return LAGLENS_CALLER_IN_FRAME;
}
