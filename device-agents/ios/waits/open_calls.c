#include "open_calls.h"

#include "../../core/wire_schema.h"
#include "../agent.h"
#include "../dyld/hooks.h"
#include "blocking.h"
#include "lock_owners.h"

/* Shorter waits are reported when they end, and an owner is asked for again no sooner. */
enum { LASTS_US = 50000 };

/* What the host knows of the wait at a place; `turn` 0: nothing. */
struct reported {
  uint32_t turn;
  uint32_t thread, owner, node; /* owner: 0 unknown */
  uint64_t begin_us, asked_us;
};

static struct reported known[LAGLENS_OPEN_WAITS];

static bool report(struct laglens_agent *agent, const struct reported *reported, uint32_t function, uint32_t object, bool is_over) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_writer *writer = &stream->writer;
  /* Tables may have begun again since. */
  uint32_t node = is_over ? 0 : reported->node;
  if (!laglens_report_string(stream, function) || !laglens_report_string(stream, object) || !laglens_report_node(stream, node)) return false;
  laglens_begin(writer, LAGLENS_MSG_OPEN_CALL);
  laglens_put(writer, reported->thread);
  laglens_put_time(writer, reported->begin_us);
  laglens_put_time(writer, is_over ? laglens_now_us() : reported->asked_us);
  laglens_put_node(writer, node);
  laglens_put(writer, function);
  laglens_put(writer, object);
  laglens_put(writer, reported->owner);
  if (is_over) laglens_put(writer, 1);
  return laglens_stream_send(stream, true);
}

/* Whether a thread began a wait after a time, which is long by now. */
static bool waits_since(const struct laglens_agent *agent, uint32_t port, uint64_t after_us, uint64_t now_us) {
  struct laglens_open_wait wait;
  for (uint32_t at = 0; at < LAGLENS_OPEN_WAITS; at++) {
    if (!laglens_open_wait_at(&agent->waits, at, &wait) || wait.port != port) continue;
    return wait.begin_us > after_us && now_us >= wait.begin_us + LASTS_US;
  }
  return false;
}

/* An owner is reported again when it is another one, and once it waits itself: from then on it cannot let the lock go, which makes a ring. */
static bool is_news(const struct laglens_agent *agent, const struct reported *reported, const struct laglens_thread *owner, uint64_t now_us) {
  if (owner == NULL || now_us < reported->asked_us + LASTS_US) return false;
  return owner->id != reported->owner || waits_since(agent, owner->port, reported->asked_us, now_us);
}

/* Who has the lock, among the threads that the host knows; NULL unknown. */
static const struct laglens_thread *owner_of(struct laglens_agent *agent, const struct laglens_open_wait *wait) {
  uint32_t port = laglens_lock_owner((const void *)(uintptr_t)wait->object);
  const struct laglens_thread *owner = port == 0 || port == wait->port ? NULL : laglens_thread_of(agent, port);
  return owner != NULL && owner->reported ? owner : NULL;
}

/* Who takes the lock after a wait held nothing up. */
static bool lasts(const struct laglens_agent *agent, uint32_t at, const struct laglens_open_wait *wait) {
  struct laglens_open_wait now;
  return laglens_open_wait_at(&agent->waits, at, &now) && now.turn == wait->turn;
}

static void sample_thread(struct laglens_agent *agent, uint32_t at, const struct laglens_open_wait *wait, uint64_t now_us) {
  struct reported *reported = &known[at];
  const struct laglens_thread *thread = laglens_thread_of(agent, wait->port);
  if (thread == NULL || !thread->reported) return;
  if (thread->gone) {
    /* The end of the thread ended the wait for the host. */
    laglens_open_wait_ends((struct laglens_wait_place){.wait = &agent->waits.wait[at], .turn = wait->turn});
    reported->turn = 0;
    return;
  }
  if (now_us < wait->begin_us + LASTS_US) return;
  const struct laglens_thread *owner = owner_of(agent, wait);
  if (!lasts(agent, at, wait) || (reported->turn == wait->turn && !is_news(agent, reported, owner, now_us))) return;
  bool was_seen = thread->run.open && thread->run.seen_us >= wait->begin_us;
  char object[LAGLENS_BLOCKING_OBJECT_BYTES];
  laglens_address_text(wait->object, object);
  struct laglens_strings *strings = &agent->memory->stream.strings;
  struct reported now = {.turn = wait->turn,
                     .thread = thread->id,
                     .owner = owner == NULL ? 0 : owner->id,
                     .node = was_seen ? thread->run.node : 0,
                     .begin_us = wait->begin_us,
                     .asked_us = now_us};
  if (report(agent, &now, laglens_intern(strings, laglens_hooks[wait->function].name), laglens_intern(strings, object), false)) *reported = now;
}

void laglens_open_calls_report(struct laglens_agent *agent) {
  uint64_t now_us = laglens_now_us();
  if (!agent->capture.connected) return;
  for (uint32_t at = 0; at < LAGLENS_OPEN_WAITS; at++) {
    struct laglens_open_wait wait;
    bool is_open = laglens_open_wait_at(&agent->waits, at, &wait);
    if (known[at].turn != 0 && (!is_open || wait.turn != known[at].turn)) {
      if (!report(agent, &known[at], 0, 0, true)) continue;
      known[at].turn = 0;
    }
    if (is_open) sample_thread(agent, at, &wait, now_us);
  }
}

void laglens_open_calls_forget_reported(void) {
  for (uint32_t at = 0; at < LAGLENS_OPEN_WAITS; at++) known[at].turn = 0;
}
