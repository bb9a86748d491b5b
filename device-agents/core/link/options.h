/* The options string that an agent is given: comma separated `key=value`. Here the keys that every agent has. */
#ifndef LAGLENS_OPTIONS_H
#define LAGLENS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAGLENS_INTERVAL_LEAST_US = 1000, LAGLENS_INTERVAL_MOST_US = 50000 };

struct laglens_options {
  bool token_given;
  uint8_t token[16];    /* token=<32 hex digits> */
  uint32_t interval_us; /* interval=<us> */
  uint32_t depth;       /* depth=<frames> */
  bool ahead;           /* ahead=1: records from now on, for the host that is to come */
  bool allocations;     /* allocations=1: samples hold what threads allocate, where the agent can count it */
};

/* Takes the option that `text` begins with, when it is one of these; what is missing keeps the value that it has. */
void laglens_read_option(const char *text, struct laglens_options *out);
/* The next option behind that one; "" after the last. NULL counts as empty. */
const char *laglens_next_option(const char *text);
/* Where the value of `key` begins when `text` begins with it, else NULL. */
const char *laglens_option_value(const char *text, const char *key);
/* Copies a value up to its comma, cut to what fits. */
void laglens_take_option(char *to, size_t capacity, const char *value);

/* 0 (pause) or within the bounds. */
uint32_t laglens_valid_interval(uint32_t interval_us);
/* At most what the node table takes; 0 stands for `usual`. */
uint32_t laglens_valid_depth(uint32_t depth, uint32_t usual);

#endif
