#include "threads.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../agent.h"
#include "../darwin/libc.h"
#include "queues.h"

/* A thread gives itself a name soon after its begin, and may rest from then on. */
enum { LEAST_STACK_BYTES = 4096, NEW_FOR_LISTS = 3 };

static uint32_t next_id = 1;
static uint32_t turn;  /* of the list */
static uint32_t used;  /* slots that were ever taken: the rest need not be read */
static uint32_t count; /* on the last list */
static bool table_full;

static struct laglens_thread *free_slot(struct laglens_agent *agent) {
  for (uint32_t i = 0; i < LAGLENS_THREADS; i++) {
    if (agent->memory->threads[i].port != 0) continue;
    if (i + 1 > used) used = i + 1;
    return &agent->memory->threads[i];
  }
  table_full = true;
  return NULL;
}

struct laglens_thread *laglens_thread_of(struct laglens_agent *agent, laglens_port port) {
  for (uint32_t i = 0; i < used; i++) {
    if (agent->memory->threads[i].port == port) return &agent->memory->threads[i];
  }
  return NULL;
}

/* True when the text is another one than before. */
static bool change(char *to, const char *from) {
  if (laglens_equal(to, from)) return false;
  laglens_copy(to, LAGLENS_THREAD_NAME_BYTES, from);
  return true;
}

/* Name, queue and priority; true when one is new. */
static bool describe(struct laglens_agent *agent, struct laglens_thread *thread) {
  struct laglens_sys_thread_extended_info info;
  laglens_word_count words = LAGLENS_WORDS(info);
  char queue[LAGLENS_THREAD_NAME_BYTES];
  if (laglens_sys_thread_info(thread->port, LAGLENS_THREAD_EXTENDED_INFO, (uint32_t *)&info, &words) != LAGLENS_KERN_SUCCESS) return false;
  info.name[sizeof info.name - 1] = 0;
  bool is_main = thread == agent->main;
  bool is_new = change(thread->name, is_main && info.name[0] == 0 ? "main" : info.name);
  laglens_queue_label(thread->queue_at, queue, sizeof queue);
  uint32_t before = thread->priority;
  thread->priority = info.priority > 0 && info.priority <= (int32_t)UINT8_MAX ? (uint8_t)info.priority : 0;
  return change(thread->queue, queue) || is_new || thread->priority != before;
}

/* What never changes. The stack is known only once the thread made itself a pthread. */
static void identify(struct laglens_thread *thread) {
  struct laglens_sys_thread_identifier_info info;
  laglens_word_count words = LAGLENS_WORDS(info);
  if (thread->kernel_id == 0 && laglens_sys_thread_info(thread->port, LAGLENS_THREAD_IDENTIFIER_INFO, (uint32_t *)&info, &words) == LAGLENS_KERN_SUCCESS) {
    thread->kernel_id = info.thread_id;
    thread->queue_at = info.dispatch_qaddr;
  }
  laglens_pthread pthread = thread->stack_high == 0 ? laglens_sys_pthread_from_mach_thread_np(thread->port) : NULL;
  if (pthread == NULL) return;
  /* Of a thread that ends meanwhile the answer is an error number. */
  uintptr_t high = (uintptr_t)laglens_sys_pthread_get_stackaddr_np(pthread), bytes = laglens_sys_pthread_get_stacksize_np(pthread);
  if (bytes < LEAST_STACK_BYTES || high < bytes) return;
  thread->stack_high = high;
  thread->stack_low = high - bytes;
}

static void add(struct laglens_agent *agent, laglens_port port) {
  struct laglens_thread *thread = free_slot(agent);
  if (thread == NULL) {
    laglens_sys_mach_port_deallocate(laglens_sys_task_self, port);
    return;
  }
  *thread = (struct laglens_thread){.port = port, .id = next_id++, .added = turn, .listed = turn};
  if (port == agent->own_port) thread->flags |= LAGLENS_THREAD_OWN;
  if (port == agent->main_port) {
    thread->flags |= LAGLENS_THREAD_MAIN;
    agent->main = thread;
  }
}

static void report_end(struct laglens_agent *agent, const struct laglens_thread *thread) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  laglens_begin(writer, LAGLENS_MSG_THREAD_END);
  laglens_put(writer, thread->id);
  laglens_put_time(writer, laglens_now_us());
  laglens_stream_send(&agent->memory->stream, true);
}

static void report_one(struct laglens_agent *agent, struct laglens_thread *thread) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  laglens_begin(writer, LAGLENS_MSG_THREAD);
  laglens_put(writer, thread->id);
  laglens_put(writer, thread->kernel_id);
  laglens_put_text(writer, thread->name);
  laglens_put_text(writer, thread->queue);
  laglens_put(writer, thread->flags);
  laglens_put_time(writer, laglens_now_us());
  if (thread->priority != 0) laglens_put(writer, thread->priority);
  thread->reported = laglens_stream_send(&agent->memory->stream, true);
}

void laglens_threads_retire(struct laglens_agent *agent) {
  for (uint32_t i = 0; i < used; i++) {
    struct laglens_thread *thread = &agent->memory->threads[i];
    if (thread->port == 0 || thread->listed == turn) continue;
    if (!thread->gone && thread->reported && agent->capture.connected) report_end(agent, thread);
    if (thread == agent->main) agent->main = NULL;
    thread->gone = true;
    if (turn - thread->listed < 2) continue;
    laglens_sys_mach_port_deallocate(laglens_sys_task_self, thread->port);
    thread->port = 0;
  }
}

/* Each entry of the kernel's list comes with a right of its own; the slot keeps one. */
static void take_list(struct laglens_agent *agent, const laglens_port *ports) {
  for (uint32_t i = 0; i < count; i++) {
    struct laglens_thread *thread = laglens_thread_of(agent, ports[i]);
    if (i == 0 && agent->main_port == 0) agent->main_port = ports[0];
    if (thread == NULL) {
      add(agent, ports[i]);
    } else {
      thread->listed = turn;
      laglens_sys_mach_port_deallocate(laglens_sys_task_self, ports[i]);
    }
  }
}

void laglens_threads_list(struct laglens_agent *agent) {
  laglens_port *ports = NULL;
  laglens_word_count listed = 0;
  if (laglens_sys_task_threads(laglens_sys_task_self, &ports, &listed) != LAGLENS_KERN_SUCCESS) return;
  turn++;
  count = listed;
  take_list(agent, ports);
  laglens_sys_vm_deallocate(laglens_sys_task_self, (laglens_address)ports, listed * sizeof *ports);
  for (uint32_t i = 0; i < used; i++) {
    struct laglens_thread *thread = &agent->memory->threads[i];
    if (thread->port == 0 || thread->listed != turn) continue;
    identify(thread);
    bool may_change = !thread->reported || thread->active || thread == agent->main || turn - thread->added < NEW_FOR_LISTS;
    bool is_new = may_change && describe(agent, thread);
    if (agent->capture.connected && (is_new || !thread->reported)) report_one(agent, thread);
  }
}

void laglens_threads_forget_reported(struct laglens_agent *agent) {
  for (uint32_t i = 0; i < used; i++) {
    agent->memory->threads[i].reported = false;
    laglens_run_forget(&agent->memory->threads[i].run);
  }
}

void laglens_threads_forget_runs(struct laglens_agent *agent) {
  for (uint32_t i = 0; i < used; i++) agent->memory->threads[i].run = (struct laglens_run){.open = false};
}

uint32_t laglens_threads_used(void) { return used; }
uint32_t laglens_threads_count(void) { return count; }
bool laglens_threads_full(void) { return table_full; }
