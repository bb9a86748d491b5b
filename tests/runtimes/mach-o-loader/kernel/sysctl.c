/* sysctl, as far as an agent asks: who this process is, and what it runs on. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel.h"
#include "../dyld/symbols.h"

enum { CTL_KERN = 1, KERN_PROC = 14, KERN_PROC_PID = 1 };
/* struct kinfo_proc of bsd/sys/sysctl.h and proc.h: its size, and where p_starttime, p_flag and p_pid stand. */
enum { KINFO_BYTES = 648, FLAG_AT = 32, PID_AT = 40, P_TRACED = 0x800 };

static int give(const void *value, size_t length, void *out, size_t *room) {
  if (out != NULL && *room < length) {
    errno = ENOMEM;
    return (int)failed();
  }
  if (out != NULL) memcpy(out, value, length);
  *room = length;
  return 0;
}

/* Field 22 of /proc/self/stat: ticks after the computer's start. */
static uint64_t started_wall_us(void) {
  char text[1024];
  FILE *file = fopen("/proc/self/stat", "re");
  size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
  if (file != NULL) fclose(file);
  text[length] = '\0';
  const char *at = strrchr(text, ')');
  unsigned long long ticks = 0;
  if (at == NULL || sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &ticks) != 1) return 0;
  struct timespec wall, boot;
  clock_gettime(CLOCK_REALTIME, &wall);
  clock_gettime(CLOCK_BOOTTIME, &boot);
  int64_t booted_us = (wall.tv_sec - boot.tv_sec) * 1000000 + (wall.tv_nsec - boot.tv_nsec) / 1000;
  return (uint64_t)booted_us + ticks * 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

/* A debugger is there when the environment says so: the real one could not debug a Mach-O file here. */
static int process_facts(void *out, size_t *room) {
  uint8_t facts[KINFO_BYTES] = {0};
  uint64_t started_us = started_wall_us();
  int64_t seconds = (int64_t)(started_us / 1000000);
  int32_t microseconds = (int32_t)(started_us % 1000000), flags = getenv("IPHONE_LOADER_TRACED") ? P_TRACED : 0, pid = getpid();
  memcpy(facts, &seconds, sizeof seconds);
  memcpy(facts + 8, &microseconds, sizeof microseconds);
  memcpy(facts + FLAG_AT, &flags, sizeof flags);
  memcpy(facts + PID_AT, &pid, sizeof pid);
  return give(facts, sizeof facts, out, room);
}

static int darwin_sysctl(const int *name, unsigned length, void *out, size_t *room, const void *value, size_t value_length) {
  (void)value;
  (void)value_length;
  if (length == 4 && name[0] == CTL_KERN && name[1] == KERN_PROC && name[2] == KERN_PROC_PID && name[3] == getpid())
    return process_facts(out, room);
  errno = ENOENT;
  return (int)failed();
}

static int darwin_sysctlbyname(const char *name, void *out, size_t *room, const void *value, size_t value_length) {
  (void)value;
  (void)value_length;
  static const struct {
    const char *name, *text;
  } texts[] = {{"hw.machine", "iPhone14,5"}, {"hw.model", "D17AP"}, {"kern.osproductversion", "17.5"}, {"kern.osversion", "21F79"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i].name, name) == 0) return give(texts[i].text, strlen(texts[i].text) + 1, out, room);
  static const char *const counts[] = {"hw.ncpu", "hw.logicalcpu", "hw.activecpu", "hw.physicalcpu", "hw.logicalcpu_max"};
  int32_t cores = (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if (strcmp(counts[i], name) == 0) return give(&cores, sizeof cores, out, room);
  errno = ENOENT;
  return (int)failed();
}

const struct symbol sysctl_symbols[] = {FUNCTION(sysctl, darwin_sysctl), FUNCTION(sysctlbyname, darwin_sysctlbyname), END_OF_SYMBOLS};
