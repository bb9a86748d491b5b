#include "doze.h"

#include "events.h"
#include "listener.h"

/* A thread that runs again without a message of main is seen so late at most. */
enum { LONGEST_US = 40000, INTERVALS = 4 };

static uint32_t dozes; /* set by the agent's thread; taken back by whoever ends the doze */
static bool is_dozing; /* the agent's thread only */

uint32_t laglens_doze_interval(const struct laglens_agent *agent) {
  uint32_t interval_us = INTERVALS * agent->capture.interval_us;
  bool wakes = !agent->can[LAGLENS_CAN_MESSAGES] || agent->capture.connection.waker >= 0;
  /* A message that waits may go on at any time, and begins nothing then. */
  if (laglens_message_is_open() || !wakes) return 0;
  return interval_us < LONGEST_US ? interval_us : LONGEST_US;
}

void laglens_doze_begins(struct laglens_agent *agent) {
  struct laglens_capture *capture = &agent->capture;
  if (!capture->connected || capture->interval_us == 0 || !laglens_sleeps_long(capture)) return;
  is_dozing = true;
  __atomic_store_n(&dozes, 1, __ATOMIC_SEQ_CST);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  /* A message may have begun since the last round, before main could see that the agent dozes. */
  if (!laglens_events_wait(capture->events)) return;
  __atomic_store_n(&dozes, 0, __ATOMIC_SEQ_CST);
  laglens_is_woken(capture);
}

void laglens_doze_over(struct laglens_agent *agent) {
  bool was_ended = is_dozing && __atomic_exchange_n(&dozes, 0, __ATOMIC_SEQ_CST) == 0;
  is_dozing = false;
  if (was_ended) laglens_is_woken(&agent->capture);
}

void laglens_doze_ends(const struct laglens_agent *agent) {
  if (__atomic_load_n(&dozes, __ATOMIC_SEQ_CST) == 0 || __atomic_exchange_n(&dozes, 0, __ATOMIC_SEQ_CST) == 0) return;
  laglens_wake_agent(agent);
}
