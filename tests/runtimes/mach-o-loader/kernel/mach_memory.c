/* Memory by Mach's calls. */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel.h"
#include "suspension.h"
#include "../dyld/symbols.h"
#include "upper_bits.h"

enum { PAGE = 4096, VM_PROT_COPY = 0x10 };

static _Thread_local int probe[2] = {-1, -1};

/* Copies through a pipe: the kernel says EFAULT where a plain copy would crash. */
static kern_return_t copy(uintptr_t from, size_t size, uint8_t *to, size_t *copied) {
  if (probe[0] < 0 && pipe2(probe, O_CLOEXEC) != 0) return KERN_FAILURE;
  *copied = 0;
  while (*copied < size) {
    size_t piece = size - *copied < PAGE ? size - *copied : PAGE;
    ssize_t written = write(probe[1], (const void *)(from + *copied), piece);
    if (written > 0 && read(probe[0], to + *copied, (size_t)written) != written) return KERN_FAILURE;
    if (written != (ssize_t)piece) return KERN_INVALID_ADDRESS;
    *copied += piece;
  }
  return KERN_SUCCESS;
}

static kern_return_t vm_read_overwrite(mach_port_t task, uintptr_t from, size_t size, uintptr_t to, size_t *copied) {
  (void)task;
  if (is_tagged(from)) return KERN_INVALID_ADDRESS;
  return copy(from, size, (uint8_t *)to, copied);
}

void *vm_pages(size_t bytes) {
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

static kern_return_t vm_allocate(mach_port_t task, uintptr_t *address, size_t size, int flags) {
  (void)task;
  void *pages = flags & 1 ? vm_pages(size) : NULL; /* VM_FLAGS_ANYWHERE */
  *address = (uintptr_t)pages;
  return pages == NULL ? KERN_NO_SPACE : KERN_SUCCESS;
}

static kern_return_t vm_deallocate(mach_port_t task, uintptr_t address, size_t size) {
  (void)task;
  uintptr_t begin = address & ~(uintptr_t)(PAGE - 1);
  return size == 0 || munmap((void *)begin, address + size - begin) == 0 ? KERN_SUCCESS : KERN_INVALID_ADDRESS;
}

static kern_return_t vm_protect(mach_port_t task, uintptr_t address, size_t size, int set_maximum, int protection) {
  (void)task;
  uintptr_t begin = address & ~(uintptr_t)(PAGE - 1);
  if (set_maximum) return KERN_SUCCESS;
  return mprotect((void *)begin, address + size - begin, protection & ~VM_PROT_COPY) == 0 ? KERN_SUCCESS : KERN_PROTECTION_FAILURE;
}

const struct symbol mach_memory_symbols[] = {
    FUNCTION(vm_read_overwrite, vm_read_overwrite),
    FUNCTION(mach_vm_read_overwrite, vm_read_overwrite),
    FUNCTION(vm_allocate, vm_allocate),
    FUNCTION(mach_vm_allocate, vm_allocate),
    FUNCTION(vm_deallocate, vm_deallocate),
    FUNCTION(mach_vm_deallocate, vm_deallocate),
    FUNCTION(vm_protect, vm_protect),
    FUNCTION(mach_vm_protect, vm_protect),
    END_OF_SYMBOLS,
};
