/* How much every table holds. Fixed when an agent is built: all of it together is what the agent promises to need at most. */
#ifndef LAGLENS_SIZES_H
#define LAGLENS_SIZES_H

enum {
  LAGLENS_DEPTH = 2048, /* frames of one stack */
  LAGLENS_RING_BYTES = 1 << 20,
  LAGLENS_NODE_SLOTS = 1 << 18,
#if defined(LAGLENS_SMALL_TABLES)
  /* Of tests, whose tables are to be full within seconds. */
  LAGLENS_NODES = 10000,
  LAGLENS_METHODS = 600,
  LAGLENS_METHOD_SLOTS = 1 << 11,
  LAGLENS_LINE_ENTRIES = 8000,
  LAGLENS_STRINGS = 1500,
  LAGLENS_STRING_SLOTS = 1 << 12,
  LAGLENS_STRING_ARENA = 100 * 1024
#elif defined(__APPLE__)
  /* No virtual machine, so no methods; few texts, and more places in code. */
  LAGLENS_NODES = 160 * 1024,
  LAGLENS_METHODS = 2,
  LAGLENS_METHOD_SLOTS = 2,
  LAGLENS_LINE_ENTRIES = 1,
  LAGLENS_STRINGS = 1 << 13,
  LAGLENS_STRING_SLOTS = 1 << 14,
  LAGLENS_STRING_ARENA = 512 * 1024
#else
  LAGLENS_NODES = 96 * 1024,
  LAGLENS_METHODS = 1 << 14,
  LAGLENS_METHOD_SLOTS = 1 << 15,
  LAGLENS_LINE_ENTRIES = 160 * 1024,
  LAGLENS_STRINGS = 1 << 15,
  LAGLENS_STRING_SLOTS = 1 << 16,
  LAGLENS_STRING_ARENA = 2200 * 1024
#endif
};

#endif
