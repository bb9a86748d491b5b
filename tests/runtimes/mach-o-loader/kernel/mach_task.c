/* The task: what it uses, and what it is. Layouts: osfmk/mach/task_info.h. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "kernel.h"
#include "../dyld/symbols.h"
#include "threads.h"

enum { THREAD_TIMES_INFO = 3, BASIC_INFO = 20, VM_INFO = 22 };
enum { PHYS_FOOTPRINT_AT = 144, RESIDENT_AT = 16, VM_INFO_LEAST = 152 };

static mach_port_t task_self = TASK_SELF;

static uint64_t resident_bytes(void) {
  unsigned long long pages[2] = {0};
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  if (fscanf(file, "%llu %llu", &pages[0], &pages[1]) != 2) pages[1] = 0;
  fclose(file);
  return pages[1] * (uint64_t)sysconf(_SC_PAGESIZE);
}

struct time_value {
  int32_t seconds, microseconds;
};

static void cpu_times(struct time_value *user, struct time_value *system) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  *user = (struct time_value){(int32_t)usage.ru_utime.tv_sec, (int32_t)usage.ru_utime.tv_usec};
  *system = (struct time_value){(int32_t)usage.ru_stime.tv_sec, (int32_t)usage.ru_stime.tv_usec};
}

struct basic_info {
  uint64_t virtual_size, resident_size, resident_size_max;
  struct time_value user, system;
  int32_t policy, suspend_count;
};

static kern_return_t task_info(mach_port_t task, unsigned flavor, void *out, unsigned *count) {
  unsigned room = *count * 4;
  if (task != TASK_SELF) return KERN_INVALID_ARGUMENT;
  if (flavor == THREAD_TIMES_INFO && room >= 2 * sizeof(struct time_value)) {
    struct time_value *times = out;
    cpu_times(&times[0], &times[1]);
    *count = 2 * sizeof(struct time_value) / 4;
    return KERN_SUCCESS;
  }
  if (flavor == BASIC_INFO && room >= sizeof(struct basic_info)) {
    struct basic_info *info = out;
    memset(info, 0, sizeof *info);
    info->resident_size = info->resident_size_max = resident_bytes();
    cpu_times(&info->user, &info->system);
    *count = sizeof *info / 4;
    return KERN_SUCCESS;
  }
  if (flavor == VM_INFO && room >= VM_INFO_LEAST) {
    uint64_t bytes = resident_bytes();
    memset(out, 0, room);
    memcpy((uint8_t *)out + RESIDENT_AT, &bytes, sizeof bytes);
    memcpy((uint8_t *)out + PHYS_FOOTPRINT_AT, &bytes, sizeof bytes);
    return KERN_SUCCESS;
  }
  return KERN_INVALID_ARGUMENT;
}

static mach_port_t mach_host_self(void) { return HOST_SELF; }

/* bsd/sys/resource.h: the times of rusage come first, with microseconds of 32 bits. */
static int darwin_getrusage(int who, int64_t *out) {
  struct rusage usage;
  if (getrusage(who, &usage) != 0) return (int)failed();
  memset(out, 0, 144);
  out[0] = usage.ru_utime.tv_sec;
  out[1] = usage.ru_utime.tv_usec;
  out[2] = usage.ru_stime.tv_sec;
  out[3] = usage.ru_stime.tv_usec;
  return 0;
}

const struct symbol mach_task_symbols[] = {
    DATA(mach_task_self_, &task_self),
    FUNCTION(task_info, task_info),
    FUNCTION(mach_host_self, mach_host_self),
    FUNCTION(getrusage, darwin_getrusage),
    END_OF_SYMBOLS,
};
