#include "listener.h"

#include "../../core/log.h"
#include "../../core/text.h"
#include "../../linux/kernel.h"

enum { UID_ROOT = 0, UID_SHELL = 2000 };

static char listening_at[128]; /* NUL first: abstract, or none */

/* Abstract (first byte NUL) on Android, a file in a private folder elsewhere. */
static size_t socket_name(const struct laglens_attach_options *options, char *name, size_t capacity) {
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

/* adb's server on the device, its shell, and the app itself: what runs in the app must not keep adb out. */
static enum laglens_standing standing_of(int fd) {
  int uid = laglens_peer_uid(fd);
  if (uid == UID_ROOT || uid == UID_SHELL) return LAGLENS_PREFERRED;
  return uid == laglens_getuid() ? LAGLENS_MAY_SPEAK : LAGLENS_TURNED_AWAY;
}

bool laglens_listener_open(struct laglens_agent *agent) {
  struct laglens_connection *connection = &agent->capture.connection;
  char name[sizeof listening_at] = {0};
  size_t length = socket_name(&agent->options, name, sizeof name);
  connection->token = agent->options.common.token_given ? agent->options.common.token : NULL;
  connection->standing_of = standing_of;
  /* Attached again with the same name: only the token changes. */
  if (connection->listener >= 0 && laglens_same_secret((const uint8_t *)name, (const uint8_t *)listening_at, sizeof name)) return true;
  int fd = laglens_listen_unix(name, length);
  if (fd < 0) {
    laglens_log_error("cannot listen for the host, error", fd);
    return false;
  }
  if (connection->waker < 0) connection->waker = laglens_eventfd();
  if (connection->listener >= 0) laglens_listener_close(agent);
  connection->listener = fd;
  for (size_t i = 0; i < sizeof name; i++) listening_at[i] = name[i];
  return true;
}

void laglens_listener_close(struct laglens_agent *agent) {
  struct laglens_connection *connection = &agent->capture.connection;
  if (connection->listener >= 0) laglens_close(connection->listener);
  connection->listener = -1;
  if (listening_at[0] != 0) laglens_unlink(listening_at);
  listening_at[0] = 0;
}

void laglens_wake_agent(const struct laglens_agent *agent) {
  uint64_t one = 1;
  if (agent->capture.connection.waker >= 0) laglens_write(agent->capture.connection.waker, &one, sizeof one);
}
