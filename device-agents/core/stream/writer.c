#include "writer.h"

#include "../text.h"
#include "../wire_schema.h"

void laglens_writer_reset(struct laglens_writer *writer) {
  writer->bases = (struct laglens_bases){0, 0};
  writer->sent = writer->bases;
  writer->length = 0;
  writer->overflow = false;
}

static void put_byte(struct laglens_writer *writer, uint32_t byte) {
  if (writer->length == LAGLENS_WRITER_BYTES) {
    writer->overflow = true;
  } else {
    writer->bytes[LAGLENS_WRITER_HEAD + writer->length++] = (uint8_t)byte;
  }
}

void laglens_begin(struct laglens_writer *writer, uint32_t number) {
  writer->length = 0;
  writer->overflow = false;
  laglens_put(writer, number);
}

void laglens_put(struct laglens_writer *writer, uint64_t value) {
  while (value >= 128) {
    put_byte(writer, (uint32_t)(value & 127) | 128);
    value >>= 7;
  }
  put_byte(writer, (uint32_t)value);
}

void laglens_put_signed(struct laglens_writer *writer, int64_t value) {
  laglens_put(writer, ((uint64_t)value << 1) ^ (value < 0 ? ~(uint64_t)0 : 0));
}

void laglens_put_optional(struct laglens_writer *writer, bool known, uint64_t value) { laglens_put(writer, known ? value + 1 : 0); }

void laglens_put_time(struct laglens_writer *writer, uint64_t time_us) {
  laglens_put_signed(writer, (int64_t)time_us - writer->bases.time_us);
  writer->bases.time_us = (int64_t)time_us;
}

void laglens_put_time_absolute(struct laglens_writer *writer, uint64_t time_us) {
  laglens_put(writer, time_us);
  writer->bases.time_us = (int64_t)time_us;
}

void laglens_put_node(struct laglens_writer *writer, uint32_t node) {
  laglens_put_signed(writer, (int64_t)node - writer->bases.node);
  writer->bases.node = node;
}

void laglens_put_node_absolute(struct laglens_writer *writer, uint32_t node) {
  laglens_put(writer, node);
  writer->bases.node = node;
}

void laglens_put_bytes(struct laglens_writer *writer, const void *bytes, size_t length) {
  const uint8_t *from = bytes;
  if (length > LAGLENS_MAX_STRING_BYTES) length = LAGLENS_MAX_STRING_BYTES;
  laglens_put(writer, length);
  for (size_t i = 0; i < length; i++) put_byte(writer, from[i]);
}

void laglens_put_text(struct laglens_writer *writer, const char *text) { laglens_put_bytes(writer, text, laglens_length(text)); }

const uint8_t *laglens_finish(struct laglens_writer *writer, uint32_t *length) {
  uint8_t head[LAGLENS_WRITER_HEAD];
  uint32_t head_length = 0;
  if (writer->overflow) return NULL;
  for (uint32_t rest = writer->length;; rest >>= 7) {
    head[head_length++] = (uint8_t)((rest & 127) | (rest >= 128 ? 128 : 0));
    if (rest < 128) break;
  }
  uint8_t *start = writer->bytes + LAGLENS_WRITER_HEAD - head_length;
  for (uint32_t i = 0; i < head_length; i++) start[i] = head[i];
  *length = head_length + writer->length;
  return start;
}

void laglens_accept_message(struct laglens_writer *writer) { writer->sent = writer->bases; }
void laglens_reject_message(struct laglens_writer *writer) { writer->bases = writer->sent; }
