/* Ends the process before the app runs, as dyld does when something cannot be loaded. */
#ifndef MACHO_REFUSAL_H
#define MACHO_REFUSAL_H

#include <stdio.h>

/* The loader's own exit code for it; a phone's process would be killed by dyld's abort. */
enum { REFUSAL_EXIT = 6, USAGE_EXIT = 2 };

/* Prints `dyld[pid]: ` and the words to standard error, and exits. */
_Noreturn void refuse(const char *words, ...) __attribute__((format(printf, 1, 2)));

#endif
