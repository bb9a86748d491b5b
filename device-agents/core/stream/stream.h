/* The stream to one host: messages with all they refer to. After a new connection every table is sent again, each entry
 * right before the first message that needs it. */
#ifndef LAGLENS_STREAM_H
#define LAGLENS_STREAM_H

#include "../bits.h"
#include "../link/send_ring.h"
#include "methods.h"
#include "nodes.h"
#include "strings.h"
#include "writer.h"

struct laglens_stream {
  uint32_t messages_lost, samples_lost; /* since the last `dropped` message */
  uint32_t tables;                      /* which ones they are, from 1 */
  uint32_t cut;                         /* as in `laglens_stream_full`: since the last `overhead` message */
  uint32_t node_reported[LAGLENS_BIT_WORDS(LAGLENS_NODES)];
  uint32_t method_reported[LAGLENS_BIT_WORDS(LAGLENS_METHODS)];
  uint32_t string_reported[LAGLENS_BIT_WORDS(LAGLENS_STRINGS)];
  uint32_t smap_reported[LAGLENS_BIT_WORDS(LAGLENS_STRINGS)];
  uint32_t path[LAGLENS_DEPTH]; /* scratch */
  struct laglens_writer writer;
  struct laglens_ring ring;
  struct laglens_strings strings;
  struct laglens_methods methods;
  struct laglens_nodes nodes;
};

/* A new host: nothing was reported yet. */
void laglens_stream_reset(struct laglens_stream *stream);
/* Tables in which something found no room, as bits of `full` in `overhead`. */
uint32_t laglens_stream_full(const struct laglens_stream *stream);
/* Empties the tables: no id of a string, method or node means anything after this, here or to the host. */
void laglens_stream_empty_tables(struct laglens_stream *stream);
/* Sends the message under construction; false (and counted as lost) when there is no room. */
bool laglens_stream_send(struct laglens_stream *stream, bool urgent);
/* Reports a string or a node with its path, methods and SMAPs, if need be; false when there is no room. */
bool laglens_report_string(struct laglens_stream *stream, uint32_t string);
bool laglens_report_node(struct laglens_stream *stream, uint32_t node);
void laglens_report_log(struct laglens_stream *stream, uint32_t level, const char *text);

#endif
