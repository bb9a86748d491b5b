#include "connection.h"

#include "../text.h"
#include "../wire_schema.h"

/* A stranger is sent away after the first, and may lose its place to a newcomer after the second: time for a host behind a slow link. */
enum { STRANGER_US = 2000000, PLACE_US = 250000 };
/* Connections let in at one turn: who is turned away at once must not fill the queue before the host. */
enum { ACCEPTS_PER_TURN = 32 };
/* A listener that cannot let anybody in stays readable: polled all the while it would keep a CPU busy. */
enum { ACCEPT_AGAIN_US = 250000 };
enum { REFUSED_BUSY = 1, REFUSED_PROTOCOL = 2, REFUSED_BUILD = 3 };

void laglens_connection_init(struct laglens_connection *connection) {
  *connection = (struct laglens_connection){.listener = -1, .waker = -1, .host = -1};
}

void laglens_connection_drop_host(struct laglens_connection *connection) {
  if (connection->host >= 0) laglens_close(connection->host);
  connection->host = -1;
}

bool laglens_connection_has_host(const struct laglens_connection *connection) { return connection->host >= 0; }

bool laglens_connection_flush(struct laglens_connection *connection, struct laglens_stream *stream) {
  connection->is_full = false;
  if (connection->host < 0) return true;
  for (;;) {
    uint32_t length;
    const uint8_t *piece = laglens_ring_piece(&stream->ring, &length);
    if (length == 0) return true;
    long sent = laglens_send(connection->host, piece, length);
    connection->is_full = sent == -LAGLENS_EAGAIN || sent == -LAGLENS_EINTR;
    if (connection->is_full) return true;
    if (sent <= 0) return false;
    laglens_ring_consume(&stream->ring, (uint32_t)sent);
  }
}

static void forget(struct laglens_stranger *stranger) {
  laglens_close(stranger->fd);
  stranger->fd = 0;
  stranger->input.length = 0;
}

void laglens_connection_forget_strangers(struct laglens_connection *connection) {
  for (int i = 0; i < LAGLENS_STRANGERS; i++) {
    if (connection->strangers[i].fd != 0) forget(&connection->strangers[i]);
  }
}

/* Goes before `other` when a place is needed: a free one, then who is not preferred, then who waits longest. */
static bool goes_before(const struct laglens_stranger *one, const struct laglens_stranger *other) {
  if (one->fd == 0 || other->fd == 0) return other->fd != 0;
  if (one->preferred != other->preferred) return other->preferred;
  return one->since_us < other->since_us;
}

static struct laglens_stranger *next_place(struct laglens_connection *connection) {
  struct laglens_stranger *place = &connection->strangers[0];
  for (int i = 1; i < LAGLENS_STRANGERS; i++) {
    if (goes_before(&connection->strangers[i], place)) place = &connection->strangers[i];
  }
  return place;
}

/* When the next newcomer can have a place. Until then it waits at the listener, where others do not push it out. */
static uint64_t place_from_us(struct laglens_connection *connection) {
  const struct laglens_stranger *place = next_place(connection);
  return place->fd == 0 ? 0 : place->since_us + PLACE_US;
}

static void welcome(struct laglens_connection *connection, int fd, uint64_t now_us) {
  enum laglens_standing standing = connection->standing_of == NULL ? LAGLENS_MAY_SPEAK : connection->standing_of(fd);
  if (standing == LAGLENS_TURNED_AWAY) {
    laglens_close(fd);
    return;
  }
  struct laglens_stranger *place = next_place(connection);
  if (place->fd != 0) forget(place);
  *place = (struct laglens_stranger){.fd = fd, .preferred = standing == LAGLENS_PREFERRED, .since_us = now_us};
}

/* False when the other side is gone. */
static bool receive(int fd, struct laglens_host_input *input) {
  long got = laglens_receive(fd, input->bytes + input->length, LAGLENS_HOST_BYTES - input->length);
  if (got == -LAGLENS_EAGAIN || got == -LAGLENS_EINTR) return true;
  if (got <= 0) return false;
  input->length += (uint32_t)got;
  return true;
}

static void refuse(struct laglens_stream *stream, struct laglens_stranger *stranger, uint32_t code, const char *text) {
  struct laglens_writer *writer = &stream->writer;
  uint32_t length;
  laglens_begin(writer, LAGLENS_MSG_REFUSED);
  laglens_put(writer, code);
  laglens_put_text(writer, text);
  const uint8_t *message = laglens_finish(writer, &length);
  laglens_send(stranger->fd, message, length);
  laglens_reject_message(writer);
  forget(stranger);
}

/* Answers a hello. Before a proof only the version is talked about: with an older or newer host there is no other way to say it. */
static void challenge(struct laglens_connection *connection, struct laglens_stream *stream, struct laglens_stranger *stranger,
                      const struct laglens_host_message *hello) {
  struct laglens_writer *writer = &stream->writer;
  struct laglens_challenge made;
  uint32_t length;
  if (hello->protocol != LAGLENS_PROTOCOL_VERSION) {
    bool is_newer = hello->protocol > LAGLENS_PROTOCOL_VERSION;
    refuse(stream, stranger, REFUSED_PROTOCOL,
           is_newer ? "The agent in the app is older: rebuild or restart the app." : "The agent in the app is newer: update Laglens.");
    return;
  }
  bool can = hello->secret_complete && connection->token != NULL && laglens_make_challenge(connection->token, hello->secret, &made);
  if (!can) {
    forget(stranger);
    return;
  }
  laglens_begin(writer, LAGLENS_MSG_CHALLENGE);
  laglens_put_bytes(writer, made.nonce, sizeof made.nonce);
  laglens_put_bytes(writer, made.proof, sizeof made.proof);
  const uint8_t *message = laglens_finish(writer, &length);
  laglens_send(stranger->fd, message, length);
  laglens_reject_message(writer);
  for (uint32_t i = 0; i < LAGLENS_PROOF_BYTES; i++) stranger->wanted[i] = made.wanted[i];
  stranger->challenged = true;
}

/* The stranger said something: it is challenged, becomes the host, is refused, or is shut out without a word. */
static bool judge(struct laglens_connection *connection, struct laglens_stream *stream, struct laglens_stranger *stranger) {
  struct laglens_host_message message;
  laglens_host_next(&stranger->input, &message);
  if (message.kind == LAGLENS_HOST_NOTHING && stranger->input.length < LAGLENS_HOST_BYTES) return false;
  if (!stranger->challenged && message.kind == LAGLENS_HOST_HELLO) {
    challenge(connection, stream, stranger, &message);
    return false;
  }
  bool right = stranger->challenged && message.kind == LAGLENS_HOST_PROOF && message.secret_complete &&
               laglens_same_secret(message.secret, stranger->wanted, sizeof message.secret);
  if (!right) {
    forget(stranger);
  } else if (connection->refuse_text != NULL) {
    refuse(stream, stranger, REFUSED_BUILD, connection->refuse_text);
  } else if (connection->host >= 0) {
    refuse(stream, stranger, REFUSED_BUSY, "another host is connected to this app");
  } else {
    connection->host = stranger->fd;
    connection->host_input = stranger->input;
    stranger->fd = 0;
    return true;
  }
  return false;
}

/* Sends away who took too long; gives the time until the next one has. */
static uint32_t expire(struct laglens_connection *connection, uint64_t now_us, uint32_t timeout_us) {
  for (int i = 0; i < LAGLENS_STRANGERS; i++) {
    struct laglens_stranger *stranger = &connection->strangers[i];
    if (stranger->fd == 0) continue;
    uint64_t until_us = stranger->since_us + STRANGER_US;
    if (until_us <= now_us) forget(stranger);
    else if (until_us - now_us < timeout_us) timeout_us = (uint32_t)(until_us - now_us);
  }
  return timeout_us;
}

static void drain_waker(const struct laglens_connection *connection) {
  uint64_t count;
  laglens_read(connection->waker, &count, sizeof count);
}

/* Messages of the host that were received before. */
static enum laglens_host_kind next_of_host(struct laglens_connection *connection, struct laglens_host_message *message) {
  if (connection->host < 0) return LAGLENS_HOST_NOTHING;
  laglens_host_next(&connection->host_input, message);
  if (message->kind == LAGLENS_HOST_BAD || connection->host_input.length == LAGLENS_HOST_BYTES) laglens_connection_drop_host(connection);
  return connection->host < 0 ? LAGLENS_HOST_NOTHING : message->kind;
}

static void let_in(struct laglens_connection *connection) {
  uint64_t now_us = laglens_now_us();
  int fd = 0;
  for (int i = 0; i < ACCEPTS_PER_TURN && place_from_us(connection) <= now_us; i++) {
    if ((fd = laglens_accept(connection->listener)) < 0) break;
    welcome(connection, fd, now_us);
  }
  bool failed = fd < 0 && fd != -LAGLENS_EAGAIN && fd != -LAGLENS_EINTR;
  connection->accept_error = failed ? fd : 0;
  connection->accept_from_us = failed ? now_us + ACCEPT_AGAIN_US : 0;
}

/* The listener, when it may be polled now; else -1, and `timeout_us` ends when it may. */
static int listener_of(struct laglens_connection *connection, uint64_t now_us, uint32_t *timeout_us) {
  uint64_t from_us = place_from_us(connection);
  if (connection->listener_is_dead) return -1;
  if (connection->accept_from_us > from_us) from_us = connection->accept_from_us;
  if (from_us <= now_us) return connection->listener;
  uint64_t rest_us = from_us - now_us;
  if (rest_us < *timeout_us) *timeout_us = (uint32_t)rest_us;
  return -1;
}

enum laglens_host_kind laglens_connection_serve(struct laglens_connection *connection, struct laglens_stream *stream, uint32_t timeout_us,
                                                struct laglens_host_message *message) {
  enum { LISTENER, WAKER, HOST, FIRST_STRANGER, POLLS = FIRST_STRANGER + LAGLENS_STRANGERS };
  struct laglens_stranger *strangers = connection->strangers;
  enum laglens_host_kind kind = next_of_host(connection, message);
  if (kind != LAGLENS_HOST_NOTHING) return kind;
  short host_events = (short)(LAGLENS_POLL_IN | (connection->is_full ? LAGLENS_POLL_OUT : 0));
  uint64_t now_us = laglens_now_us();
  timeout_us = expire(connection, now_us, timeout_us);
  struct laglens_poll polls[POLLS] = {[LISTENER] = {listener_of(connection, now_us, &timeout_us), LAGLENS_POLL_IN, 0},
                                      [WAKER] = {connection->waker, LAGLENS_POLL_IN, 0},
                                      [HOST] = {connection->host, host_events, 0}};
  int used = FIRST_STRANGER;
  for (int i = 0; i < LAGLENS_STRANGERS; i++) {
    polls[FIRST_STRANGER + i] = (struct laglens_poll){strangers[i].fd != 0 ? strangers[i].fd : -1, LAGLENS_POLL_IN, 0};
    if (strangers[i].fd != 0) used = FIRST_STRANGER + i + 1;
  }
  laglens_wait(polls, (unsigned)used, timeout_us);
  if (polls[WAKER].revents != 0) drain_waker(connection);
  for (int i = 0; i < LAGLENS_STRANGERS; i++) {
    if (polls[FIRST_STRANGER + i].revents == 0) continue;
    if (!receive(strangers[i].fd, &strangers[i].input)) forget(&strangers[i]);
    else if (judge(connection, stream, &strangers[i])) return LAGLENS_HOST_HELLO;
  }
  if (polls[LISTENER].revents != 0) {
    let_in(connection);
    connection->listener_is_dead |= (polls[LISTENER].revents & (LAGLENS_POLL_ERROR | LAGLENS_POLL_HUP | LAGLENS_POLL_INVALID)) != 0;
  }
  bool readable = (polls[HOST].revents & ~LAGLENS_POLL_OUT) != 0;
  if (connection->host >= 0 && readable && !receive(connection->host, &connection->host_input)) laglens_connection_drop_host(connection);
  return next_of_host(connection, message);
}
