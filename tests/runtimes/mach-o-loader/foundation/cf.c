/* Objects and their strings. */
#include "cf.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>


#include "../dyld/symbols.h"

static const void *default_allocator;

static const void *cf_retain(const void *object) { return object; }
static void cf_release(const void *object) { (void)object; }

static bool is_string(const void *object) { return object != NULL && *(const void *const *)object == (const void *)cf_string_class; }

const struct cf_string *cf_string(const char *text) {
  struct cf_string *string = calloc(1, sizeof *string);
  *string = (struct cf_string){cf_string_class, 0x7c8, strdup(text), strlen(text)};
  return string;
}

bool cf_string_is(const struct cf_string *string, const char *text) { return string != NULL && strcmp(string->text, text) == 0; }

static const struct cf_string *create_with_c_string(const void *allocator, const char *text, uint32_t encoding) {
  (void)allocator, (void)encoding;
  return cf_string(text);
}

static unsigned char get_c_string(const struct cf_string *string, char *to, long room, uint32_t encoding) {
  (void)encoding;
  if (string == NULL || (long)string->length + 1 > room) return 0;
  memcpy(to, string->text, string->length);
  to[string->length] = '\0';
  return 1;
}

static const char *get_c_string_pointer(const struct cf_string *string, uint32_t encoding) {
  (void)encoding;
  return string->text;
}

static long get_length(const struct cf_string *string) { return (long)string->length; }

static unsigned char cf_equal(const void *a, const void *b) {
  if (a == b) return 1;
  if (!is_string(a) || !is_string(b)) return 0;
  return strcmp(((const struct cf_string *)a)->text, ((const struct cf_string *)b)->text) == 0;
}

/* Seconds since the begin of 2001. */
static double absolute_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (double)(now.tv_sec - 978307200) + (double)now.tv_nsec / 1e9;
}

const struct symbol cf_symbols[] = {
    DATA(kCFAllocatorDefault, &default_allocator),
    FUNCTION(CFRetain, cf_retain),
    FUNCTION(CFRelease, cf_release),
    FUNCTION(CFEqual, cf_equal),
    FUNCTION(CFAbsoluteTimeGetCurrent, absolute_time),
    END_OF_SYMBOLS,
};

const struct symbol cf_string_symbols[] = {
    DATA(__CFConstantStringClassReference, cf_string_class),
    FUNCTION(CFStringCreateWithCString, create_with_c_string),
    FUNCTION(CFStringGetCString, get_c_string),
    FUNCTION(CFStringGetCStringPtr, get_c_string_pointer),
    FUNCTION(CFStringGetLength, get_length),
    END_OF_SYMBOLS,
};
