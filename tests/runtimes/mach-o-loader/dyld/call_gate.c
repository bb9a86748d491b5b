#include "call_gate.h"

#include <string.h>

/* In call_gate.S. Comes with the target and the gate's number in registers that no argument uses. */
extern void call_gate_slow(void);

#if defined(__x86_64__)

/* 0: mov r11, watched; 10: cmp dword [r11], 0; 14: mov r11, target; 24: jne 29; 26: jmp r11; 29: mov r10d, number; 35: jmp [rip] */
static const uint8_t code[] = {0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0x83, 0x3b, 0,    0x49, 0xbb, 0, 0, 0,    0,    0,
                               0,    0,    0, 0x75, 0x03, 0x41, 0xff, 0xe3, 0x41, 0xba, 0, 0, 0, 0, 0xff, 0x25, 0, 0, 0, 0};
enum { WATCHED_AT = 2, TARGET_AT = 16, NUMBER_AT = 31, SLOW_AT = 41 };

#else

/* ldr x16, watched; ldr w16, [x16]; ldr x17, target; cbnz w16, 20; br x17; 20: ldr x15, slow; ldr w16, number; br x15 */
static const uint32_t code[] = {0x58000110, 0xb9400210, 0x58000111, 0x35000050, 0xd61f0220, 0x580000ef, 0x18000110, 0xd61f01e0};
enum { WATCHED_AT = 32, TARGET_AT = 40, SLOW_AT = 48, NUMBER_AT = 56 };

#endif

void call_gate_write(uint8_t *gate, uint32_t number, const void *watched, const void *target) {
  void (*slow)(void) = call_gate_slow;
  memcpy(gate, code, sizeof code);
  memcpy(gate + WATCHED_AT, &watched, sizeof watched);
  memcpy(gate + TARGET_AT, &target, sizeof target);
  memcpy(gate + NUMBER_AT, &number, sizeof number);
  memcpy(gate + SLOW_AT, &slow, sizeof slow);
  __builtin___clear_cache((char *)gate, (char *)gate + CALL_GATE_BYTES);
}
