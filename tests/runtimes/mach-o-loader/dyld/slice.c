#include "slice.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
static const uint32_t own_cpu = CPU_X86_64;
#else
static const uint32_t own_cpu = CPU_ARM64;
#endif

static const char *cpu_name(uint32_t cpu) { return cpu == CPU_X86_64 ? "x86_64" : cpu == CPU_ARM64 ? "arm64" : "unknown"; }

const char *platform_name(unsigned platform) {
  return platform == PLATFORM_IOS ? "iOS" : platform == PLATFORM_IOS_SIMULATOR ? "iOS-simulator" : "unknown";
}

/* The slice of a fat file; false with what it has instead. */
static bool choose(struct image *image, char *why, size_t room) {
  uint32_t count = __builtin_bswap32(*(const uint32_t *)(image->file + 4));
  const struct fat_arch *archs = (const void *)(image->file + 8);
  char have[64] = "";
  if (count > 16 || 8 + count * sizeof *archs > image->size) {
    snprintf(why, room, "fat file, but malformed");
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t cpu = __builtin_bswap32(archs[i].cputype), offset = __builtin_bswap32(archs[i].offset), size = __builtin_bswap32(archs[i].size);
    if (cpu == own_cpu && offset <= image->size && size <= image->size - offset && size > sizeof(struct mach_header_64)) {
      image->file += offset;
      image->size = size;
      image->slice_offset = offset;
      return true;
    }
    size_t used = strlen(have);
    snprintf(have + used, sizeof have - used, "%s%s", used ? "," : "", cpu_name(cpu));
  }
  snprintf(why, room, "fat file, but missing compatible architecture (have '%s', need '%s')", have, cpu_name(own_cpu));
  return false;
}

bool slice_open(struct image *image, const char *path, char *why, size_t room) {
  struct stat facts;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &facts) != 0) {
    snprintf(why, room, errno == ENOENT ? "no such file" : "%s", strerror(errno));
    if (fd >= 0) close(fd);
    return false;
  }
  image->size = (size_t)facts.st_size;
  image->slice_offset = 0;
  image->file = image->size < sizeof(struct mach_header_64) ? MAP_FAILED : mmap(NULL, image->size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (image->file == MAP_FAILED) {
    snprintf(why, room, "file too short");
    return false;
  }
  snprintf(image->path, sizeof image->path, "%s", path);
  if (*(const uint32_t *)image->file == FAT_MAGIC_BE && !choose(image, why, room)) return false;
  const struct mach_header_64 *header = (const void *)image->file;
  if (header->magic != MH_MAGIC_64) {
    snprintf(why, room, "not a mach-o file");
    return false;
  }
  if (header->cputype == own_cpu) return true;
  snprintf(why, room, "mach-o file, but is an incompatible architecture (have '%s', need '%s')", cpu_name(header->cputype), cpu_name(own_cpu));
  return false;
}
