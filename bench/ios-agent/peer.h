/* The peer: ETTrace's loop, written again after its public description. */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdint.h>

/* Starts the peer's thread, which samples while it is switched on. */
void peer_begin(void);
void peer_switch(unsigned on);
/* Rounds over all threads, and frames read, since it began. */
extern volatile uint64_t peer_rounds, peer_frames;

#endif
