/* Builds one message of the wire protocol at a time (see wire_schema.h for what the fields are). */
#ifndef LAGLENS_WRITER_H
#define LAGLENS_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAGLENS_WRITER_BYTES = 72 * 1024, LAGLENS_WRITER_HEAD = 4 };

/* Differences on the wire count from these; both ends move them in step. */
struct laglens_bases {
  int64_t time_us;
  int64_t node;
};

struct laglens_writer {
  struct laglens_bases bases; /* after the message under construction */
  struct laglens_bases sent;  /* after the last message that was accepted */
  uint32_t length;
  bool overflow;
  uint8_t bytes[LAGLENS_WRITER_HEAD + LAGLENS_WRITER_BYTES];
};

/* New connection: both bases at 0. */
void laglens_writer_reset(struct laglens_writer *writer);
void laglens_begin(struct laglens_writer *writer, uint32_t number);
void laglens_put(struct laglens_writer *writer, uint64_t value);
void laglens_put_signed(struct laglens_writer *writer, int64_t value);
/* Unknown is not 0. */
void laglens_put_optional(struct laglens_writer *writer, bool known, uint64_t value);
void laglens_put_time(struct laglens_writer *writer, uint64_t time_us);
void laglens_put_time_absolute(struct laglens_writer *writer, uint64_t time_us);
void laglens_put_node(struct laglens_writer *writer, uint32_t node);
void laglens_put_node_absolute(struct laglens_writer *writer, uint32_t node);
void laglens_put_bytes(struct laglens_writer *writer, const void *bytes, size_t length);
void laglens_put_text(struct laglens_writer *writer, const char *text);

/* Closes the message; gives where it begins and its length in all, or NULL when it did not fit. */
const uint8_t *laglens_finish(struct laglens_writer *writer, uint32_t *length);
/* The finished message goes out: its bases stand. Otherwise it is as if it had never been. */
void laglens_accept_message(struct laglens_writer *writer);
void laglens_reject_message(struct laglens_writer *writer);

#endif
