/* An app that opens files until it may open no more, says so by a folder `full` in its home, and closes them again when there is a file `go`, which
 * it deletes: for that none need be open. */
#include "../../../../device-agents/ios/darwin/libc.h"

enum { MOST = 1024, CHECK_US = 1000 };

static void in_home(char *path, const char *name) {
  const char *home = laglens_sys_getenv("HOME");
  size_t at = 0;
  while (*home != 0 && at < LAGLENS_PATH_MAX - 16) path[at++] = *home++;
  do path[at++] = *name;
  while (*name++ != 0);
}

int main(void) {
  static int files[MOST];
  char full[LAGLENS_PATH_MAX], go[LAGLENS_PATH_MAX];
  int count = 0;
  in_home(full, "/full");
  in_home(go, "/go");
  while (count < MOST && (files[count] = laglens_sys_open("/dev/zero", 0)) >= 0) count++;
  if (count == MOST || laglens_sys_mkdir(full, 0700) != 0) return 1;
  while (laglens_sys_unlink(go) != 0) laglens_sys_usleep(CHECK_US);
  while (count > 0) laglens_sys_close(files[--count]);
  for (;;) laglens_sys_usleep(100000);
}
