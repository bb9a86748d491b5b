#include "census.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dyld/refusal.h"
#include "dyld/call_gate.h"

enum { MOST_GATES = 1024 };

static uint8_t *gates;
static const char *names[MOST_GATES];
static atomic_uint calls[MOST_GATES];
static unsigned gate_count;
static pthread_mutex_t gates_lock = PTHREAD_MUTEX_INITIALIZER;

/* How many threads are kept suspended, by all threads and by this one. */
static atomic_uint suspended_in_all;
static _Thread_local unsigned suspended_by_me;
static atomic_ullong suspensions, total_ns, longest_ns;
static atomic_llong ports;
/* Set while the counts are written, so that they are of one moment. */
static atomic_bool is_over;

/* Called by the gates, with the registers of the call kept. */
void census_note_call(unsigned gate) {
  if (suspended_by_me > 0 && !atomic_load(&is_over)) atomic_fetch_add(&calls[gate], 1);
}

void *call_gate(const char *name, void *target) {
  pthread_mutex_lock(&gates_lock);
  if (gates == NULL) gates = mmap(NULL, MOST_GATES * CALL_GATE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned at = 0;
  while (at < gate_count && names[at] != name) at++;
  if (at == MOST_GATES || gates == MAP_FAILED) refuse("more imports than this loader takes (%d)", MOST_GATES);
  uint8_t *gate = gates + at * CALL_GATE_BYTES;
  if (at == gate_count) {
    names[gate_count++] = name;
    call_gate_write(gate, at, &suspended_in_all, target);
  }
  pthread_mutex_unlock(&gates_lock);
  return gate;
}

void census_suspended(void) {
  suspended_by_me++;
  atomic_fetch_add(&suspended_in_all, 1);
  if (!atomic_load(&is_over)) atomic_fetch_add(&suspensions, 1);
}

void census_resumed(uint64_t suspended_ns) {
  if (suspended_by_me == 0) return;
  suspended_by_me--;
  atomic_fetch_sub(&suspended_in_all, 1);
  atomic_fetch_add(&total_ns, suspended_ns);
  if (suspended_ns > atomic_load(&longest_ns)) atomic_store(&longest_ns, suspended_ns);
}

void census_port_given(void) { atomic_fetch_add(&ports, 1); }
void census_port_returned(void) { atomic_fetch_sub(&ports, 1); }

void census_write(void) {
  const char *path = getenv("IPHONE_LOADER_CENSUS");
  atomic_store(&is_over, true);
  FILE *out = path == NULL ? NULL : fopen(path, "we");
  if (out == NULL) return;
  fprintf(out, "{\"suspensions\":%llu,\"longestUs\":%llu,\"totalUs\":%llu,\"ports\":%lld,\"calls\":{", suspensions, longest_ns / 1000,
          total_ns / 1000, ports);
  const char *comma = "";
  for (unsigned i = 0; i < gate_count; i++) {
    if (calls[i] == 0) continue;
    fprintf(out, "%s\"%s\":%u", comma, names[i], calls[i]);
    comma = ",";
  }
  fputs("}}\n", out);
  fclose(out);
}
