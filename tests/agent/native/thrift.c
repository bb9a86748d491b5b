/* Lives an hour with the agent's thrift, round by round, on a clock of its own. For each way that an app may be: the most rounds in any 300 s, and
 * when rounds came less often than asked for the first time. */
#include "../../../device-agents/ios/system/thrift.h"

#include <stdio.h>
#include <string.h>

enum { ASKED_US = 5000, IDLE_US = 50000, WINDOW_US = 300000000, MOST = 1 << 20 };
#define HOUR_US 3600000000u

static uint64_t round_us[MOST];

/* How long main has been busy at a time, and whether anything runs. */
static uint64_t busy_us(const char *app, uint64_t now_us) {
  if (strcmp(app, "hangs") == 0) return now_us;
  if (strcmp(app, "scrolls") == 0 || strcmp(app, "waits") == 0) return now_us % 16667;
  return now_us % 200000000 < 100000000 ? now_us % 1000000 : 0;
}
static int is_idle(const char *app, uint64_t now_us) {
  /* Half an hour, then it scrolls. */
  if (strcmp(app, "waits") == 0) return now_us < 1800000000u;
  return strcmp(app, "rests") == 0 && now_us % 200000000 >= 100000000;
}

int main(int count, char **arguments) {
  for (int i = 1; i < count; i++) {
    struct laglens_thrift thrift = {0};
    unsigned rounds = 0, oldest = 0, most = 0;
    uint64_t slower_us = 0;
    for (uint64_t now_us = 1; now_us < HOUR_US && rounds < MOST;) {
      laglens_thrift_round(&thrift, now_us);
      round_us[rounds++] = now_us;
      while (round_us[oldest] + WINDOW_US <= now_us) oldest++;
      if (rounds - oldest > most) most = rounds - oldest;
      uint32_t interval_us = laglens_thrift_interval(&thrift, ASKED_US, busy_us(arguments[i], now_us));
      if (interval_us > ASKED_US && slower_us == 0) slower_us = now_us;
      now_us += is_idle(arguments[i], now_us) ? IDLE_US : interval_us;
    }
    printf("%s %u %u\n", arguments[i], most, (unsigned)((slower_us + 500000) / 1000000));
  }
  return 0;
}
