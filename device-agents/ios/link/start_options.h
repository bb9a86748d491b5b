/* The options in the variable LAGLENS_OPTIONS: the keys of every agent, and those of iOS. */
#ifndef LAGLENS_START_OPTIONS_H
#define LAGLENS_START_OPTIONS_H

#include "../../core/link/options.h"

enum { LAGLENS_INTERVAL_DEFAULT_US = 5000, LAGLENS_DEPTH_DEFAULT = 512 };

struct laglens_start_options {
  struct laglens_options common;
  uint16_t port; /* port=<decimal>: to listen on; 0: any free one */
  bool blocking; /* blocking=0: functions that may wait are left alone */
  bool frames;   /* frames=0: no display link is made */
};

/* Unknown keys are skipped, missing ones have their default. */
void laglens_read_start_options(const char *text, struct laglens_start_options *out);

#endif
