/* Two copies of this library can be in one process (deployed again under another path). The first one stays the agent. */
#ifndef LAGLENS_TAKEOVER_H
#define LAGLENS_TAKEOVER_H

#include "../agent.h"

/* What stands where the hook's field `agent` points to. Its begin never changes, whatever the version. */
struct laglens_handle {
  uint64_t magic;
  char build_hash[32];
  int32_t (*attach)(laglens_vm vm, const char *options);
};

enum laglens_first { LAGLENS_FIRST_NONE, LAGLENS_FIRST_SAME_BUILD, LAGLENS_FIRST_OTHER_BUILD };

/* Finds an agent of another copy of the library; `*handle` is its handle when there is one. */
enum laglens_first laglens_find_first(laglens_jni jni, struct laglens_handle **handle);
/* Makes this copy the one that later ones find. */
void laglens_be_first(laglens_jni jni, jclass hook);

/* Another attach of this copy: its options wait here for the agent's thread. False when the one before still waits. */
bool laglens_hand_over(const struct laglens_attach_options *options);
/* On the agent's thread: takes the options, if any wait. */
bool laglens_take_over(struct laglens_attach_options *out);

#endif
