/* The process: its environment and its end. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "../dyld/libraries.h"
#include "../census.h"
#include "kernel.h"
#include "../dyld/symbols.h"

static uint64_t stack_guard = 0x6c61676c656e7300;
static char *program_name;

static void darwin_exit(int code) {
  census_write();
  exit(code);
}
static void stack_check_failed(void) { abort(); }

static void fill_random(void *bytes, size_t length) {
  while (length > 0) {
    ssize_t got = getrandom(bytes, length, 0);
    if (got <= 0) abort();
    bytes = (char *)bytes + got;
    length -= (size_t)got;
  }
}
static uint32_t random_word(void) {
  uint32_t word;
  fill_random(&word, sizeof word);
  return word;
}
static int get_entropy(void *bytes, size_t length) {
  fill_random(bytes, length);
  return 0;
}

static const char *get_program_name(void) {
  const char *path = libraries_at(0)->path, *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static int executable_path(char *to, uint32_t *room) {
  size_t needed = strlen(libraries_at(0)->path) + 1;
  bool fits = needed <= *room;
  *room = (uint32_t)needed;
  if (!fits) return -1;
  strcpy(to, libraries_at(0)->path);
  return 0;
}

static int at_exit(void (*function)(void *), void *argument, void *image) {
  (void)function, (void)argument, (void)image;
  return 0;
}

const struct symbol process_symbols[] = {
    SAME(getenv),
    SAME(setenv),
    SAME(unsetenv),
    SAME(getpid),
    SAME(getppid),
    SAME(getuid),
    SAME(abort),
    FUNCTION(exit, darwin_exit),
    FUNCTION(_exit, darwin_exit),
    FUNCTION(__error, darwin_errno_place),
    FUNCTION(__stack_chk_fail, stack_check_failed),
    DATA(__stack_chk_guard, &stack_guard),
    FUNCTION(arc4random, random_word),
    FUNCTION(arc4random_buf, fill_random),
    FUNCTION(getentropy, get_entropy),
    FUNCTION(getprogname, get_program_name),
    FUNCTION(_NSGetExecutablePath, executable_path),
    FUNCTION(__cxa_atexit, at_exit),
    DATA(__progname, &program_name),
    {"dyld_stub_binder", (void *)abort, SYMBOL_FUNCTION},
    END_OF_SYMBOLS,
};
