#include "hand_over.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dyld/refusal.h"
#include "dyld/slice.h"

#if defined(__x86_64__)

enum { MOST_ARGUMENTS = 256 };

static bool is_for_arm64(const char *executable) {
  const char *wanted = getenv("IPHONE_LOADER_ARCH");
  static struct image image;
  char why[256];
  if (wanted != NULL) return strcmp(wanted, "arm64") == 0;
  return !slice_open(&image, executable, why, sizeof why) && strstr(why, "(have 'arm64'") != NULL;
}

void hand_over(char **argv, const char *executable) {
  char loader[1024], *arguments[MOST_ARGUMENTS] = {"qemu-aarch64", loader};
  if (!is_for_arm64(executable)) return;
  ssize_t length = readlink("/proc/self/exe", loader, sizeof loader - sizeof "-arm64");
  if (length < 0) refuse("cannot find myself");
  strcpy(loader + length, "-arm64");
  for (unsigned i = 1; argv[i] != NULL && i < MOST_ARGUMENTS - 2; i++) arguments[i + 1] = argv[i];
  execvp(arguments[0], arguments);
  refuse("cannot start %s: is the Debian package qemu-user installed?", arguments[0]);
}

#else

void hand_over(char **argv, const char *executable) { (void)argv, (void)executable; }

#endif
