/* Calls of the app that took at least 1 ms of waiting: noted by the thread that waited, reported by the agent's. */
#ifndef LAGLENS_BLOCKING_H
#define LAGLENS_BLOCKING_H

#include <stdbool.h>
#include <stdint.h>

#include "../darwin/dyld.h"
#include "open_waits.h"

struct laglens_agent;

enum { LAGLENS_ADDRESS_BYTES = 19 };
enum { LAGLENS_NO_OBJECT, LAGLENS_ADDRESS, LAGLENS_TEXT, LAGLENS_FILE };

/* What a hook knows of its call before it begins. */
struct laglens_wait {
  uint32_t function;    /* number of the hook */
  uint32_t object_kind; /* what `object` is: an address, a text, or a file descriptor */
  uintptr_t object;
  uint32_t owner_port;
  uint64_t begin_us;
  struct laglens_wait_place place; /* of waits for locks */
};

/* Sets the app's own images to call the hooks, also those that are loaded later. */
void laglens_blocking_begin(void);
/* From dyld, on the thread that loads an image. */
void laglens_blocking_rebind(const struct laglens_sys_mach_header *header, intptr_t slide);
/* Whether calls are noted at all; the hooks stay and only pass on otherwise. */
void laglens_blocking_watch(bool on);
/* True for threads whose calls are noted. */
bool laglens_blocking_is_watched(void);
/* At the begin of a call whose lock, if it is one, nobody is known to hold. */
struct laglens_wait laglens_wait_begins(uint32_t function, uint32_t kind, uintptr_t object);
/* At the end of a call; `frame` is the frame of the hook. Neither allocates nor changes errno. */
void laglens_blocking_note(const struct laglens_wait *wait, const uintptr_t *frame);
/* The same of a wait for a lock, which is known also while it lasts. */
struct laglens_wait laglens_lock_wait_begins(uint32_t function, const void *lock);
void laglens_lock_wait_ends(const struct laglens_wait *wait, const uintptr_t *frame);
void laglens_address_text(uint64_t address, char text[LAGLENS_ADDRESS_BYTES]);
/* On the agent's thread. */
void laglens_blocking_report(struct laglens_agent *agent);

#endif
