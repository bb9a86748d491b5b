#include "backoff.h"

#include "../../linux/kernel.h"
#include "../attach/listener.h"
#include "../looper/events.h"

/* A thread that runs again without a message of main is seen so late at most; later, by a part of the time in which nothing ran. */
enum { LONGEST_US = 40000, INTERVALS = 4, REST_LONGEST_US = 115000, REST_INTERVALS = 12, REST_PART = 8, REST_AFTER_US = 1000000 };

/* Who ended a wait follows from an owner's last confirmed stack. All threads are sampled within this time. */
enum { OWNED_US = 4000000 };

/* HotSpot naps for 10 us, again and again, until main gives its stack (handshake.cpp, HandshakeSpinYield). A nap costs more than it lasts:
 * few long ones do, as a sample has the time at which the stack was asked for. */
enum { SLACK_PART = 12, SLACK_MOST_US = 1000 };

static uint32_t backs_off; /* set by the agent's thread; taken back by whoever ends the wait */
static bool is_backing_off; /* the agent's thread only */

static uint32_t at_most(uint32_t value, uint32_t most) { return value < most ? value : most; }

void laglens_backoff_adopt_interval(const struct laglens_agent *agent) {
  laglens_set_timer_slack(at_most(agent->capture.interval_us / SLACK_PART, SLACK_MOST_US));
}

/* Time in which nothing ran; 0 while a wait has an owner. */
static uint64_t at_rest_us(const struct laglens_agent *agent) {
  uint64_t now_us = laglens_now_us();
  return now_us - agent->owner_us >= OWNED_US ? now_us - agent->capture.ran_us : 0;
}

bool laglens_backoff_resting(const struct laglens_agent *agent) { return at_rest_us(agent) >= REST_AFTER_US; }

uint32_t laglens_backoff_interval(const struct laglens_agent *agent) {
  const struct laglens_capture *capture = &agent->capture;
  bool wakes = !agent->can[LAGLENS_CAN_MESSAGES] || capture->connection.waker >= 0;
  /* A message that waits may go on at any time, and begins nothing then. */
  if (laglens_message_is_open() || !wakes) return 0;
  uint32_t usual_us = at_most(INTERVALS * capture->interval_us, LONGEST_US);
  uint32_t most_us = at_most(REST_INTERVALS * capture->interval_us, REST_LONGEST_US);
  uint64_t grown_us = at_rest_us(agent) / REST_PART;
  if (grown_us >= most_us) return most_us;
  return grown_us > usual_us ? (uint32_t)grown_us : usual_us;
}

void laglens_backoff_enter(struct laglens_agent *agent) {
  struct laglens_capture *capture = &agent->capture;
  if (!capture->connected || capture->interval_us == 0 || !laglens_sleeps_long(capture)) return;
  is_backing_off = true;
  __atomic_store_n(&backs_off, 1, __ATOMIC_SEQ_CST);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  /* A message may have begun since the last round, before main could see that the agent backs off. */
  if (!laglens_events_wait(capture->events)) return;
  __atomic_store_n(&backs_off, 0, __ATOMIC_SEQ_CST);
  laglens_is_woken(capture);
}

void laglens_backoff_leave(struct laglens_agent *agent) {
  bool was_ended = is_backing_off && __atomic_exchange_n(&backs_off, 0, __ATOMIC_SEQ_CST) == 0;
  is_backing_off = false;
  if (was_ended) laglens_is_woken(&agent->capture);
}

void laglens_backoff_interrupt(const struct laglens_agent *agent) {
  if (__atomic_load_n(&backs_off, __ATOMIC_SEQ_CST) == 0 || __atomic_exchange_n(&backs_off, 0, __ATOMIC_SEQ_CST) == 0) return;
  laglens_wake_agent(agent);
}
