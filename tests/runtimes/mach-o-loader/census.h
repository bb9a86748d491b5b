/* Counts what a thread calls while it keeps another one suspended: a sampler may do very little then, because what it calls may
   need a lock that the suspended thread holds. Every call from a Mach-O image to the system goes through a gate that counts. */
#ifndef DARWIN_CENSUS_H
#define DARWIN_CENSUS_H

#include <stdint.h>

/* The gate before a function of the system; the same one for the same name. `name` has to live on. */
void *call_gate(const char *name, void *target);

/* The calling thread keeps one thread more, or one less, suspended. */
void census_suspended(void);
void census_resumed(uint64_t suspended_ns);
/* A send right to a thread's port was given out, or given back. */
void census_port_given(void);
void census_port_returned(void);

/* Writes `{"suspensions":…,"longestUs":…,"totalUs":…,"ports":…,"calls":{"_name":count}}` to the file of IPHONE_LOADER_CENSUS, if that
   is set. Nothing is counted from here on. */
void census_write(void);

#endif
