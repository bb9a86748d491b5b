/* An app that carries the agent itself. It starts it, does some work, waits for a lock and sleeps, again and again, until it is ended. */
#include "../../../../device-agents/ios/darwin/libc.h"
#include "../../../../device-agents/ios/darwin/waits.h"
#include "../../../../device-agents/ios/package/include/laglens.h"

static volatile uint32_t sum;

__attribute__((noinline)) static void linked_work(void) {
  for (uint32_t i = 0; i < 40000000; i++) sum += i;
}

__attribute__((noinline)) static void linked_sleep(void) {
  laglens_sys_usleep(30000);
  sum++;
}

int main(void) {
  laglens_start();
  laglens_start();
  for (;;) {
    linked_work();
    linked_sleep();
  }
}
