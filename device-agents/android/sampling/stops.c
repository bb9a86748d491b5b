#include "stops.h"

#include "../../core/facts/standstill.h"
#include "../../core/wire_schema.h"
#include "../../linux/kernel.h"
#include "../../linux/process_status.h"

/* What is used in between is counted as used before a stop. The clock of a process asks all its threads. */
enum { CPU_US = 5000, DELAY_US = 250000 };
/* A link that broke while the process stood still shows within this time: until then the next host may have to hear of the stop. */
enum { HEARD_US = 2000000 };

static jclass debug; /* global; android.os.Debug */
static jmethodID is_connected;
static bool is_debugged;

static struct {
  uint64_t seen_us; /* 0: nobody expected the agent */
  uint64_t cpu_us, cpu_at_us;
  uint64_t delay_us, main_delay_us, delay_at_us;
} last;
static struct laglens_thread_file schedstat; /* of the agent's thread */
static int own_tid;
static uint64_t stopped_us, went_on_us;       /* the last stop, 0 none */
/* By the thread that attaches; the begin is set when the end stands. 0: not on main. */
static uint64_t attach_us, attach_ended_us;
static uint64_t reported_attach_us;

void laglens_stops_begin(laglens_jni jni) {
  own_tid = laglens_gettid();
  jclass local = debug == NULL ? jni_find_class(jni, "android/os/Debug") : NULL;
  if (local == NULL) return;
  is_connected = jni_static_method(jni, local, "isDebuggerConnected", "()Z");
  if (is_connected != NULL) debug = jni_new_global(jni, local);
  jni_delete_local(jni, local);
}

void laglens_stops_end(laglens_jni jni) {
  jni_delete_global(jni, debug);
  debug = NULL;
  laglens_close_thread_file(&schedstat);
  stopped_us = went_on_us = 0;
}

static uint64_t own_delay_us(void) { return laglens_thread_delay_us(&schedstat, own_tid); }

/* 0: unknown. The agent may sleep until main answers it, while main lacks a processor. */
static uint64_t main_delay_us(const struct laglens_agent *agent) {
  uint64_t delay_us = 0;
  uint32_t turns = 0;
  return agent->main_delay_fd > 0 && laglens_read_delay(agent->main_delay_fd, &delay_us, &turns) ? delay_us : 0;
}

static uint64_t since(uint64_t now_us, uint64_t then_us) { return now_us > then_us ? now_us - then_us : 0; }

static void read_clocks(const struct laglens_agent *agent, uint64_t now_us) {
  last.seen_us = now_us;
  if (now_us - last.cpu_at_us >= CPU_US) {
    last.cpu_us = laglens_process_cpu_us();
    last.cpu_at_us = now_us;
  }
  if (now_us - last.delay_at_us < DELAY_US) return;
  last.delay_us = own_delay_us();
  last.main_delay_us = main_delay_us(agent);
  last.delay_at_us = now_us;
}

uint64_t laglens_stops_cpu_us(void) { return last.cpu_us; }

void laglens_stops_watch(struct laglens_agent *agent) {
  last.seen_us = last.cpu_at_us = last.delay_at_us = 0;
  if (agent->capture.connected && agent->capture.interval_us != 0) read_clocks(agent, laglens_now_us());
  else laglens_close_thread_file(&schedstat);
}

static void report(struct laglens_agent *agent, uint64_t at_us, uint32_t phase) {
  struct laglens_stream *stream = &agent->memory->stream;
  if (!agent->capture.connected) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_LIFECYCLE);
  laglens_put_time(&stream->writer, at_us);
  laglens_put(&stream->writer, phase);
  laglens_stream_send(stream, true);
}

static bool stood_still(const struct laglens_agent *agent, uint64_t now_us) {
  uint64_t gap_us = now_us - last.seen_us;
  if (gap_us < LAGLENS_STANDSTILL_US) return false;
  uint64_t own_us = since(own_delay_us(), last.delay_us), main_us = last.main_delay_us == 0 ? 0 : since(main_delay_us(agent), last.main_delay_us);
  struct laglens_use_in_gap use = {
      .gap_us = gap_us,
      .cpu_us = laglens_process_cpu_us() - last.cpu_us,
      .delay_us = own_us > main_us ? own_us : main_us,
      .cpu_read_us = last.seen_us - last.cpu_at_us,
      .delay_read_us = last.seen_us - last.delay_at_us,
      .cores = laglens_cores(),
  };
  return laglens_stood_still(&use);
}

bool laglens_stops_check(struct laglens_agent *agent) {
  uint64_t now_us = laglens_now_us();
  if (last.seen_us == 0) return false;
  bool was_stopped = stood_still(agent, now_us);
  if (was_stopped) {
    stopped_us = last.seen_us;
    went_on_us = now_us;
    report(agent, stopped_us, LAGLENS_STOPPED);
    report(agent, went_on_us, LAGLENS_GOES_ON);
    /* What was seen before belongs to another time: no run goes on over a stop. */
    laglens_threads_forget_runs(agent);
    last.cpu_at_us = last.delay_at_us = 0;
  }
  read_clocks(agent, now_us);
  return was_stopped;
}

/* A host may come before the attach has ended. */
static void report_attach(struct laglens_agent *agent) {
  uint64_t begin_us = __atomic_load_n(&attach_us, __ATOMIC_ACQUIRE);
  if (begin_us == 0 || begin_us == reported_attach_us) return;
  report(agent, begin_us, LAGLENS_AGENT_LOADED);
  report(agent, __atomic_load_n(&attach_ended_us, __ATOMIC_RELAXED), LAGLENS_ATTACHED);
  reported_attach_us = begin_us;
}

void laglens_stops_report_past(struct laglens_agent *agent, laglens_jni jni) {
  is_debugged = false;
  reported_attach_us = 0;
  if (stopped_us != 0) {
    report(agent, stopped_us, LAGLENS_STOPPED);
    report(agent, went_on_us, LAGLENS_GOES_ON);
  }
  laglens_stops_report_second(agent, jni, laglens_process_status().is_traced);
}

void laglens_stops_report_second(struct laglens_agent *agent, laglens_jni jni, bool is_traced) {
  bool was_debugged = is_debugged;
  if (laglens_now_us() - went_on_us > HEARD_US) stopped_us = 0;
  report_attach(agent);
  is_debugged = is_traced || (debug != NULL && jni_call_static_boolean(jni, debug, is_connected));
  if (is_debugged && !was_debugged) report(agent, laglens_now_us(), LAGLENS_DEBUGGER);
}

void laglens_stops_attached(uint64_t begin_us) {
  if (laglens_gettid() != laglens_getpid()) return;
  __atomic_store_n(&attach_us, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&attach_ended_us, laglens_now_us(), __ATOMIC_RELAXED);
  __atomic_store_n(&attach_us, begin_us, __ATOMIC_RELEASE);
}
