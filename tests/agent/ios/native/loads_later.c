/* An app that loads a library of its bundle when there is a file `go` in its home, and then is in that library again and again. Its exit
 * code says what it did not find. */
#include "../../../../device-agents/ios/darwin/libc.h"

enum { LOOK_US = 1000, RTLD_NOW = 2 };

static void wait_for_go(void) {
  char path[LAGLENS_PATH_MAX];
  const char *home = laglens_sys_getenv("HOME"), *name = "/go";
  size_t at = 0;
  int fd;
  while (*home != 0 && at < sizeof path - 16) path[at++] = *home++;
  do path[at++] = *name;
  while (*name++ != 0);
  while ((fd = laglens_sys_open(path, 0)) < 0) laglens_sys_usleep(LOOK_US);
  laglens_sys_close(fd);
}

int main(void) {
  /* What the agent needs not is in none of its stubs. */
  void *(*load)(const char *, int) = (void *(*)(const char *, int))laglens_sys_dlsym(LAGLENS_RTLD_DEFAULT, "dlopen");
  wait_for_go();
  void *library = load("@executable_path/Frameworks/later.dylib", RTLD_NOW);
  if (library == NULL) return 1;
  void (*busy)(void) = (void (*)(void))laglens_sys_dlsym(library, "later_busy"), (*rest)(void) = (void (*)(void))laglens_sys_dlsym(library, "later_wait");
  if (busy == NULL || rest == NULL) return 2;
  for (;;) {
    busy();
    rest();
  }
}
