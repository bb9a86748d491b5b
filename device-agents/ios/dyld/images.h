/* What dyld loaded: each image once, found by address. */
#ifndef LAGLENS_IMAGES_H
#define LAGLENS_IMAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "../darwin/dyld.h"

enum { LAGLENS_IMAGES = 2048 };

struct laglens_image {
  const struct laglens_sys_mach_header *header;
  const char *path; /* dyld's own text */
  intptr_t slide;
  uintptr_t begin, end; /* of its code, as loaded */
  uint8_t uuid[16];
  bool has_uuid, reported, gone;
};

struct laglens_images {
  uint32_t count;
  uint32_t changes; /* dyld's, when the list was last read */
  uint32_t sorted;  /* entries of `order` */
  uintptr_t own_begin, own_end; /* of this library; 0 when the agent is part of the app's own code */
  uint16_t order[LAGLENS_IMAGES]; /* those that are there, by address */
  struct laglens_image image[LAGLENS_IMAGES];
};

/* Set when the agent is built as a library of its own: then its frames belong to nobody, and its calls to itself. Otherwise it is part of
 * the app's code, and nothing of that may be left out. */
#ifndef LAGLENS_OWN_LIBRARY
#define LAGLENS_OWN_LIBRARY 0
#endif
extern const struct laglens_sys_mach_header __dso_handle;
static inline bool laglens_is_agents_image(const struct laglens_sys_mach_header *header) { return LAGLENS_OWN_LIBRARY && header == &__dso_handle; }

struct laglens_agent;

/* Asks dyld to say when something is loaded; from any thread, once. */
void laglens_images_begin(void);
/* Reads dyld's list when it changed, and reports what this host does not know; false when there was no room for all of it. */
bool laglens_images_report(struct laglens_agent *agent);
void laglens_images_forget_reported(struct laglens_agent *agent);
/* The image whose code holds the address, from 1; 0 none. */
uint32_t laglens_image_at(const struct laglens_images *images, uintptr_t address);

#endif
