#include "images.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../../linux/build_id.h"
#include "../../linux/kernel.h"

/* Reading the map of a big app takes the kernel some milliseconds. */
enum { FIRST_GAP_US = 2000000, LONGEST_GAP_US = 64000000, PATH_BYTES = 256 };

static const char *const engines[] = {
    "libflutter.so", "libapp.so", "libhermes.so", "libhermesvm.so", "libjsc.so", "libv8android.so", "libreactnative.so", "libreactnativejni.so",
    "libunity.so", "libil2cpp.so", "libmonosgen-2.0.so", "libmonodroid.so", "libgodot_android.so", "libUE4.so", "libUnreal.so", "libcocos.so",
};

struct image {
  uint32_t name; /* index into `engines` */
  bool reported;
  uintptr_t base, end;
  char path[PATH_BYTES];
};

static struct image images[LAGLENS_IMAGES];
static uint32_t count;
static uint64_t next_us, gap_us, read_us;
static uint32_t read_kilobytes; /* of code, when the map was read */

void laglens_images_forget(void) {
  for (uint32_t i = 0; i < count; i++) images[i].reported = false;
  next_us = 0;
  read_kilobytes = 0;
  gap_us = FIRST_GAP_US;
}

static uintptr_t read_address(const char **text) {
  uintptr_t value = 0;
  for (;; (*text)++) {
    char c = **text;
    if (c >= '0' && c <= '9') value = value << 4 | (uintptr_t)(c - '0');
    else if (c >= 'a' && c <= 'f') value = value << 4 | (uintptr_t)(c - 'a' + 10);
    else return value;
  }
}

static const char *base_name(const char *path) {
  const char *name = path;
  for (const char *c = path; *c != 0; c++) {
    if (*c == '/') name = c + 1;
  }
  return name;
}

/* One line of the map: `from-to rights offset device inode  path`. */
static void take_line(const char *line) {
  const char *at = line;
  uintptr_t from = read_address(&at);
  if (*at++ != '-') return;
  uintptr_t to = read_address(&at);
  while (*at != 0 && *at != '/') at++;
  const char *name = base_name(at);
  for (uint32_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
    if (!laglens_equal(name, engines[i])) continue;
    for (uint32_t k = 0; k < count; k++) {
      if (images[k].name != i || !laglens_equal(images[k].path, at)) continue;
      if (to > images[k].end) images[k].end = to;
      return;
    }
    if (count == LAGLENS_IMAGES) return;
    images[count] = (struct image){.name = i, .base = from, .end = to};
    laglens_copy(images[count++].path, PATH_BYTES, at);
    return;
  }
}

static void read_map(struct laglens_agent *agent) {
  char *buffer = agent->memory->file;
  size_t filled = 0, capacity = sizeof agent->memory->file;
  int fd = laglens_open_read("/proc/self/maps");
  if (fd < 0) return;
  for (long got; (got = laglens_read(fd, buffer + filled, capacity - filled)) > 0;) {
    size_t end = filled + (size_t)got, start = 0;
    for (size_t i = 0; i < end; i++) {
      if (buffer[i] != '\n') continue;
      buffer[i] = 0;
      take_line(buffer + start);
      start = i + 1;
    }
    /* The part of a line is kept; longer lines than the buffer are of no interest. */
    filled = start == 0 && end == capacity ? 0 : end - start;
    for (size_t i = 0; i < filled; i++) buffer[i] = buffer[start + i];
  }
  laglens_close(fd);
}

/* From the file, not from memory: what is mapped may be gone before it is read. Only its begin is read. */
static size_t build_id_of(struct laglens_agent *agent, const char *path, uint8_t id[LAGLENS_BUILD_ID_BYTES]) {
  char *buffer = agent->memory->file;
  size_t filled = 0, capacity = sizeof agent->memory->file;
  int fd = laglens_open_read(path);
  if (fd < 0) return 0;
  for (long got; filled < capacity && (got = laglens_read(fd, buffer + filled, capacity - filled)) > 0;) filled += (size_t)got;
  laglens_close(fd);
  return laglens_read_build_id((const uint8_t *)buffer, filled, id);
}

static void report(struct laglens_agent *agent, uint32_t index) {
  struct laglens_stream *stream = &agent->memory->stream;
  struct image *image = &images[index];
  uint8_t id[LAGLENS_BUILD_ID_BYTES];
  size_t id_bytes = build_id_of(agent, image->path, id);
  laglens_begin(&stream->writer, LAGLENS_MSG_IMAGE);
  laglens_put(&stream->writer, index + 1);
  laglens_put(&stream->writer, image->base);
  laglens_put(&stream->writer, image->end - image->base);
  laglens_put_bytes(&stream->writer, id, id_bytes);
  laglens_put_text(&stream->writer, image->path);
  image->reported = laglens_stream_send(stream, true);
}

void laglens_images_check(struct laglens_agent *agent, uint64_t now_us) {
  if (now_us < next_us) return;
  /* Nothing was loaded since. */
  bool is_same = agent->code_kilobytes != 0 && agent->code_kilobytes == read_kilobytes;
  if (is_same && now_us - read_us < LONGEST_GAP_US) return;
  read_kilobytes = agent->code_kilobytes;
  read_us = now_us;
  next_us = now_us + gap_us;
  if (gap_us < LONGEST_GAP_US) gap_us *= 2;
  read_map(agent);
  for (uint32_t i = 0; i < count; i++) {
    if (!images[i].reported) report(agent, i);
  }
}
