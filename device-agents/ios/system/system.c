#include "../../core/system.h"

#include "../darwin/libc.h"
#include "../darwin/mach.h"
#include "clock.h"

static struct laglens_sys_mach_timebase_info timebase = {1, 1};

void laglens_prepare_clock(void) { laglens_sys_mach_timebase_info(&timebase); }

static long result_of(long result) { return result < 0 ? -(long)*laglens_sys_error() : result; }

/* Ticks may be 125/3 ns long: divided last, and the whole part apart, so that nothing overflows. */
static uint64_t ticks_to_us(uint64_t ticks) {
  uint64_t divisor = (uint64_t)timebase.denom * 1000;
  return ticks / divisor * timebase.numer + ticks % divisor * timebase.numer / divisor;
}

uint64_t laglens_now_us(void) { return ticks_to_us(laglens_sys_mach_absolute_time()); }

uint64_t laglens_asleep_us(void) {
  uint64_t awake = laglens_sys_mach_absolute_time(), all = laglens_sys_mach_continuous_time();
  return all > awake ? ticks_to_us(all - awake) : 0;
}

static uint64_t microseconds(const struct laglens_sys_timeval *time) { return (uint64_t)time->seconds * 1000000u + (uint32_t)time->microseconds; }

uint64_t laglens_wall_us(void) {
  struct laglens_sys_timeval now = {0, 0};
  laglens_sys_gettimeofday(&now, NULL);
  return microseconds(&now);
}

uint64_t laglens_process_cpu_us(void) {
  struct laglens_sys_rusage usage = {.user = {0, 0}};
  laglens_sys_getrusage(LAGLENS_RUSAGE_SELF, &usage);
  return microseconds(&usage.user) + microseconds(&usage.system);
}

uint64_t laglens_own_cpu_us(void) {
  struct laglens_sys_thread_basic_info info;
  laglens_word_count words = LAGLENS_WORDS(info);
  laglens_port self = laglens_sys_pthread_mach_thread_np(laglens_sys_pthread_self());
  if (laglens_sys_thread_info(self, LAGLENS_THREAD_BASIC_INFO, (uint32_t *)&info, &words) != LAGLENS_KERN_SUCCESS) return 0;
  return (uint64_t)(info.user_time.seconds + info.system_time.seconds) * 1000000u +
         (uint64_t)(info.user_time.microseconds + info.system_time.microseconds);
}

int laglens_getpid(void) { return laglens_sys_getpid(); }

bool laglens_random(void *bytes, size_t length) {
  laglens_sys_arc4random_buf(bytes, length);
  return true;
}

void *laglens_map(size_t bytes) {
  laglens_address address = 0;
  return laglens_sys_vm_allocate(laglens_sys_task_self, &address, bytes, LAGLENS_VM_FLAGS_ANYWHERE) == LAGLENS_KERN_SUCCESS ? (void *)address : NULL;
}

void laglens_unmap(void *memory, size_t bytes) { laglens_sys_vm_deallocate(laglens_sys_task_self, (laglens_address)memory, bytes); }

long laglens_read(int fd, void *bytes, size_t capacity) { return result_of(laglens_sys_read(fd, bytes, capacity)); }
long laglens_write(int fd, const void *bytes, size_t length) { return result_of(laglens_sys_write(fd, bytes, length)); }
void laglens_close(int fd) { laglens_sys_close(fd); }
void laglens_unlink(const char *path) { laglens_sys_unlink(path); }

int laglens_accept(int fd) {
  int accepted = laglens_sys_accept(fd, NULL, NULL), on = 1;
  if (accepted < 0) return (int)result_of(accepted);
  laglens_sys_fcntl(accepted, LAGLENS_F_SETFD, LAGLENS_FD_CLOEXEC);
  laglens_sys_fcntl(accepted, LAGLENS_F_SETFL, LAGLENS_O_NONBLOCK);
  /* Refused for a socket whose other side is gone (EINVAL): writing to that one would end the app. */
  if (laglens_sys_setsockopt(accepted, LAGLENS_SOL_SOCKET, LAGLENS_SO_NOSIGPIPE, &on, sizeof on) == 0) return accepted;
  int error = *laglens_sys_error();
  laglens_sys_close(accepted);
  return -error;
}

long laglens_send(int fd, const void *bytes, size_t length) { return result_of(laglens_sys_send(fd, bytes, length, LAGLENS_MSG_DONTWAIT)); }
long laglens_receive(int fd, void *bytes, size_t capacity) { return result_of(laglens_sys_recv(fd, bytes, capacity, LAGLENS_MSG_DONTWAIT)); }

/* poll counts whole milliseconds. What is left of a wait below one is slept after a check. */
void laglens_wait(struct laglens_poll *polls, unsigned count, uint32_t timeout_us) {
  uint32_t timeout_ms = timeout_us / 1000;
  int found = count == 0 && timeout_ms == 0 ? 0 : laglens_sys_poll(polls, count, (int)timeout_ms);
  if (found == 0 && timeout_ms == 0 && timeout_us > 0) laglens_sys_usleep(timeout_us);
}
