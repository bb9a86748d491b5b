#include "payment.h"

#include <system.h>

__attribute__((noinline)) long payment_wait_for_answer(void) {
  dispatch_semaphore_t answered = dispatch_semaphore_create(0);
  dispatch_after(dispatch_time(DISPATCH_TIME_NOW, 500000000), dispatch_get_global_queue(0, 0), ^{
    dispatch_semaphore_signal(answered);
  });
  long late = dispatch_semaphore_wait(answered, DISPATCH_TIME_FOREVER);
  return late;
}

__attribute__((noinline)) void payment_retry(void) {
  int tries = 0;
  usleep(400000);
  __asm volatile("" : : "r"(tries));
}

__attribute__((noinline)) long payment_compare_offers(void) {
  dispatch_group_t offers = dispatch_group_create();
  for (int i = 0; i < 2; i++) {
    dispatch_group_async(offers, dispatch_get_global_queue(0, 0), ^{
      usleep(350000);
    });
  }
  long late = dispatch_group_wait(offers, DISPATCH_TIME_FOREVER);
  __asm volatile("" : : "r"(late));
  return late;
}

__attribute__((noinline)) long payment_wait_for_lost_answer(void) {
  dispatch_semaphore_t answered = dispatch_semaphore_create(0);
  long late = dispatch_semaphore_wait(answered, DISPATCH_TIME_FOREVER);
  __asm volatile("" : : "r"(late));
  return late;
}
