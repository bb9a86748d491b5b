/* Animates a layer on a clock of its own: `at:length` in milliseconds, each argument one animation, asked for every 10 ms until nothing moves
 * for a second. Prints when animations ran, `begin-end`, and how many the layer got. */
#include "../../../device-agents/ios/app/animations.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../device-agents/core/system.h"
#include "../../../device-agents/ios/system/objc.h"

enum { STEP_MS = 10, REST_MS = 1000 };

typedef void (*add_animation)(laglens_id, laglens_selector, laglens_id, laglens_id);

static uint64_t now_ms = 1;
static unsigned added;

static void layer_add(laglens_id layer, laglens_selector selector, laglens_id animation, laglens_id key) {
  (void)layer, (void)selector, (void)animation, (void)key;
  added++;
}
static void (*method)(void) = (void (*)(void))layer_add;

static laglens_id get_class(const char *name) { return (laglens_id)(uintptr_t)name; }
static laglens_selector selector(const char *name) { return (laglens_selector)(uintptr_t)name; }
static void *instance_method(laglens_id type, laglens_selector name) { return (void)type, (void)name, &method; }
static void (*implementation(void *of))(void) { return *(void (**)(void))of; }
static void (*set_implementation(void *of, void (*body)(void)))(void) {
  void (*before)(void) = *(void (**)(void))of;
  *(void (**)(void))of = body;
  return before;
}

struct laglens_objc laglens_objc = {.get_class = get_class,
                                    .selector = selector,
                                    .instance_method = instance_method,
                                    .implementation = implementation,
                                    .set_implementation = set_implementation};
bool laglens_objc_has(void) { return true; }
double laglens_ask_number(laglens_id to, laglens_selector name) { return (void)name, *(double *)to; }
uint64_t laglens_now_us(void) { return now_ms * 1000; }

int main(int count, char **arguments) {
  uint64_t begun_ms = 0, moved_ms = 0;
  bool is_running = false;
  laglens_animations_begin();
  laglens_animations_begin();
  for (int next = 1; next < count || is_running || now_ms - moved_ms < REST_MS; now_ms += STEP_MS) {
    for (; next < count && strtoull(arguments[next], NULL, 10) < now_ms; next++) {
      char *length = arguments[next];
      while (*length++ != ':') {}
      double seconds = atof(length) / 1e3;
      ((add_animation)method)(NULL, NULL, *length == '-' ? NULL : &seconds, NULL);
      moved_ms = now_ms;
    }
    bool runs = laglens_animations_run();
    if (runs && !is_running) begun_ms = now_ms;
    if (!runs && is_running) printf("%u-%u ", (unsigned)begun_ms, (unsigned)now_ms);
    is_running = runs;
  }
  printf("%u\n", added);
  return 0;
}
