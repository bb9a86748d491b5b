#include "announce.h"

#include "../../core/log.h"
#include "../../core/system.h"
#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../darwin/libc.h"
#include "../entry.h"
#include "../package/include/laglens.h"
#include "../system/identity.h"

enum { OWNER_ONLY = 0600, OWNER_ONLY_FOLDER = 0700, JSON_BYTES = 640 };

static size_t append_hex(char *to, size_t capacity, size_t at, const uint8_t *bytes, size_t count) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < count; i++) {
    char pair[3] = {digits[bytes[i] >> 4], digits[bytes[i] & 15], 0};
    at = laglens_append(to, capacity, at, pair);
  }
  return at;
}

/* Bundle ids are letters, digits, dots and dashes; of anything else only what needs no escaping is kept. */
static size_t append_plain(char *to, size_t capacity, size_t at, const char *text) {
  for (; *text != 0; text++) {
    char one[2] = {*text, 0};
    if (*text != '"' && *text != '\\' && (unsigned char)*text >= ' ') at = laglens_append(to, capacity, at, one);
  }
  return at;
}

static size_t describe(const struct laglens_start_options *options, char *json, size_t capacity) {
  size_t at = laglens_copy(json, capacity, "{\"protocol\":");
  at = laglens_append_number(json, capacity, at, LAGLENS_PROTOCOL_VERSION);
  at = laglens_append(json, capacity, at, ",\"pid\":");
  at = laglens_append_number(json, capacity, at, (uint32_t)laglens_getpid());
  at = laglens_append(json, capacity, at, ",\"port\":");
  at = laglens_append_number(json, capacity, at, options->port);
  at = laglens_append(json, capacity, at, ",\"token\":\"");
  at = append_hex(json, capacity, at, options->common.token, sizeof options->common.token);
  at = laglens_append(json, capacity, at, "\",\"bundle\":\"");
  at = append_plain(json, capacity, at, laglens_bundle_id());
  return laglens_append(json, capacity, at, "\"}\n");
}

/* Folders that are there stay as they are. */
static size_t make_folders(char *path, size_t capacity) {
  static const char *const folders[] = {"/Library", "/Caches", "/laglens"};
  const char *home = laglens_sys_getenv("CFFIXED_USER_HOME");
  size_t at = laglens_copy(path, capacity, home != NULL ? home : laglens_sys_getenv("HOME"));
  for (int i = 0; i < 3; i++) {
    at = laglens_append(path, capacity, at, folders[i]);
    laglens_sys_mkdir(path, OWNER_ONLY_FOLDER);
  }
  return at;
}

/* Whole or not at all: written under another name first. */
static bool write_file(const char *path, const char *unfinished, const char *bytes, size_t length) {
  int fd = laglens_sys_open(unfinished, LAGLENS_O_WRONLY | LAGLENS_O_CREAT | LAGLENS_O_TRUNC | LAGLENS_O_CLOEXEC, OWNER_ONLY);
  if (fd < 0) return false;
  bool is_whole = laglens_write(fd, bytes, length) == (long)length;
  laglens_sys_close(fd);
  return is_whole && laglens_sys_rename(unfinished, path) == 0;
}

bool laglens_announce(const struct laglens_start_options *options) {
  char path[LAGLENS_PATH_MAX], unfinished[LAGLENS_PATH_MAX], json[JSON_BYTES];
  size_t at = make_folders(path, sizeof path);
  at = laglens_append(path, sizeof path, at, "/agent-");
  at = laglens_append_number(path, sizeof path, at, (uint32_t)laglens_getpid());
  laglens_append(path, sizeof path, at, ".json");
  laglens_append(unfinished, sizeof unfinished, laglens_copy(unfinished, sizeof unfinished, path), ".new");
  bool is_written = write_file(path, unfinished, json, describe(options, json, sizeof json));
  if (!is_written) laglens_log_error("cannot write where the host looks for the agent, error", *laglens_sys_error());
  return is_written;
}

void laglens_start(void) {
  struct laglens_start_options options;
  laglens_read_start_options("", &options);
  laglens_sys_arc4random_buf(options.common.token, sizeof options.common.token);
  options.common.token_given = true;
  if (laglens_begin_agent(&options)) laglens_announce(&laglens_agent.options);
}
