#include "../core/system.h"

#include "clock.h"
#include "darwin/libc.h"
#include "darwin/mach.h"

static struct mach_timebase_info timebase = {1, 1};

void laglens_prepare_clock(void) { mach_timebase_info(&timebase); }

static long result_of(long result) { return result < 0 ? -(long)*__error() : result; }

/* Ticks may be 125/3 ns long: divided last, and the whole part apart, so that nothing overflows. */
static uint64_t ticks_to_us(uint64_t ticks) {
  uint64_t divisor = (uint64_t)timebase.denom * 1000;
  return ticks / divisor * timebase.numer + ticks % divisor * timebase.numer / divisor;
}

uint64_t laglens_now_us(void) { return ticks_to_us(mach_absolute_time()); }

uint64_t laglens_asleep_us(void) {
  uint64_t awake = mach_absolute_time(), all = mach_continuous_time();
  return all > awake ? ticks_to_us(all - awake) : 0;
}

static uint64_t microseconds(const struct timeval *time) { return (uint64_t)time->seconds * 1000000u + (uint32_t)time->microseconds; }

uint64_t laglens_wall_us(void) {
  struct timeval now = {0, 0};
  gettimeofday(&now, NULL);
  return microseconds(&now);
}

uint64_t laglens_process_cpu_us(void) {
  struct rusage usage = {.user = {0, 0}};
  getrusage(RUSAGE_SELF, &usage);
  return microseconds(&usage.user) + microseconds(&usage.system);
}

uint64_t laglens_own_cpu_us(void) {
  struct thread_basic_info info;
  mach_msg_type_number_t words = LAGLENS_WORDS(info);
  if (thread_info(pthread_mach_thread_np(pthread_self()), THREAD_BASIC_INFO, (uint32_t *)&info, &words) != KERN_SUCCESS) return 0;
  return (uint64_t)(info.user_time.seconds + info.system_time.seconds) * 1000000u +
         (uint64_t)(info.user_time.microseconds + info.system_time.microseconds);
}

int laglens_getpid(void) { return getpid(); }

bool laglens_random(void *bytes, size_t length) {
  arc4random_buf(bytes, length);
  return true;
}

void *laglens_map(size_t bytes) {
  vm_address_t address = 0;
  return vm_allocate(mach_task_self_, &address, bytes, VM_FLAGS_ANYWHERE) == KERN_SUCCESS ? (void *)address : NULL;
}

void laglens_unmap(void *memory, size_t bytes) { vm_deallocate(mach_task_self_, (vm_address_t)memory, bytes); }

long laglens_read(int fd, void *bytes, size_t capacity) { return result_of(read(fd, bytes, capacity)); }
long laglens_write(int fd, const void *bytes, size_t length) { return result_of(write(fd, bytes, length)); }
void laglens_close(int fd) { close(fd); }
void laglens_unlink(const char *path) { unlink(path); }

int laglens_accept(int fd) {
  int accepted = accept(fd, NULL, NULL), on = 1;
  if (accepted < 0) return (int)result_of(accepted);
  fcntl(accepted, F_SETFD, FD_CLOEXEC);
  fcntl(accepted, F_SETFL, O_NONBLOCK);
  /* Refused for a socket whose other side is gone (EINVAL): writing to that one would end the app. */
  if (setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) == 0) return accepted;
  int error = *__error();
  close(accepted);
  return -error;
}

long laglens_send(int fd, const void *bytes, size_t length) { return result_of(send(fd, bytes, length, MSG_DONTWAIT)); }
long laglens_receive(int fd, void *bytes, size_t capacity) { return result_of(recv(fd, bytes, capacity, MSG_DONTWAIT)); }

/* poll counts whole milliseconds. What is left of a wait below one is slept after a look. */
void laglens_wait(struct laglens_poll *polls, unsigned count, uint32_t timeout_us) {
  uint32_t timeout_ms = timeout_us / 1000;
  int found = count == 0 && timeout_ms == 0 ? 0 : poll(polls, count, (int)timeout_ms);
  if (found == 0 && timeout_ms == 0 && timeout_us > 0) usleep(timeout_us);
}
