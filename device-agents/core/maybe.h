/* A number that a system may not give. */
#ifndef LAGLENS_MAYBE_H
#define LAGLENS_MAYBE_H

#include <stdbool.h>
#include <stdint.h>

struct laglens_maybe {
  bool known;
  uint64_t value;
};

#endif
