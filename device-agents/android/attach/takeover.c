#include "takeover.h"

#include "../../core/text.h"
#include "../entry.h"

static const uint64_t magic = 0x736e656c67616cu; /* "laglens" */
static struct laglens_handle own;

static struct laglens_attach_options waiting;
static uint32_t waiting_state; /* 0 empty, 1 being filled or emptied, 2 full */

static jfieldID field_of(laglens_jni jni, jclass hook) { return jni_static_field(jni, hook, "agent", "J"); }

enum laglens_first laglens_find_first(laglens_jni jni, struct laglens_handle **handle) {
  jclass hook = jni_find_class(jni, "laglens/Hook");
  jfieldID field = hook == NULL ? NULL : field_of(jni, hook);
  struct laglens_handle *found = field == NULL ? NULL : (struct laglens_handle *)(uintptr_t)jni_get_static_long(jni, hook, field);
  jni_delete_local(jni, hook);
  if (found == NULL || found == &own || found->magic != magic) return LAGLENS_FIRST_NONE;
  *handle = found;
  return laglens_equal(found->build_hash, LAGLENS_BUILD_HASH) ? LAGLENS_FIRST_SAME_BUILD : LAGLENS_FIRST_OTHER_BUILD;
}

void laglens_be_first(laglens_jni jni, jclass hook) {
  jfieldID field = hook == NULL ? NULL : field_of(jni, hook);
  if (field == NULL) return;
  own.magic = magic;
  own.attach = laglens_attach;
  laglens_copy(own.build_hash, sizeof own.build_hash, LAGLENS_BUILD_HASH);
  jni_set_static_long(jni, hook, field, (int64_t)(uintptr_t)&own);
}

bool laglens_hand_over(const struct laglens_attach_options *options) {
  uint32_t empty = 0;
  if (!__atomic_compare_exchange_n(&waiting_state, &empty, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return false;
  waiting = *options;
  __atomic_store_n(&waiting_state, 2, __ATOMIC_RELEASE);
  return true;
}

bool laglens_take_over(struct laglens_attach_options *out) {
  uint32_t full = 2;
  if (!__atomic_compare_exchange_n(&waiting_state, &full, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return false;
  *out = waiting;
  __atomic_store_n(&waiting_state, 0, __ATOMIC_RELEASE);
  return true;
}
