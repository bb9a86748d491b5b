/* The options string given at attach: comma separated `key=value`. */
#ifndef LAGLENS_OPTIONS_H
#define LAGLENS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { LAGLENS_INTERVAL_DEFAULT_US = 10000, LAGLENS_INTERVAL_LEAST_US = 1000, LAGLENS_INTERVAL_MOST_US = 50000, LAGLENS_DEPTH_DEFAULT = 1024 };

struct laglens_options {
  bool token_given;
  uint8_t token[16];  /* token=<32 hex digits> */
  char rand[24];      /* rand=<hex digits>: the part of the socket's name that cannot be guessed */
  char dir[88];       /* dir=<folder>: a path socket there; empty: an abstract socket */
  char hook[400];     /* hook=<path of the hook jar>; empty: no message borders */
  char main[64];      /* main=<name of the main thread> */
  uint32_t interval_us; /* interval=<us> */
  uint32_t depth;       /* depth=<frames> */
  bool ahead;           /* ahead=1: records from now on, for the host that is to come */
};

/* Unknown keys are skipped, missing ones have their default. */
void laglens_read_options(const char *text, struct laglens_options *out);
/* 0 (pause) or within the bounds. */
uint32_t laglens_valid_interval(uint32_t interval_us);
uint32_t laglens_valid_depth(uint32_t depth);

#endif
