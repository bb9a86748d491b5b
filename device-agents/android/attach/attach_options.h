/* The options string given at attach: the keys of every agent, and Android's own. */
#ifndef LAGLENS_ATTACH_OPTIONS_H
#define LAGLENS_ATTACH_OPTIONS_H

#include "../../core/link/options.h"

enum { LAGLENS_INTERVAL_DEFAULT_US = 10000, LAGLENS_DEPTH_DEFAULT = 1024 };

/* Whose waits the virtual machine may report: of main as soon as that does, unless a measurement wants another. */
enum laglens_waits { LAGLENS_WAITS_OF_NOBODY, LAGLENS_WAITS_OF_MAIN, LAGLENS_WAITS_OF_ALL };

struct laglens_attach_options {
  struct laglens_options common;
  char rand[24];  /* rand=<hex digits>: the part of the socket's name that cannot be guessed */
  char dir[88];   /* dir=<folder>: a path socket there; empty: an abstract socket */
  char hook[400]; /* hook=<path of the hook jar>; empty: no message borders */
  char main[64];  /* main=<name of the main thread> */
  enum laglens_waits waits; /* waits=<one of the above> */
};

/* Unknown keys are skipped, missing ones have their default. */
void laglens_read_attach_options(const char *text, struct laglens_attach_options *out);

#endif
