/* Two waits that last are reported. The second one ends just when its owner is asked for: by then another thread has the lock. */
#include <stdlib.h>
#include <unistd.h>

#include "../../../device-agents/core/text.h"
#include "../../../device-agents/ios/agent.h"
#include "../../../device-agents/ios/waits/blocking.h"
#include "../../../device-agents/ios/dyld/hooks.h"
#include "../../../device-agents/ios/waits/lock_owners.h"
#include "../../../device-agents/ios/waits/open_calls.h"

enum { WAITER = 0x100, HOLDER = 0x200, LATER = 0x300, LONG_US = 1000000 };

struct laglens_agent laglens_agent;
const struct laglens_rebinding laglens_hooks[LAGLENS_HOOKS] = {[LAGLENS_MUTEX_LOCK] = {.name = "pthread_mutex_lock"}};
static struct laglens_wait_place place;
static bool ends;

uint32_t laglens_lock_owner(const void *lock) {
  (void)lock;
  if (!ends) return HOLDER;
  laglens_open_wait_ends(place);
  return LATER;
}
struct laglens_thread *laglens_thread_of(struct laglens_agent *agent, laglens_port port) { return &agent->memory->threads[port >> 8]; }
void laglens_address_text(uint64_t address, char text[LAGLENS_ADDRESS_BYTES]) {
  (void)address;
  laglens_copy(text, LAGLENS_ADDRESS_BYTES, "0x1");
}

static void wait_and_report(void) {
  place = laglens_open_wait_begins(&laglens_agent.waits, WAITER, LAGLENS_MUTEX_LOCK, 1, laglens_now_us() - LONG_US);
  laglens_open_calls_report(&laglens_agent);
  laglens_open_wait_ends(place);
  laglens_open_calls_report(&laglens_agent);
}

int main(void) {
  struct laglens_memory *memory = calloc(1, sizeof *memory);
  if (memory == NULL) return 1;
  laglens_prepare_clock();
  laglens_agent.memory = memory;
  laglens_agent.capture.connected = true;
  for (uint32_t i = WAITER >> 8; i <= LATER >> 8; i++) memory->threads[i] = (struct laglens_thread){.port = i << 8, .id = i, .reported = true};
  laglens_stream_reset(&memory->stream);
  wait_and_report();
  ends = true;
  wait_and_report();
  uint32_t length;
  const uint8_t *bytes = laglens_ring_piece(&memory->stream.ring, &length);
  ssize_t written = write(STDOUT_FILENO, bytes, length);
  free(memory);
  return written == (ssize_t)length ? 0 : 2;
}
