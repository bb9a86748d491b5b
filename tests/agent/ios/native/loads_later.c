/* An app that loads a library of its bundle when there is a file `go` in its home, and then is in that library again and again. Its exit
 * code says what it did not find. */
#include "../../../../device-agents/ios/darwin/libc.h"
#include "wait_for_go.h"

enum { RTLD_NOW = 2 };

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
