/* iphone-loader [--home DIR] [--bundle-id ID] APP_EXECUTABLE [ARGUMENT…]: runs a Mach-O app of a phone or simulator on Linux. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "census.h"
#include "foundation/cf.h"
#include "foundation/objc.h"
#include "foundation/objc_classes.h"
#include "kernel/suspension.h"
#include "kernel/threads.h"
#include "truth.h"
#include "uikit/uikit.h"
#include "hand_over.h"
#include "dyld/libraries.h"
#include "dyld/refusal.h"

/* Frames of the app end here, as those of a phone's app end in dyld. */
typedef int (*entry_point)(int argc, char **argv, char **environment, char **apple);

static void on_termination(int number) {
  census_write();
  _exit(128 + number);
}

static _Noreturn void explain_usage(void) {
  fputs("usage: iphone-loader [--home DIR] [--bundle-id ID] APP_EXECUTABLE [ARGUMENT…]\n", stderr);
  exit(USAGE_EXIT);
}

/* Takes the options off; gives the index of the executable. */
static int take_options(int argc, char **argv) {
  int at = 1;
  for (; at < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
    if (at + 1 >= argc) explain_usage();
    if (strcmp(argv[at], "--home") == 0) {
      setenv("HOME", argv[at + 1], 1);
      setenv("CFFIXED_USER_HOME", argv[at + 1], 1);
    } else if (strcmp(argv[at], "--bundle-id") == 0) {
      bundle_set_identifier(argv[at + 1]);
    } else {
      explain_usage();
    }
  }
  if (at >= argc) explain_usage();
  return at;
}

int main(int argc, char **argv, char **environment) {
  int at = take_options(argc, argv);
  hand_over(argv, argv[at]);
  signal(SIGTERM, on_termination);
  threads_begin();
  suspension_begin();
  objc_classes_begin();
  struct image *app = libraries_load(argv[at], getenv("DYLD_INSERT_LIBRARIES"));
  for (unsigned i = 0; i < libraries_count(); i++) objc_take_image(libraries_at(i));
  uikit_begin();
  libraries_initialise(argc - at, argv + at, environment);
  truth_begin();
  static char *apple[] = {0};
  entry_point entry = (entry_point)(void *)(app->base + app->entry_offset);
  int code = entry(argc - at, argv + at, environment, apple);
  census_write();
  return code;
}
