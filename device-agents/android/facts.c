#include "facts.h"

#include "../core/text.h"
#include "../core/wire_schema.h"

#if defined(__aarch64__)
#define ABI "arm64-v8a"
#elif defined(__arm__)
#define ABI "armeabi-v7a"
#else
#define ABI "x86_64"
#endif

/* Name and version of the virtual machine in one line. */
static void runtime_name(struct laglens_agent *agent, char *out, size_t capacity) {
  char *text = NULL;
  size_t at = 0;
  out[0] = 0;
  if (jvmti_system_property(agent->jvmti, "java.vm.name", &text) == ERROR_NONE) {
    at = laglens_copy(out, capacity, text);
    jvmti_free(agent->jvmti, text);
  }
  if (jvmti_system_property(agent->jvmti, "java.vm.version", &text) == ERROR_NONE) {
    at = laglens_append(out, capacity, at, " ");
    laglens_append(out, capacity, at, text);
    jvmti_free(agent->jvmti, text);
  }
}

/* On Android the command line is the application id; a desktop virtual machine knows its main class. */
static void process_name(struct laglens_agent *agent, char *out, size_t capacity) {
  char *text = NULL;
  out[0] = 0;
  if (!agent->is_art && jvmti_system_property(agent->jvmti, "sun.java.command", &text) == ERROR_NONE) {
    laglens_copy(out, capacity, text);
    jvmti_free(agent->jvmti, text);
    for (char *c = out; *c != 0; c++) {
      if (*c == ' ') *c = 0;
    }
    return;
  }
  int fd = laglens_open_read("/proc/self/cmdline");
  if (fd < 0) return;
  long got = laglens_read(fd, out, capacity - 1);
  out[got > 0 ? got : 0] = 0;
  laglens_close(fd);
  size_t name = 0;
  /* A runtime that was started by hand has its path there. */
  for (size_t i = 0; out[0] == '/' && out[i] != 0; i++) name = out[i] == '/' ? i + 1 : name;
  for (size_t i = 0; name > 0 && (i == 0 || out[i - 1] != 0); i++) out[i] = out[name + i];
}

/* Build.VERSION.SDK_INT; 0 where there is no such class. */
static uint32_t api_level(struct laglens_agent *agent, laglens_jni jni) {
  if (!agent->is_art) return 0;
  jclass version = jni_find_class(jni, "android/os/Build$VERSION");
  if (version == NULL) return 0;
  jfieldID field = jni_static_field(jni, version, "SDK_INT", "I");
  uint32_t level = field == NULL ? 0 : (uint32_t)jni_get_static_int(jni, version, field);
  jni_delete_local(jni, version);
  return level;
}

void laglens_tell_hello(struct laglens_agent *agent, laglens_jni jni) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  char text[256];
  laglens_begin(writer, LAGLENS_MSG_HELLO);
  laglens_put(writer, LAGLENS_PROTOCOL_VERSION);
  laglens_put_text(writer, LAGLENS_AGENT_VERSION);
  laglens_put_text(writer, LAGLENS_BUILD_HASH);
  laglens_put(writer, (uint64_t)laglens_getpid());
  process_name(agent, text, sizeof text);
  laglens_put_text(writer, text);
  laglens_put_text(writer, ABI);
  laglens_put_text(writer, agent->is_art ? "android" : "jvm");
  laglens_put(writer, api_level(agent, jni));
  runtime_name(agent, text, sizeof text);
  laglens_put_text(writer, text);
  laglens_put_time_absolute(writer, laglens_now_us());
  laglens_put(writer, laglens_wall_us());
  laglens_put(writer, agent->interval_us);
  laglens_put(writer, LAGLENS_ABILITIES);
  for (int i = 0; i < LAGLENS_ABILITIES; i++) {
    laglens_put_text(writer, agent->abilities[i].name);
    laglens_put(writer, agent->can[i] ? 1 : 0);
    laglens_put_text(writer, agent->abilities[i].why);
  }
  laglens_stream_send(&agent->memory->stream, true);
}

void laglens_tell_settings(struct laglens_agent *agent) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  laglens_begin(writer, LAGLENS_MSG_SETTINGS);
  laglens_put(writer, agent->interval_us);
  laglens_put(writer, agent->threads_mode);
  laglens_put(writer, agent->depth);
  laglens_put(writer, agent->walk_always);
  laglens_stream_send(&agent->memory->stream, true);
}

void laglens_tell_clock(struct laglens_agent *agent) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  laglens_begin(writer, LAGLENS_MSG_CLOCK);
  laglens_put_time_absolute(writer, laglens_now_us());
  laglens_put(writer, laglens_wall_us());
  laglens_put_node_absolute(writer, (uint32_t)writer->bases.node);
  laglens_stream_send(&agent->memory->stream, true);
}

void laglens_tell_tick(struct laglens_agent *agent, uint64_t now_us) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  laglens_begin(writer, LAGLENS_MSG_TICK);
  laglens_put_time(writer, now_us);
  laglens_put(writer, agent->ticks_rounds);
  laglens_stream_send(&agent->memory->stream, true);
  agent->ticks_rounds = 0;
  agent->last_tick_us = now_us;
}

void laglens_tell_bye(struct laglens_agent *agent, const char *why) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  laglens_begin(writer, LAGLENS_MSG_BYE);
  laglens_put_time(writer, laglens_now_us());
  laglens_put_text(writer, why);
  laglens_stream_send(&agent->memory->stream, true);
}

void laglens_tell_losses(struct laglens_agent *agent, uint64_t now_us) {
  struct laglens_stream *stream = &agent->memory->stream;
  uint32_t events = laglens_events_take_lost(&agent->memory->events);
  uint32_t messages = stream->messages_lost, samples = stream->samples_lost;
  if (events + messages + samples == 0) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_DROPPED);
  laglens_put_time(&stream->writer, now_us);
  laglens_put(&stream->writer, messages + events);
  laglens_put(&stream->writer, samples);
  laglens_put_text(&stream->writer, events > 0 ? "the app told more in one round than the agent has room for" : "the link to the host is too slow");
  if (laglens_stream_send(stream, true)) {
    stream->messages_lost -= messages;
    stream->samples_lost -= samples;
  } else {
    /* This message itself need not be counted; what it would have told must be. */
    stream->messages_lost += events - 1;
  }
}

void laglens_tell_costs(struct laglens_agent *agent, uint64_t now_us) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct laglens_writer *writer = &stream->writer;
  struct laglens_costs *costs = &agent->costs;
  uint64_t cpu_us = laglens_own_cpu_us();
  laglens_begin(writer, LAGLENS_MSG_OVERHEAD);
  laglens_put_time(writer, now_us);
  laglens_put(writer, cpu_us - costs->cpu_us);
  laglens_put(writer, costs->rounds);
  laglens_put(writer, costs->walks);
  laglens_put(writer, costs->walk_us);
  laglens_put(writer, costs->skipped);
  laglens_put(writer, costs->late_rounds);
  laglens_put(writer, stream->ring.highest);
  laglens_put(writer, stream->nodes.count);
  laglens_put(writer, stream->methods.count);
  laglens_put(writer, (stream->nodes.full ? 1u : 0u) | (stream->methods.full ? 2u : 0u) | (laglens_threads_full() ? 4u : 0u));
  if (laglens_stream_send(stream, true)) {
    *costs = (struct laglens_costs){.cpu_us = cpu_us};
    stream->ring.highest = laglens_ring_fill(&stream->ring);
  }
}
