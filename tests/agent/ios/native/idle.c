/* An app that stands still: its main run loop waits for events, and none come. */
#include "../../../../device-agents/ios/darwin/libc.h"

int main(int count, char **arguments) {
  void *function = laglens_sys_dlsym(LAGLENS_RTLD_DEFAULT, "UIApplicationMain");
  return ((int (*)(int, char **, const void *, const void *))function)(count, arguments, (const void *)0, (const void *)0);
}
