#include "thrift.h"

/* Full rate comes back when it can last. */
enum { AGAIN_US = LAGLENS_THRIFT_CREDIT_US / 4 };

void laglens_thrift_round(struct laglens_thrift *thrift, uint64_t now_us) {
  uint64_t passed_us = now_us - thrift->seen_us;
  bool is_full = thrift->seen_us == 0 || passed_us >= LAGLENS_THRIFT_CREDIT_US + LAGLENS_THRIFT_DEBT_US;
  thrift->credit_us = is_full ? LAGLENS_THRIFT_CREDIT_US : thrift->credit_us + (int64_t)passed_us;
  if (thrift->credit_us > LAGLENS_THRIFT_CREDIT_US) thrift->credit_us = LAGLENS_THRIFT_CREDIT_US;
  thrift->seen_us = now_us;
  thrift->credit_us -= LAGLENS_THRIFT_INTERVAL_US;
  if (thrift->credit_us <= 0) thrift->saves = true;
  else if (thrift->credit_us >= AGAIN_US) thrift->saves = false;
}

uint32_t laglens_thrift_interval(const struct laglens_thrift *thrift, uint32_t asked_us, uint64_t busy_us) {
  bool is_long = busy_us >= LAGLENS_THRIFT_LONG_TURN_US && thrift->credit_us > -LAGLENS_THRIFT_DEBT_US;
  if (asked_us == 0 || !thrift->saves || is_long) return asked_us;
  return 2 * asked_us > LAGLENS_THRIFT_INTERVAL_US ? 2 * asked_us : LAGLENS_THRIFT_INTERVAL_US;
}
