/* One recording as every agent makes it: for whom, how often, and what it cost. */
#ifndef LAGLENS_CAPTURE_H
#define LAGLENS_CAPTURE_H

#include "../link/connection.h"
#include "../link/options.h"
#include "event_ring.h"

/* Without a host the agent's thread sleeps this long at a time. */
enum { LAGLENS_IDLE_US = 60000000 };

/* What the agent did since the last `overhead` message. */
struct laglens_costs {
  uint64_t cpu_us; /* of the agent's thread, at the last message */
  uint32_t rounds, walks, skipped, late_rounds;
  uint64_t walk_us;
};

struct laglens_capture {
  struct laglens_stream *stream;
  struct laglens_event_ring *events;
  struct laglens_connection connection;
  bool connected;                                         /* the stream runs: to a host, or into the ring for the one that is to come */
  uint32_t interval_us, depth, threads_mode, walk_always; /* in force for this host */
  uint32_t usual_depth;                                   /* when a host asks for none */
  bool reports_allocations;                              /* set by an agent that can */
  bool allocations;                                       /* samples hold what threads allocate */
  uint32_t ticks_rounds;
  bool ticks_each_round; /* set by the agent: main's message may be passing the host's threshold */
  uint32_t quiet_rounds; /* rounds in a row in which no thread had run */
  uint32_t long_interval_us; /* between rounds while nothing runs for longer; set by the agent, 0 none */
  uint32_t asked_interval_us; /* by the host, while the agent keeps to a longer one; else 0 */
  bool ran_in_round;     /* a thread was found that had, or whose clock is unknown */
  uint64_t next_round_us, last_tick_us, flushed_tick_us, last_second_us;
  uint64_t ran_us;       /* the last round in which a thread was found that had run */
  uint64_t emptied_us; /* when tables were full last and began again */
  struct laglens_costs costs;
  uint64_t process_cpu_us; /* of the whole process, at the last `counters` */
};

/* Whether facts are read that only explain lags; on any thread. A bench's build leaves them out at an odd depth, to compare within one
 * process. */
#if defined(LAGLENS_FACTS_BY_DEPTH)
extern uint32_t laglens_facts_depth;
static inline bool laglens_explains(void) { return (__atomic_load_n(&laglens_facts_depth, __ATOMIC_RELAXED) & 1u) == 0; }
#else
static inline bool laglens_explains(void) { return true; }
#endif

/* A host came, or is to come: from here on the stream runs. Nothing was reported yet. */
void laglens_capture_begin(struct laglens_capture *capture, const struct laglens_options *options);
/* Serves the socket until the next round is due, at most `timeout_us`. A host that goes ends the capture. */
enum laglens_host_kind laglens_capture_serve(struct laglens_capture *capture, uint32_t timeout_us, struct laglens_host_message *message);
/* What the host asked for, as far as it is within bounds; to be answered by `settings`. */
void laglens_capture_configure(struct laglens_capture *capture, const struct laglens_host_message *message);
/* After a round: true with each tick, and when much waits. Each system call costs as much as a few samples. */
bool laglens_flush_is_due(const struct laglens_capture *capture);
/* Sends what can be sent now. A host that is gone ends the capture. */
void laglens_capture_flush(struct laglens_capture *capture);
void laglens_capture_end(struct laglens_capture *capture);
/* Says why, and ends. What is queued goes out if the host takes it within half a second. */
void laglens_capture_say_bye(struct laglens_capture *capture, const char *why);

/* Time until the next round is due; LAGLENS_IDLE_US when none is. */
uint32_t laglens_until_round(const struct laglens_capture *capture);
/* Around each round. The first gives whether it is late by more than one interval. */
bool laglens_round_begins(struct laglens_capture *capture);
void laglens_round_ends(struct laglens_capture *capture);
/* True when nothing ran for so long that the next round waits longest, unless main begins something: the next one is due at once then. */
bool laglens_sleeps_long(const struct laglens_capture *capture);
void laglens_is_woken(struct laglens_capture *capture);
/* True in the first of many rounds in which nothing ran. */
bool laglens_falls_quiet(const struct laglens_capture *capture);

#endif
