/* A test app's begin that its test chooses: it waits for a file `go` in its home. */
#pragma once

#include "../../../../device-agents/ios/darwin/libc.h"

enum { CHECK_US = 1000 };

static void wait_for_go(void) {
  char path[LAGLENS_PATH_MAX];
  const char *home = laglens_sys_getenv("HOME"), *name = "/go";
  size_t at = 0;
  int fd;
  while (*home != 0 && at < sizeof path - 16) path[at++] = *home++;
  do path[at++] = *name;
  while (*name++ != 0);
  while ((fd = laglens_sys_open(path, 0)) < 0) laglens_sys_usleep(CHECK_US);
  laglens_sys_close(fd);
}
