#include "app_folder.h"

#include "../../core/text.h"
#include "../darwin/dyld.h"
#include "../darwin/libc.h"

/* The folder of the app's main image, without /private: paths of one folder come with it and without. */
static char app_folder[LAGLENS_PATH_MAX];

static const char *public_path(const char *path) {
  static const char alias[] = "/private";
  return laglens_starts_with(path, alias) ? path + sizeof alias - 1 : path;
}

void laglens_app_folder_find(void) {
  const char *path = "";
  /* The first image, unless a library that was inserted comes before it. */
  for (uint32_t i = 0; i < laglens_sys_dyld_image_count() && *path == 0; i++) {
    const struct laglens_sys_mach_header *header = laglens_sys_dyld_get_image_header(i);
    if (header != NULL && header->file_type == LAGLENS_MH_EXECUTE) path = laglens_sys_dyld_get_image_name(i);
  }
  size_t end = laglens_copy(app_folder, sizeof app_folder, public_path(path));
  while (end > 0 && app_folder[end - 1] != '/') end--;
  app_folder[end] = 0;
}

bool laglens_is_of_app(const char *path) { return app_folder[0] != 0 && laglens_starts_with(public_path(path), app_folder); }
