#include "connection.h"

#include "../core/text.h"
#include "../core/wire_schema.h"
#include "log.h"

enum { STRANGERS = 4, STRANGER_US = 2000000, UID_ROOT = 0, UID_SHELL = 2000 };
enum { REFUSED_BUSY = 1, REFUSED_PROTOCOL = 2, REFUSED_BUILD = 3 };

/* Who connected and has not shown the token yet. */
struct stranger {
  int fd; /* 0: free */
  uint64_t until_us;
  struct laglens_host_input input;
};

static int listener = -1;
static int waker = -1;
static int host = -1;
static struct laglens_host_input host_input;
static struct stranger strangers[STRANGERS];
static char listening_at[128]; /* NUL first: abstract, or none */
static const char *refuse_text;

/* Abstract (first byte NUL) on Android, a file in a private folder elsewhere. */
static size_t socket_name(const struct laglens_options *options, char *name, size_t capacity) {
  size_t at = 0;
  name[0] = 0;
  if (options->dir[0] != 0) {
    at = laglens_append(name, capacity, at, options->dir);
    at = laglens_append(name, capacity, at, "/");
  } else {
    at = 1;
  }
  at = laglens_append(name, capacity, at, "laglens-");
  at = laglens_append_number(name, capacity, at, (uint32_t)laglens_getpid());
  at = laglens_append(name, capacity, at, "-");
  at = laglens_append(name, capacity, at, options->rand);
  return options->dir[0] != 0 ? laglens_append(name, capacity, at, ".sock") : at;
}

bool laglens_connection_open(struct laglens_agent *agent) {
  char name[sizeof listening_at] = {0};
  size_t length = socket_name(&agent->options, name, sizeof name);
  /* Attached again with the same name: only the token changes. */
  if (listener >= 0 && laglens_same_secret((const uint8_t *)name, (const uint8_t *)listening_at, sizeof name)) return true;
  int fd = laglens_listen_unix(name, length);
  if (fd < 0) {
    laglens_log_error("cannot listen for the host, error", fd);
    return false;
  }
  if (waker < 0) waker = laglens_eventfd();
  if (listener >= 0) laglens_connection_close();
  listener = fd;
  for (size_t i = 0; i < sizeof name; i++) listening_at[i] = name[i];
  return true;
}

void laglens_connection_close(void) {
  if (listener >= 0) laglens_close(listener);
  listener = -1;
  if (listening_at[0] != 0) laglens_unlink(listening_at);
  listening_at[0] = 0;
}

void laglens_connection_wake(void) {
  uint64_t one = 1;
  if (waker >= 0) laglens_write(waker, &one, sizeof one);
}

void laglens_connection_refuse_all(const char *text) { refuse_text = text; }

void laglens_connection_drop_host(struct laglens_agent *agent) {
  if (host >= 0) laglens_close(host);
  host = -1;
  agent->connected = false;
}

bool laglens_connection_has_host(void) { return host >= 0; }

bool laglens_connection_flush(struct laglens_agent *agent) {
  struct laglens_ring *ring = &agent->memory->stream.ring;
  if (host < 0) return true;
  for (;;) {
    uint32_t length;
    const uint8_t *piece = laglens_ring_piece(ring, &length);
    if (length == 0) return true;
    long sent = laglens_send(host, piece, length);
    if (sent == -LAGLENS_EAGAIN || sent == -LAGLENS_EINTR) return true;
    if (sent <= 0) return false;
    laglens_ring_consume(ring, (uint32_t)sent);
  }
}

static void forget(struct stranger *stranger) {
  laglens_close(stranger->fd);
  stranger->fd = 0;
  stranger->input.length = 0;
}

static void welcome(int fd, uint64_t now_us) {
  int uid = laglens_peer_uid(fd);
  bool may = uid == UID_ROOT || uid == UID_SHELL || uid == laglens_getuid();
  for (int i = 0; may && i < STRANGERS; i++) {
    if (strangers[i].fd != 0) continue;
    strangers[i] = (struct stranger){.fd = fd, .until_us = now_us + STRANGER_US};
    return;
  }
  laglens_close(fd);
}

/* False when the other side is gone. */
static bool receive(int fd, struct laglens_host_input *input) {
  long got = laglens_receive(fd, input->bytes + input->length, LAGLENS_HOST_BYTES - input->length);
  if (got == -LAGLENS_EAGAIN || got == -LAGLENS_EINTR) return true;
  if (got <= 0) return false;
  input->length += (uint32_t)got;
  return true;
}

static void refuse(struct laglens_agent *agent, struct stranger *stranger, uint32_t code, const char *text) {
  struct laglens_writer *writer = &agent->memory->stream.writer;
  uint32_t length;
  laglens_begin(writer, LAGLENS_MSG_REFUSED);
  laglens_put(writer, code);
  laglens_put_text(writer, text);
  const uint8_t *message = laglens_finish(writer, &length);
  laglens_send(stranger->fd, message, length);
  laglens_reject_message(writer);
  forget(stranger);
}

/* The stranger said something: it becomes the host, is refused, or is shut out without a word. */
static bool judge(struct laglens_agent *agent, struct stranger *stranger) {
  struct laglens_host_message message;
  laglens_host_next(&stranger->input, &message);
  if (message.kind == LAGLENS_HOST_NOTHING && stranger->input.length < LAGLENS_HOST_BYTES) return false;
  bool right = message.kind == LAGLENS_HOST_HELLO && message.token_complete && agent->options.token_given &&
               laglens_same_secret(message.token, agent->options.token, sizeof message.token);
  if (!right) {
    forget(stranger);
  } else if (refuse_text != NULL) {
    refuse(agent, stranger, REFUSED_BUILD, refuse_text);
  } else if (message.protocol != LAGLENS_PROTOCOL_VERSION) {
    refuse(agent, stranger, REFUSED_PROTOCOL, "this agent speaks another version of the protocol: restart the app");
  } else if (host >= 0) {
    refuse(agent, stranger, REFUSED_BUSY, "another host is connected to this app");
  } else {
    host = stranger->fd;
    host_input = stranger->input;
    stranger->fd = 0;
    return true;
  }
  return false;
}

/* Sends away who took too long; gives the time until the next one has. */
static uint32_t expire(uint64_t now_us, uint32_t timeout_us) {
  for (int i = 0; i < STRANGERS; i++) {
    if (strangers[i].fd == 0) continue;
    if (strangers[i].until_us <= now_us) forget(&strangers[i]);
    else if (strangers[i].until_us - now_us < timeout_us) timeout_us = (uint32_t)(strangers[i].until_us - now_us);
  }
  return timeout_us;
}

static void drain_waker(void) {
  uint64_t count;
  laglens_read(waker, &count, sizeof count);
}

/* Messages of the host that were received before. */
static enum laglens_host_kind next_of_host(struct laglens_agent *agent, struct laglens_host_message *message) {
  if (host < 0) return LAGLENS_HOST_NOTHING;
  laglens_host_next(&host_input, message);
  if (message->kind == LAGLENS_HOST_BAD || host_input.length == LAGLENS_HOST_BYTES) laglens_connection_drop_host(agent);
  return host < 0 ? LAGLENS_HOST_NOTHING : message->kind;
}

enum laglens_host_kind laglens_connection_serve(struct laglens_agent *agent, uint32_t timeout_us, struct laglens_host_message *message) {
  enum { LISTENER, WAKER, HOST, FIRST_STRANGER, POLLS = FIRST_STRANGER + STRANGERS };
  enum laglens_host_kind kind = next_of_host(agent, message);
  if (kind != LAGLENS_HOST_NOTHING) return kind;
  short host_events = (short)(LAGLENS_POLL_IN | (laglens_ring_fill(&agent->memory->stream.ring) > 0 ? LAGLENS_POLL_OUT : 0));
  struct laglens_poll polls[POLLS] = {
      [LISTENER] = {listener, LAGLENS_POLL_IN, 0}, [WAKER] = {waker, LAGLENS_POLL_IN, 0}, [HOST] = {host, host_events, 0}};
  timeout_us = expire(laglens_now_us(), timeout_us);
  for (int i = 0; i < STRANGERS; i++) polls[FIRST_STRANGER + i] = (struct laglens_poll){strangers[i].fd != 0 ? strangers[i].fd : -1, LAGLENS_POLL_IN, 0};
  laglens_wait(polls, POLLS, timeout_us);
  if (polls[WAKER].revents != 0) drain_waker();
  for (int i = 0; i < STRANGERS; i++) {
    if (polls[FIRST_STRANGER + i].revents == 0) continue;
    if (!receive(strangers[i].fd, &strangers[i].input)) forget(&strangers[i]);
    else if (judge(agent, &strangers[i])) return LAGLENS_HOST_HELLO;
  }
  if (polls[LISTENER].revents != 0) {
    int fd = laglens_accept(listener);
    if (fd >= 0) welcome(fd, laglens_now_us());
  }
  bool readable = (polls[HOST].revents & ~LAGLENS_POLL_OUT) != 0;
  if (host >= 0 && readable && !receive(host, &host_input)) laglens_connection_drop_host(agent);
  return next_of_host(agent, message);
}
