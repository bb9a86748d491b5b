#include "ready.h"

#include "../../core/wire_schema.h"
#include "../../linux/kernel.h"
#include "../../linux/process_status.h"
#include "../../linux/thread_file.h"

/* Files kept open, as the app has 1,024 or more of its own. A kept one costs a microsecond to read, another one five. */
enum { FILES_MOST = 16 };

/* Shorter delays explain no lag: they are added up, for at most this long. */
enum { REPORT_US = 100, ADD_UP_US = 50000 };

/* The file may be the app's meanwhile, if it closes what it did not open: reading at a place moves nothing in it. */
static bool read_delay(struct laglens_agent *agent, struct laglens_thread *thread, uint64_t *delay_us) {
  uint32_t turns = 0;
  int tid = __atomic_load_n(&thread->tid, __ATOMIC_ACQUIRE);
  if (thread->delay.fd == 0) {
    /* One is kept for main. */
    if (agent->delay_files >= FILES_MOST - (thread == agent->main ? 0u : 1u)) return false;
    int fd = laglens_open_thread_file(tid, "schedstat");
    if (fd <= 0) return false;
    thread->delay.fd = fd;
    agent->delay_files++;
  }
  if (!laglens_read_delay(thread->delay.fd, delay_us, &turns)) {
    laglens_ready_close(agent, thread);
    return false;
  }
  if (thread == agent->main) {
    __atomic_store_n(&agent->main_delay_fd, thread->delay.fd, __ATOMIC_RELEASE);
    agent->main_turns = turns;
  }
  return true;
}

void laglens_ready_close(struct laglens_agent *agent, struct laglens_thread *thread) {
  if (thread->delay.fd == 0) return;
  if (thread->delay.fd == agent->main_delay_fd) __atomic_store_n(&agent->main_delay_fd, 0, __ATOMIC_RELEASE);
  laglens_close(thread->delay.fd);
  agent->delay_files--;
  thread->delay = (struct laglens_reported_delay){0};
}

void laglens_ready_end(struct laglens_agent *agent) {
  for (uint32_t i = 0; agent->delay_files > 0 && i < laglens_threads_used(agent); i++) {
    struct laglens_thread *thread = &agent->memory->threads.slots[i];
    /* A thread that begins now may be writing its slot. */
    uint32_t state = __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE);
    if (state == LAGLENS_SLOT_LIVE || state == LAGLENS_SLOT_ENDED) laglens_ready_close(agent, thread);
  }
}

void laglens_ready_forget(struct laglens_thread *thread) { thread->delay.known = false; }

static bool report(struct laglens_agent *agent, uint32_t thread, uint64_t begin_us, uint64_t at_us, uint64_t ready_us) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (ready_us == 0) return true;
  laglens_begin(&stream->writer, LAGLENS_MSG_READY);
  laglens_put(&stream->writer, thread);
  laglens_put_time(&stream->writer, begin_us);
  laglens_put_time(&stream->writer, at_us);
  laglens_put(&stream->writer, ready_us);
  return laglens_stream_send(stream, false);
}

static uint64_t at_most(uint64_t value, uint64_t most) { return value < most ? value : most; }
static uint64_t less(uint64_t value, uint64_t by) { return value > by ? value - by : 0; }

void laglens_ready_check(struct laglens_agent *agent, struct laglens_thread *thread, uint64_t at_us, uint64_t cpu_us) {
  struct laglens_reported_delay *reported = &thread->delay;
  uint64_t delay_us = 0;
  if (thread == agent->main) agent->main_turns = 0;
  if (!agent->capture.connected || !laglens_explains() || !read_delay(agent, thread, &delay_us)) return;
  struct laglens_reported_delay now = {.fd = reported->fd, .known = true, .us = delay_us, .cpu_us = cpu_us, .begin_us = reported->at_us, .at_us = at_us};
  if (reported->known && delay_us >= reported->us && cpu_us >= reported->cpu_us) {
    uint64_t ready_us = delay_us - reported->us, room_us = less(at_us - reported->at_us, cpu_us - reported->cpu_us);
    if (ready_us < REPORT_US && at_us - reported->at_us < ADD_UP_US) return;
    /* A wait that began before the last sample was counted after it. */
    uint64_t earlier_us = at_most(less(ready_us, room_us), reported->open_us);
    if (!report(agent, thread->id, reported->begin_us, reported->at_us, earlier_us)) return;
    if (!report(agent, thread->id, reported->at_us, at_us, ready_us - earlier_us)) return;
    now.open_us = less(room_us, ready_us - earlier_us);
  }
  *reported = now;
}
