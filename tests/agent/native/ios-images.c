/* Writes what the agent for iOS reports of images, with a dyld of this file's own: two images; then a third that is loaded later; then one that
 * is unloaded and another one that takes its place; at last, to a second host, all that is still there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../device-agents/ios/agent.h"
#include "../../../device-agents/ios/waits/blocking.h"

#define CHECK(condition) \
  if (!(condition)) return fprintf(stderr, "line %d: %s\n", __LINE__, #condition), 1

enum { FILES = 4, CODE_BYTES = 0x4000 };

struct file {
  struct laglens_sys_mach_header header;
  struct laglens_sys_segment_command text;
  struct laglens_sys_uuid_command uuid;
};
static struct file files[FILES];
static const char *const paths[FILES] = {"/Shop.app/Shop", "/usr/lib/system.dylib", "/Shop.app/later.dylib", "/Shop.app/last.dylib"};
static uint32_t loaded[FILES], loaded_count, rebound;
static void (*added)(const struct laglens_sys_mach_header *header, intptr_t slide), (*removed)(const struct laglens_sys_mach_header *header, intptr_t slide);

static intptr_t slide_of(uint32_t file) { return (intptr_t)(file + 1) << 20; }

uint32_t laglens_sys_dyld_image_count(void) { return loaded_count; }
const struct laglens_sys_mach_header *laglens_sys_dyld_get_image_header(uint32_t index) { return index < loaded_count ? &files[loaded[index]].header : NULL; }
const char *laglens_sys_dyld_get_image_name(uint32_t index) { return index < loaded_count ? paths[loaded[index]] : NULL; }
intptr_t laglens_sys_dyld_get_image_vmaddr_slide(uint32_t index) { return index < loaded_count ? slide_of(loaded[index]) : 0; }

/* dyld calls at once for what is there. */
void laglens_sys_dyld_register_func_for_add_image(void (*function)(const struct laglens_sys_mach_header *header, intptr_t slide)) {
  added = function;
  for (uint32_t i = 0; i < loaded_count; i++) added(&files[loaded[i]].header, slide_of(loaded[i]));
}
void laglens_sys_dyld_register_func_for_remove_image(void (*function)(const struct laglens_sys_mach_header *header, intptr_t slide)) { removed = function; }

void laglens_blocking_rebind(const struct laglens_sys_mach_header *header, intptr_t slide) {
  for (uint32_t i = 0; i < FILES; i++)
    if (header == &files[i].header && slide == slide_of(i)) rebound |= 1u << i;
}

static void load(uint32_t file) {
  files[file] = (struct file){
      .header = {.magic = (uint32_t)LAGLENS_MH_MAGIC_64, .command_count = 2, .command_bytes = sizeof(struct file) - sizeof(struct laglens_sys_mach_header)},
      .text = {.command = LAGLENS_LC_SEGMENT_64, .bytes = sizeof(struct laglens_sys_segment_command), .name = "__TEXT", .address = 0x100000000u, .size = CODE_BYTES},
      .uuid = {.command = LAGLENS_LC_UUID, .bytes = sizeof(struct laglens_sys_uuid_command)},
  };
  memset(files[file].uuid.uuid, (int)file + 1, sizeof files[file].uuid.uuid);
  loaded[loaded_count++] = file;
  if (added != NULL) added(&files[file].header, slide_of(file));
}

static void unload(uint32_t index) {
  uint32_t file = loaded[index];
  memmove(&loaded[index], &loaded[index + 1], (--loaded_count - index) * sizeof *loaded);
  removed(&files[file].header, slide_of(file));
}

static uint32_t image_at(struct laglens_agent *agent, uint32_t file, uintptr_t offset) {
  return laglens_image_at(&agent->memory->images, 0x100000000u + (uintptr_t)slide_of(file) + offset);
}

int main(void) {
  struct laglens_agent agent = {.memory = calloc(1, sizeof *agent.memory)};
  struct laglens_images *images = &agent.memory->images;
  struct laglens_stream *stream = &agent.memory->stream;
  laglens_stream_reset(stream);
  load(0);
  load(1);
  laglens_images_begin();
  CHECK(laglens_images_report(&agent) && images->count == 2);
  CHECK(image_at(&agent, 0, 0) == 1 && image_at(&agent, 1, CODE_BYTES - 1) == 2 && image_at(&agent, 1, CODE_BYTES) == 0 && image_at(&agent, 2, 0) == 0);
  CHECK(laglens_images_report(&agent) && images->count == 2);
  load(2);
  CHECK(laglens_images_report(&agent) && image_at(&agent, 2, 5) == 3);
  unload(2);
  load(3);
  CHECK(laglens_images_report(&agent) && image_at(&agent, 2, 5) == 0 && image_at(&agent, 3, 5) == 4);
  CHECK(rebound == 0xf);
  laglens_images_forget_reported(&agent);
  CHECK(laglens_images_report(&agent));
  uint32_t length;
  const uint8_t *piece = laglens_ring_piece(&stream->ring, &length);
  CHECK(write(STDOUT_FILENO, piece, length) == (ssize_t)length);
  free(agent.memory);
  return 0;
}
