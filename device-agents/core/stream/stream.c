#include "stream.h"

#include "../wire_schema.h"

static void clear(uint32_t *words, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) words[i] = 0;
}

/* Counts on in later lives of the agent: their tables are others to a host that comes back. */
static uint32_t tables_made;

static void forget_reported(struct laglens_stream *stream) {
  clear(stream->node_reported, LAGLENS_BIT_WORDS(LAGLENS_NODES));
  clear(stream->method_reported, LAGLENS_BIT_WORDS(LAGLENS_METHODS));
  clear(stream->string_reported, LAGLENS_BIT_WORDS(LAGLENS_STRINGS));
  clear(stream->smap_reported, LAGLENS_BIT_WORDS(LAGLENS_STRINGS));
}

void laglens_stream_empty_tables(struct laglens_stream *stream) {
  forget_reported(stream);
  clear(stream->nodes.slot, LAGLENS_NODE_SLOTS);
  for (uint32_t i = 0; i < LAGLENS_METHOD_SLOTS; i++) stream->methods.slot[i] = 0;
  for (uint32_t i = 0; i < LAGLENS_STRING_SLOTS; i++) stream->strings.slot[i] = 0;
  stream->nodes.count = stream->methods.count = stream->methods.lines_used = stream->strings.count = stream->strings.used = 0;
  stream->nodes.full = stream->methods.full = stream->methods.lines_full = stream->strings.full = false;
  stream->tables = ++tables_made;
}

void laglens_stream_reset(struct laglens_stream *stream) {
  if (stream->tables == 0) stream->tables = ++tables_made;
  stream->messages_lost = stream->samples_lost = 0;
  forget_reported(stream);
  laglens_writer_reset(&stream->writer);
  laglens_ring_clear(&stream->ring);
}

uint32_t laglens_stream_full(const struct laglens_stream *stream) {
  enum { NODES = 1, METHODS = 2, TEXTS = 8, LINES = 16 };
  const struct laglens_methods *methods = &stream->methods;
  return (stream->nodes.full ? NODES : 0u) | (methods->full ? METHODS : 0u) | (stream->strings.full ? TEXTS : 0u) | (methods->lines_full ? LINES : 0u);
}

bool laglens_stream_send(struct laglens_stream *stream, bool urgent) {
  uint32_t length;
  const uint8_t *message = laglens_finish(&stream->writer, &length);
  if (message != NULL && laglens_ring_write(&stream->ring, message, length, urgent)) {
    laglens_accept_message(&stream->writer);
    return true;
  }
  laglens_reject_message(&stream->writer);
  stream->messages_lost++;
  return false;
}

bool laglens_report_string(struct laglens_stream *stream, uint32_t string) {
  if (string == 0 || laglens_bit(stream->string_reported, string)) return true;
  laglens_begin(&stream->writer, LAGLENS_MSG_STRING);
  laglens_put(&stream->writer, string);
  laglens_put_text(&stream->writer, laglens_string(&stream->strings, string));
  if (!laglens_stream_send(stream, true)) return false;
  laglens_set_bit(stream->string_reported, string);
  return true;
}

static bool report_smap(struct laglens_stream *stream, const struct laglens_method *method) {
  if (method->smap == 0 || laglens_bit(stream->smap_reported, method->class_name)) return true;
  laglens_begin(&stream->writer, LAGLENS_MSG_CLASS_DEBUG);
  laglens_put_text(&stream->writer, laglens_string(&stream->strings, method->class_name));
  laglens_put_text(&stream->writer, laglens_string(&stream->strings, method->smap));
  if (!laglens_stream_send(stream, false)) return false;
  laglens_set_bit(stream->smap_reported, method->class_name);
  return true;
}

static bool report_method(struct laglens_stream *stream, uint32_t number) {
  const struct laglens_method *method = &stream->methods.method[number];
  struct laglens_writer *writer = &stream->writer;
  if (number == 0 || laglens_bit(stream->method_reported, number)) return true;
  if (!report_smap(stream, method)) return false;
  laglens_begin(writer, LAGLENS_MSG_METHOD);
  laglens_put(writer, number);
  laglens_put_text(writer, laglens_string(&stream->strings, method->class_name));
  laglens_put_text(writer, laglens_string(&stream->strings, method->name));
  laglens_put_text(writer, laglens_string(&stream->strings, method->signature));
  laglens_put_text(writer, laglens_string(&stream->strings, method->source_file));
  laglens_put(writer, method->modifiers);
  if (!laglens_stream_send(stream, false)) return false;
  laglens_set_bit(stream->method_reported, number);
  return true;
}

static bool report_one_node(struct laglens_stream *stream, uint32_t id) {
  const struct laglens_node *node = &stream->nodes.node[id];
  struct laglens_writer *writer = &stream->writer;
  bool is_native = (node->method & LAGLENS_NATIVE) != 0;
  if (laglens_bit(stream->node_reported, id)) return true;
  if (!is_native && !report_method(stream, node->method)) return false;
  laglens_begin(writer, is_native ? LAGLENS_MSG_NATIVE_NODE : LAGLENS_MSG_NODE);
  laglens_put(writer, id);
  laglens_put(writer, node->parent);
  laglens_put(writer, node->method & ~LAGLENS_NATIVE);
  if (is_native) {
    laglens_put(writer, laglens_node_offset(node));
  } else {
    laglens_put(writer, node->line);
    laglens_put_signed(writer, node->pc);
  }
  if (!laglens_stream_send(stream, false)) return false;
  laglens_set_bit(stream->node_reported, id);
  return true;
}

bool laglens_report_node(struct laglens_stream *stream, uint32_t node) {
  uint32_t length = 0;
  /* Innermost first up to one that was reported, then reports from there inwards. */
  for (uint32_t at = node; at != 0 && length < LAGLENS_DEPTH && !laglens_bit(stream->node_reported, at); at = stream->nodes.node[at].parent) {
    stream->path[length++] = at;
  }
  while (length > 0) {
    if (!report_one_node(stream, stream->path[--length])) return false;
  }
  return true;
}

void laglens_report_log(struct laglens_stream *stream, uint32_t level, const char *text) {
  laglens_begin(&stream->writer, LAGLENS_MSG_LOG);
  laglens_put(&stream->writer, level);
  laglens_put_text(&stream->writer, text);
  laglens_stream_send(stream, true);
}
