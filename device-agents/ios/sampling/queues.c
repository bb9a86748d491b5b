#include "queues.h"

#include "../../core/text.h"
#include "../darwin/libc.h"
#include "../darwin/mach.h"
#include "../system/plain_address.h"

/* The begin of struct dispatch_queue_offsets_s of libdispatch (private/introspection_private.h), which it keeps for debuggers. */
struct queue_offsets {
  uint16_t version, label, label_bytes;
};

static const struct queue_offsets *offsets;

bool laglens_queues_begin(void) {
  offsets = laglens_sys_dlsym(LAGLENS_RTLD_DEFAULT, "dispatch_queue_offsets");
  return offsets != NULL;
}

/* By the kernel, which finds out whether the memory is there, and takes no memory tags. */
static bool copy(uintptr_t from, void *to, size_t bytes) {
  laglens_size got = 0;
  from = laglens_plain_address(from);
  return from != 0 && laglens_sys_vm_read_overwrite(laglens_sys_task_self, from, bytes, (laglens_address)to, &got) == LAGLENS_KERN_SUCCESS && got == bytes;
}

/* Up to the end of the page only: the next one may not be there. */
static void copy_text(uintptr_t from, char *to, size_t capacity) {
  size_t in_page = 4096 - from % 4096, bytes = in_page < capacity - 1 ? in_page : capacity - 1;
  to[copy(from, to, bytes) ? bytes : 0] = 0;
}

void laglens_queue_label(uint64_t queue_at, char *label, size_t capacity) {
  uintptr_t queue = 0, text = 0;
  label[0] = 0;
  if (offsets == NULL || !copy((uintptr_t)queue_at, &queue, sizeof queue) || queue == 0) return;
  /* A label has been a pointer since iOS 6; before that the text stood in the queue. */
  if (offsets->label_bytes != sizeof text || !copy(queue + offsets->label, &text, sizeof text)) return;
  copy_text(text, label, capacity);
}
