#include "animations.h"

#include "../../core/system.h"
#include "../system/objc.h"

/* An animation that says no time takes its transaction's, a quarter of a second. Endless ones are added once. */
enum { SHORTEST_US = 250000, LONGEST_US = 2000000, LONGEST_RUN_US = 30000000 };

typedef void (*add_animation)(laglens_id layer, laglens_selector selector, laglens_id animation, laglens_id key);

static uint64_t until_us;  /* by any thread that animates */
static uint64_t since_us;  /* by main: 0 when nothing moved */
static bool has_begun;     /* main's own */
static add_animation original;
static laglens_selector duration_of;

static void on_add(laglens_id layer, laglens_selector selector, laglens_id animation, laglens_id key) {
  double duration_s = animation == NULL ? 0 : laglens_ask_number(animation, duration_of);
  uint64_t length_us = duration_s > LONGEST_US / 1e6 ? LONGEST_US : duration_s > SHORTEST_US / 1e6 ? (uint64_t)(duration_s * 1e6) : SHORTEST_US;
  uint64_t end_us = laglens_now_us() + length_us;
  if (end_us > __atomic_load_n(&until_us, __ATOMIC_RELAXED)) __atomic_store_n(&until_us, end_us, __ATOMIC_RELAXED);
  original(layer, selector, animation, key);
}

void laglens_animations_begin(void) {
  if (has_begun) return;
  has_begun = true;
  if (!laglens_objc_has() || laglens_objc.instance_method == NULL) return;
  laglens_id layers = laglens_objc.get_class("CALayer");
  void *method = layers == NULL ? NULL : laglens_objc.instance_method(layers, laglens_objc.selector("addAnimation:forKey:"));
  if (method == NULL) return;
  duration_of = laglens_objc.selector("duration");
  original = (add_animation)laglens_objc.implementation(method);
  laglens_objc.set_implementation(method, (void (*)(void))on_add);
}

bool laglens_animations_run(void) {
  uint64_t now_us = laglens_now_us();
  if (now_us >= __atomic_load_n(&until_us, __ATOMIC_RELAXED)) {
    since_us = 0;
    return false;
  }
  if (since_us == 0) since_us = now_us;
  return now_us - since_us < LONGEST_RUN_US;
}
