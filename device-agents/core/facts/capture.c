#include "capture.h"

#include "facts.h"

enum { GOODBYE_US = 500000, QUIET_ROUNDS = 10, QUIET_INTERVAL_MOST_US = 25000, DEEP_ROUNDS = 20 };
/* Of samples between two ticks. */
enum { FLUSH_BYTES = 4096 };

#if defined(LAGLENS_FACTS_BY_DEPTH)
uint32_t laglens_facts_depth;
#endif

static void set_depth(struct laglens_capture *capture, uint32_t depth) {
  capture->depth = depth;
#if defined(LAGLENS_FACTS_BY_DEPTH)
  __atomic_store_n(&laglens_facts_depth, depth, __ATOMIC_RELAXED);
#endif
}

void laglens_capture_begin(struct laglens_capture *capture, const struct laglens_options *options) {
  uint64_t now_us = laglens_now_us();
  laglens_stream_reset(capture->stream);
  capture->connected = true;
  capture->interval_us = options->interval_us;
  set_depth(capture, options->depth);
  capture->threads_mode = 1;
  capture->walk_always = 0;
  capture->allocations = options->allocations && capture->reports_allocations;
  capture->ticks_rounds = 0;
  capture->asked_interval_us = 0;
  capture->next_round_us = capture->last_tick_us = capture->last_second_us = capture->ran_us = now_us;
  capture->costs = (struct laglens_costs){.cpu_us = laglens_own_cpu_us()};
  capture->process_cpu_us = laglens_process_cpu_us();
}

void laglens_capture_end(struct laglens_capture *capture) {
  laglens_connection_drop_host(&capture->connection);
  capture->connected = false;
}

enum laglens_host_kind laglens_capture_serve(struct laglens_capture *capture, uint32_t timeout_us, struct laglens_host_message *message) {
  bool had_host = laglens_connection_has_host(&capture->connection);
  enum laglens_host_kind kind = laglens_connection_serve(&capture->connection, capture->stream, timeout_us, message);
  if (had_host && !laglens_connection_has_host(&capture->connection)) capture->connected = false;
  return kind;
}

void laglens_capture_configure(struct laglens_capture *capture, const struct laglens_host_message *message) {
  capture->interval_us = laglens_valid_interval(message->interval_us);
  capture->asked_interval_us = 0;
  capture->threads_mode = message->threads == 0 ? 0 : 1;
  set_depth(capture, laglens_valid_depth(message->depth, capture->usual_depth));
  capture->walk_always = message->walk_always == 0 ? 0 : 1;
  capture->allocations = message->allocations != 0 && capture->reports_allocations;
  capture->next_round_us = laglens_now_us();
}

bool laglens_flush_is_due(const struct laglens_capture *capture) {
  return capture->connection.is_full || capture->last_tick_us != capture->flushed_tick_us || laglens_ring_fill(&capture->stream->ring) >= FLUSH_BYTES;
}

void laglens_capture_flush(struct laglens_capture *capture) {
  capture->flushed_tick_us = capture->last_tick_us;
  if (capture->connected && !laglens_connection_flush(&capture->connection, capture->stream)) laglens_capture_end(capture);
}

void laglens_capture_say_bye(struct laglens_capture *capture, const char *why) {
  uint64_t until_us = laglens_now_us() + GOODBYE_US;
  struct laglens_connection *connection = &capture->connection;
  if (!capture->connected || !laglens_connection_has_host(connection)) return;
  laglens_report_bye(capture, why);
  while (laglens_connection_flush(connection, capture->stream) && laglens_ring_fill(&capture->stream->ring) > 0 && laglens_now_us() < until_us) {
    laglens_wait(NULL, 0, 5000);
  }
  laglens_capture_end(capture);
}

uint32_t laglens_until_round(const struct laglens_capture *capture) {
  if (!capture->connected || capture->interval_us == 0) return LAGLENS_IDLE_US;
  uint64_t now_us = laglens_now_us();
  return now_us >= capture->next_round_us ? 0 : (uint32_t)(capture->next_round_us - now_us);
}

bool laglens_round_begins(struct laglens_capture *capture) {
  uint64_t now_us = laglens_now_us();
  bool is_late = now_us - capture->next_round_us > capture->interval_us;
  if (is_late) {
    capture->costs.late_rounds++;
    capture->next_round_us = now_us;
  }
  capture->ran_in_round = false;
  capture->costs.rounds++;
  capture->ticks_rounds++;
  return is_late;
}

/* While nothing at all runs, every other round is left out, then more, as long as ticks are in time: most of an idle round's cost is
 * waking up for it. Messages and waits carry their own times anyway. */
static uint32_t quiet_interval(const struct laglens_capture *capture) {
  uint32_t interval_us = capture->interval_us;
  if (laglens_sleeps_long(capture)) return capture->long_interval_us > interval_us ? capture->long_interval_us : interval_us;
  if (interval_us >= QUIET_INTERVAL_MOST_US) return interval_us;
  return 2 * interval_us < QUIET_INTERVAL_MOST_US ? 2 * interval_us : QUIET_INTERVAL_MOST_US;
}

bool laglens_sleeps_long(const struct laglens_capture *capture) { return capture->long_interval_us > 0 && capture->quiet_rounds >= DEEP_ROUNDS; }

void laglens_is_woken(struct laglens_capture *capture) {
  capture->quiet_rounds = 0;
  capture->next_round_us = laglens_now_us();
}

bool laglens_falls_quiet(const struct laglens_capture *capture) { return capture->quiet_rounds == QUIET_ROUNDS; }

void laglens_round_ends(struct laglens_capture *capture) {
  uint32_t interval_us = capture->interval_us;
  uint64_t now_us = laglens_now_us();
  if (capture->ran_in_round) capture->ran_us = now_us;
  capture->quiet_rounds = capture->ran_in_round ? 0 : capture->quiet_rounds + 1;
  capture->next_round_us += capture->quiet_rounds < QUIET_ROUNDS ? interval_us : quiet_interval(capture);
  /* After a late round the next one is not right behind it: it would see the same. */
  uint64_t earliest_us = now_us + interval_us / 2;
  if (capture->next_round_us < earliest_us) capture->next_round_us = earliest_us;
}
