/* Loads the library that the variable LIBRARY names, twice, and one that is not there; prints what happens, and in which order. */
#include <stddef.h>
#include <stdint.h>

int printf(const char *format, ...);
char *getenv(const char *name);
void *dlopen(const char *path, int mode);
void *dlsym(void *handle, const char *name);
const char *dlerror(void);
const char *_dyld_get_image_name(uint32_t index);
uint32_t _dyld_image_count(void);
void _dyld_register_func_for_add_image(void (*added)(const void *header, intptr_t slide));
enum { RTLD_NOW = 2 };

static int is_later;

static void added(const void *header, intptr_t slide) {
  if (is_later) printf("added ");
}

int main(void) {
  _dyld_register_func_for_add_image(added);
  is_later = 1;
  uint32_t before = _dyld_image_count();
  void *first = dlopen(getenv("LIBRARY"), RTLD_NOW), *again = dlopen(getenv("LIBRARY"), RTLD_NOW);
  if (first == NULL) {
    printf("%s\n", dlerror());
    return 1;
  }
  const char *(*word)(int) = (const char *(*)(int))dlsym(first, "library_word");
  printf("%s %s %u ", word(1), first == again ? "same" : "other", _dyld_image_count() - before);
  printf("%d ", dlopen("@executable_path/none.dylib", RTLD_NOW) == NULL);
  printf("%s\n", dlerror());
  return dlerror() == NULL && dlopen(NULL, RTLD_NOW) != NULL ? 0 : 2;
}
