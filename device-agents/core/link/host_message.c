#include "host_message.h"

#include "../wire_schema.h"

struct reader {
  const uint8_t *at, *end;
  bool bad;
};

static uint32_t read_number(struct reader *reader) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 56; shift += 7) {
    if (reader->at == reader->end) {
      reader->bad = true;
      return 0;
    }
    uint8_t byte = *reader->at++;
    value |= (uint64_t)(byte & 127u) << shift;
    if (byte < 128) return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
  }
  reader->bad = true;
  return 0;
}

/* A field at the end that an older host does not send is 0. */
static uint32_t read_field(struct reader *reader) { return reader->at == reader->end ? 0 : read_number(reader); }

_Static_assert(LAGLENS_SECRET_BYTES == LAGLENS_NONCE_BYTES && LAGLENS_SECRET_BYTES == LAGLENS_PROOF_BYTES, "one field holds both");

static void read_secret(struct reader *reader, struct laglens_host_message *out) {
  uint32_t length = read_field(reader);
  if (length > (size_t)(reader->end - reader->at)) {
    reader->bad = true;
    return;
  }
  out->secret_complete = length == LAGLENS_SECRET_BYTES;
  for (uint32_t i = 0; out->secret_complete && i < LAGLENS_SECRET_BYTES; i++) out->secret[i] = reader->at[i];
}

static void read_hello(struct reader *reader, struct laglens_host_message *out) {
  out->kind = LAGLENS_HOST_HELLO;
  out->protocol = read_field(reader);
  read_secret(reader, out);
}

static void read_proof(struct reader *reader, struct laglens_host_message *out) {
  out->kind = LAGLENS_HOST_PROOF;
  read_secret(reader, out);
}

static void read_configure(struct reader *reader, struct laglens_host_message *out) {
  out->kind = LAGLENS_HOST_CONFIGURE;
  out->interval_us = read_field(reader);
  out->threads = read_field(reader);
  out->depth = read_field(reader);
  out->walk_always = read_field(reader);
  out->allocations = read_field(reader);
}

static void read_body(struct reader *reader, struct laglens_host_message *out) {
  switch (read_number(reader)) {
    case LAGLENS_MSG_HOST_HELLO: read_hello(reader, out); break;
    case LAGLENS_MSG_HOST_PROOF: read_proof(reader, out); break;
    case LAGLENS_MSG_CONFIGURE: read_configure(reader, out); break;
    case LAGLENS_MSG_FLUSH: out->kind = LAGLENS_HOST_FLUSH; break;
    case LAGLENS_MSG_DETACH: out->kind = LAGLENS_HOST_DETACH; break;
    default: out->kind = LAGLENS_HOST_UNKNOWN; break;
  }
  if (reader->bad) out->kind = LAGLENS_HOST_BAD;
}

void laglens_host_next(struct laglens_host_input *input, struct laglens_host_message *out) {
  struct reader head = {input->bytes, input->bytes + input->length, false};
  *out = (struct laglens_host_message){.kind = LAGLENS_HOST_NOTHING};
  if (input->length == 0) return;
  uint32_t length = read_number(&head);
  if (head.bad) {
    /* The length itself is not complete yet, or never will be. */
    if (input->length >= 8) out->kind = LAGLENS_HOST_BAD;
    return;
  }
  if (length == 0 || length > LAGLENS_HOST_BYTES - 8) {
    out->kind = LAGLENS_HOST_BAD;
    return;
  }
  if (length > (size_t)(head.end - head.at)) return;
  struct reader body = {head.at, head.at + length, false};
  read_body(&body, out);
  uint32_t used = (uint32_t)(body.end - input->bytes);
  for (uint32_t i = used; i < input->length; i++) input->bytes[i - used] = input->bytes[i];
  input->length -= used;
}
