#include "message_use.h"

#include "../../core/wire_schema.h"
#include "../../linux/kernel.h"
#include "../../linux/process_status.h"
#include "../agent.h"

/* Messages right after each other share what was read: short ones may come thousands a second. */
enum { SHARED_US = 500 };

/* The sums of main at one time. */
struct sums {
  uint64_t at_us;
  uint64_t cpu_us, delay_us;
  bool delay_known;
  struct laglens_thread_use use;
};

/* Main's own. `begin_us` is 0 outside of messages. */
static struct sums first;
static uint64_t begin_us;
static uint64_t short_reported_us;

static struct sums read_sums(uint64_t now_us) {
  struct sums now = {.at_us = now_us, .cpu_us = laglens_own_cpu_us()};
  int fd = __atomic_load_n(&laglens_agent.main_delay_fd, __ATOMIC_ACQUIRE);
  uint32_t turns;
  laglens_own_use(&now.use);
  if (fd > 0) now.delay_known = laglens_read_delay(fd, &now.delay_us, &turns);
  return now;
}

void laglens_use_begins(uint64_t now_us) {
  if (!laglens_explains()) return;
  if (now_us - first.at_us >= SHARED_US) first = read_sums(now_us);
  begin_us = now_us;
}

/* A message may be put at the front (0), or be due in the future by a clock of its own. */
static uint64_t queued_us(int64_t due_ms) {
  uint64_t due_us = (uint64_t)due_ms * 1000;
  return due_ms > 0 && due_us < begin_us ? begin_us - due_us : 0;
}

/* A file that was closed meanwhile may be another one: its number is believed only where the time has room for it. */
static bool has_delay(const struct sums *now) {
  if (!first.delay_known || !now->delay_known || now->delay_us < first.delay_us) return false;
  return now->delay_us - first.delay_us <= now->at_us - first.at_us;
}

static void put(struct laglens_memory *memory, const struct laglens_message_use *use) {
  struct laglens_use_ring *ring = &memory->uses;
  uint32_t head = ring->head;
  if (head - __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE) >= LAGLENS_USES) {
    laglens_events_lose(&memory->events, 1);
    return;
  }
  ring->use[head % LAGLENS_USES] = *use;
  __atomic_store_n(&ring->head, head + 1, __ATOMIC_RELEASE);
}

void laglens_use_ends(struct laglens_memory *memory, uint64_t now_us, int64_t due_ms) {
  uint64_t began_us = begin_us, waited_us = queued_us(due_ms);
  begin_us = 0;
  if (began_us == 0) return;
  if (now_us - began_us < LAGLENS_USE_LONG_US) {
    if (waited_us < LAGLENS_USE_QUEUED_US || now_us - short_reported_us < LAGLENS_USE_LONG_US) return;
    short_reported_us = now_us;
  }
  struct sums now = read_sums(now_us);
  struct laglens_message_use use = {
      .begin_us = began_us,
      .end_us = now_us,
      .cpu_us = now.cpu_us - first.cpu_us,
      .ready_known = has_delay(&now),
      .queued_known = due_ms > 0,
      .queued_us = waited_us,
      .major_faults = now.use.major_faults - first.use.major_faults,
      .voluntary = now.use.voluntary - first.use.voluntary,
      .involuntary = now.use.involuntary - first.use.involuntary,
  };
  if (use.ready_known) use.ready_us = now.delay_us - first.delay_us;
  put(memory, &use);
}

static void report(struct laglens_agent *agent, const struct laglens_message_use *use) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_writer *writer = &stream->writer;
  laglens_begin(writer, LAGLENS_MSG_MESSAGE_USE);
  laglens_put(writer, agent->main->id);
  laglens_put_time(writer, use->begin_us);
  laglens_put_time(writer, use->end_us);
  laglens_put(writer, use->cpu_us);
  laglens_put_optional(writer, use->ready_known, use->ready_us);
  laglens_put(writer, use->major_faults);
  laglens_put(writer, use->voluntary);
  laglens_put(writer, use->involuntary);
  laglens_put_optional(writer, use->queued_known, use->queued_us);
  laglens_stream_send(stream, true);
}

void laglens_uses_report(struct laglens_agent *agent) {
  struct laglens_use_ring *ring = &agent->memory->uses;
  uint32_t head = __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE);
  bool is_heard = agent->capture.connected && agent->main != NULL && agent->main->reported;
  for (; ring->tail != head; __atomic_store_n(&ring->tail, ring->tail + 1, __ATOMIC_RELEASE)) {
    if (is_heard) report(agent, &ring->use[ring->tail % LAGLENS_USES]);
  }
}
