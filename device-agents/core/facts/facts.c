#include "facts.h"

#include "../wire_schema.h"

/* Tick before this much time went by: with rounds of at most 50 ms none comes later than that. At rest every other round of 115 ms. */
enum { TICK_US = 29000, REST_TICK_US = 150000, REST_ROUND_US = 50000, SECOND_US = 1000000 };
enum { EMPTY_AGAIN_US = 1000000 };

void laglens_report_hello(struct laglens_capture *capture, const struct laglens_identity *identity) {
  struct laglens_writer *writer = &capture->stream->writer;
  laglens_begin(writer, LAGLENS_MSG_HELLO);
  laglens_put(writer, LAGLENS_PROTOCOL_VERSION);
  laglens_put_text(writer, LAGLENS_AGENT_VERSION);
  laglens_put_text(writer, LAGLENS_BUILD_HASH);
  laglens_put(writer, (uint64_t)laglens_getpid());
  laglens_put_text(writer, identity->process);
  laglens_put_text(writer, identity->abi);
  laglens_put_text(writer, identity->os);
  laglens_put(writer, identity->api_level);
  laglens_put_text(writer, identity->runtime);
  laglens_put_time_absolute(writer, laglens_now_us());
  laglens_put(writer, laglens_wall_us());
  laglens_put(writer, capture->interval_us);
  laglens_put(writer, identity->ability_count);
  for (uint32_t i = 0; i < identity->ability_count; i++) {
    const struct laglens_ability *ability = &identity->abilities[i];
    laglens_put_text(writer, ability->name);
    laglens_put(writer, *ability->why == 0 ? 1 : 0);
    laglens_put_text(writer, ability->why);
  }
  laglens_stream_send(capture->stream, true);
  /* A host takes the first ones for granted. */
  if (capture->stream->tables != 1) laglens_report_clock(capture);
}

void laglens_report_settings(struct laglens_capture *capture) {
  struct laglens_writer *writer = &capture->stream->writer;
  laglens_begin(writer, LAGLENS_MSG_SETTINGS);
  laglens_put(writer, capture->interval_us);
  laglens_put(writer, capture->threads_mode);
  laglens_put(writer, capture->depth);
  laglens_put(writer, capture->walk_always);
  if (capture->allocations || capture->asked_interval_us != 0) laglens_put(writer, capture->allocations ? 1 : 0);
  if (capture->asked_interval_us != 0) laglens_put(writer, capture->asked_interval_us);
  laglens_stream_send(capture->stream, true);
}

void laglens_report_clock(struct laglens_capture *capture) {
  struct laglens_writer *writer = &capture->stream->writer;
  laglens_begin(writer, LAGLENS_MSG_CLOCK);
  laglens_put_time_absolute(writer, laglens_now_us());
  laglens_put(writer, laglens_wall_us());
  laglens_put_node_absolute(writer, (uint32_t)writer->bases.node);
  laglens_put(writer, capture->stream->tables);
  laglens_stream_send(capture->stream, true);
}

bool laglens_tables_are_due(struct laglens_capture *capture) {
  uint32_t full = laglens_stream_full(capture->stream);
  if (full == 0) return false;
  /* One stack alone may fill them: then each of them would cost as much as all tables. */
  if (laglens_now_us() - capture->emptied_us >= EMPTY_AGAIN_US) return true;
  capture->stream->cut |= full;
  return false;
}

void laglens_start_tables_over(struct laglens_capture *capture) {
  capture->emptied_us = laglens_now_us();
  laglens_stream_empty_tables(capture->stream);
  laglens_report_clock(capture);
}

void laglens_report_tick(struct laglens_capture *capture, uint64_t now_us) {
  struct laglens_writer *writer = &capture->stream->writer;
  bool rests = laglens_sleeps_long(capture) && capture->long_interval_us > REST_ROUND_US;
  if (!capture->ticks_each_round && now_us - capture->last_tick_us < (rests ? REST_TICK_US : TICK_US)) return;
  laglens_begin(writer, LAGLENS_MSG_TICK);
  laglens_put_time(writer, now_us);
  laglens_put(writer, capture->ticks_rounds);
  laglens_stream_send(capture->stream, true);
  capture->ticks_rounds = 0;
  capture->last_tick_us = now_us;
}

void laglens_report_bye(struct laglens_capture *capture, const char *why) {
  struct laglens_writer *writer = &capture->stream->writer;
  laglens_begin(writer, LAGLENS_MSG_BYE);
  laglens_put_time(writer, laglens_now_us());
  laglens_put_text(writer, why);
  laglens_stream_send(capture->stream, true);
}

static void report_losses(struct laglens_capture *capture, uint64_t now_us) {
  struct laglens_stream *stream = capture->stream;
  uint32_t events = laglens_events_take_lost(capture->events);
  uint32_t messages = stream->messages_lost, samples = stream->samples_lost;
  if (events + messages + samples == 0) return;
  laglens_begin(&stream->writer, LAGLENS_MSG_DROPPED);
  laglens_put_time(&stream->writer, now_us);
  laglens_put(&stream->writer, messages + events);
  laglens_put(&stream->writer, samples);
  laglens_put_text(&stream->writer, events > 0 ? "the app reported more in one round than the agent has room for" : "the link to the host is too slow");
  if (laglens_stream_send(stream, true)) {
    stream->messages_lost -= messages;
    stream->samples_lost -= samples;
  } else {
    /* This message itself need not be counted; what it would have reported must be. */
    stream->messages_lost += events - 1;
  }
}

static void report_costs(struct laglens_capture *capture, uint64_t now_us, bool threads_full) {
  struct laglens_stream *stream = capture->stream;
  struct laglens_writer *writer = &stream->writer;
  struct laglens_costs *costs = &capture->costs;
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
  laglens_put(writer, stream->cut | (threads_full ? 4u : 0u));
  if (laglens_stream_send(stream, true)) {
    *costs = (struct laglens_costs){.cpu_us = cpu_us};
    stream->cut = 0;
    stream->ring.highest = laglens_ring_fill(&stream->ring);
  }
}

bool laglens_report_second(struct laglens_capture *capture, uint64_t now_us, bool threads_full) {
  if (now_us - capture->last_second_us < SECOND_US) return false;
  capture->last_second_us = now_us;
  report_losses(capture, now_us);
  report_costs(capture, now_us, threads_full);
  return true;
}
