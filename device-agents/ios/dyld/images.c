#include "images.h"

#include "../../core/text.h"
#include "../../core/wire_schema.h"
#include "../agent.h"
#include "../waits/blocking.h"

static uint32_t changes = 1; /* counted by dyld's callbacks, on the thread that loads */

static void on_change(void) { __atomic_fetch_add(&changes, 1, __ATOMIC_RELEASE); }

/* Before the image's own code runs. */
static void on_add(const struct laglens_sys_mach_header *header, intptr_t slide) {
  laglens_blocking_rebind(header, slide);
  on_change();
}

static void on_remove(const struct laglens_sys_mach_header *header, intptr_t slide) {
  (void)header, (void)slide;
  on_change();
}

void laglens_images_begin(void) {
  laglens_sys_dyld_register_func_for_add_image(on_add);
  laglens_sys_dyld_register_func_for_remove_image(on_remove);
}

static bool is_text(const char *name) { return laglens_equal(name, "__TEXT"); }

/* Where the code lies and the UUID. dyld checked these commands when it loaded the image. */
static void read_commands(struct laglens_image *image) {
  const uint8_t *at = (const uint8_t *)(image->header + 1);
  for (uint32_t i = 0; i < image->header->command_count; i++) {
    const struct laglens_sys_load_command *command = (const struct laglens_sys_load_command *)at;
    if (command->command == LAGLENS_LC_SEGMENT_64 && is_text(((const struct laglens_sys_segment_command *)at)->name)) {
      const struct laglens_sys_segment_command *segment = (const struct laglens_sys_segment_command *)at;
      image->begin = (uintptr_t)segment->address + (uintptr_t)image->slide;
      image->end = image->begin + segment->size;
    } else if (command->command == LAGLENS_LC_UUID) {
      for (int k = 0; k < 16; k++) image->uuid[k] = ((const struct laglens_sys_uuid_command *)at)->uuid[k];
      image->has_uuid = true;
    }
    at += command->bytes;
  }
}

static uint32_t find_header(const struct laglens_images *images, const struct laglens_sys_mach_header *header) {
  for (uint32_t i = 0; i < images->count; i++) {
    if (images->image[i].header == header && !images->image[i].gone) return i;
  }
  return LAGLENS_IMAGES;
}

static void add(struct laglens_images *images, uint32_t index, const struct laglens_sys_mach_header *header) {
  if (images->count == LAGLENS_IMAGES) return;
  struct laglens_image *image = &images->image[images->count++];
  *image = (struct laglens_image){.header = header, .path = laglens_sys_dyld_get_image_name(index), .slide = laglens_sys_dyld_get_image_vmaddr_slide(index)};
  read_commands(image);
  if (!laglens_is_agents_image(header)) return;
  images->own_begin = image->begin;
  images->own_end = image->end;
}

/* Insertion: the list is nearly sorted, and grows rarely. */
static void sort(struct laglens_images *images) {
  images->sorted = 0;
  for (uint32_t i = 0; i < images->count; i++) {
    if (images->image[i].gone || images->image[i].end == 0) continue;
    uint32_t at = images->sorted++;
    for (; at > 0 && images->image[images->order[at - 1]].begin > images->image[i].begin; at--) images->order[at] = images->order[at - 1];
    images->order[at] = (uint16_t)i;
  }
}

/* dyld may change its list meanwhile: then it is read again, and what could not be read now is found then. */
static void read_list(struct laglens_images *images) {
  uint32_t count = laglens_sys_dyld_image_count(), known = images->count;
  bool seen[LAGLENS_IMAGES] = {false};
  for (uint32_t i = 0; i < count; i++) {
    const struct laglens_sys_mach_header *header = laglens_sys_dyld_get_image_header(i);
    uint32_t found = header == NULL ? LAGLENS_IMAGES : find_header(images, header);
    if (found < LAGLENS_IMAGES) seen[found] = true;
    else if (header != NULL && header->magic == (uint32_t)LAGLENS_MH_MAGIC_64) add(images, i, header);
  }
  for (uint32_t i = 0; i < known; i++) images->image[i].gone |= !seen[i];
  sort(images);
}

static bool report(struct laglens_stream *stream, struct laglens_image *image, uint32_t id) {
  struct laglens_writer *writer = &stream->writer;
  laglens_begin(writer, LAGLENS_MSG_IMAGE);
  laglens_put(writer, id);
  laglens_put(writer, image->begin);
  laglens_put(writer, image->end - image->begin);
  laglens_put_bytes(writer, image->uuid, image->has_uuid ? sizeof image->uuid : 0);
  laglens_put_text(writer, image->path);
  return laglens_stream_send(stream, false);
}

bool laglens_images_report(struct laglens_agent *agent) {
  struct laglens_images *images = &agent->memory->images;
  uint32_t now = __atomic_load_n(&changes, __ATOMIC_ACQUIRE);
  bool all = true;
  if (images->changes == now) return true;
  read_list(images);
  for (uint32_t i = 0; i < images->count; i++) {
    struct laglens_image *image = &images->image[i];
    /* The text of one that is gone may be gone, too. */
    if (!image->reported && !image->gone) image->reported = report(&agent->memory->stream, image, i + 1);
    all &= image->reported || image->gone;
  }
  if (all) images->changes = now;
  return all;
}

void laglens_images_forget_reported(struct laglens_agent *agent) {
  struct laglens_images *images = &agent->memory->images;
  for (uint32_t i = 0; i < images->count; i++) images->image[i].reported = false;
  images->changes = 0;
}

uint32_t laglens_image_at(const struct laglens_images *images, uintptr_t address) {
  uint32_t low = 0, high = images->sorted;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (images->image[images->order[middle]].begin <= address) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return 0;
  uint32_t index = images->order[low - 1];
  return address < images->image[index].end ? index + 1u : 0;
}
