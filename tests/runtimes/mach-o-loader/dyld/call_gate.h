/* A few instructions between an import and the function that stands in for it. */
#ifndef DARWIN_CALL_GATE_H
#define DARWIN_CALL_GATE_H

#include <stdint.h>

enum { CALL_GATE_BYTES = 64 };

/* Writes a gate that jumps to `target`, by way of census_note_call(number) while `*watched` is not zero. Keeps all arguments. */
void call_gate_write(uint8_t *gate, uint32_t number, const void *watched, const void *target);

#endif
