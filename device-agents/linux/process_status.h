/* What the kernel counts about this process. */
#ifndef LAGLENS_PROCESS_STATUS_H
#define LAGLENS_PROCESS_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "thread_file.h"

struct laglens_process_status {
  uint32_t threads;      /* 0 unknown */
  bool has_memory;       /* false before Linux 4.5, which does not count pages of files alone */
  uint64_t memory_bytes; /* what is no page of a file: in memory, or swapped out */
  uint32_t code_kilobytes; /* mapped to be run, but for the program itself; 0 unknown */
  bool is_traced;        /* a native debugger is attached; a Java debugger does not show here */
};

/* Reads the text of /proc/PID/status (proc(5)), of which the end may be missing. */
struct laglens_process_status laglens_parse_process_status(const char *text);
/* How many numbers are in a list of the kernel's as `0-3,6`; 0 when it is no such list. */
uint32_t laglens_count_cpu_list(const char *text);

/* For how long a thread was ready and had no processor, by the text of its schedstat; 0 unknown. */
uint64_t laglens_parse_schedstat(const char *text);

/* How often it got a processor, by the same text; 0 unknown. While this stays a thread is where it was. */
uint32_t laglens_parse_turns(const char *text);

/* Both from an open schedstat file; false when it cannot be read. */
bool laglens_read_delay(int fd, uint64_t *delay_us, uint32_t *turns);

/* Of this process, now. The file stays open. */
struct laglens_process_status laglens_process_status(void);
void laglens_process_status_end(void);
/* A thread's by its schedstat; 0 where the kernel does not count it. */
uint64_t laglens_thread_delay_us(struct laglens_thread_file *schedstat, int tid);
/* Cores of the device, those that rest included; asked for once. */
uint32_t laglens_cores(void);

#endif
