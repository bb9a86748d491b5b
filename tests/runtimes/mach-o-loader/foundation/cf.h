/* Core Foundation's objects. Nothing is ever freed: an app of this loader lives for seconds. */
#ifndef DARWIN_CF_H
#define DARWIN_CF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Also what clang makes of CFSTR("…") and @"…", when the text is ASCII. */
struct cf_string {
  const void *isa;
  uint64_t flags;
  const char *text;
  uint64_t length;
};

const struct cf_string *cf_string(const char *text);
bool cf_string_is(const struct cf_string *string, const char *text);
/* The class that constant strings point to; filled in by objc_classes.c. */
extern uint64_t cf_string_class[32];
#define CF_STRING(variable, characters) \
  static const struct cf_string variable = {cf_string_class, 0x7c8, characters, sizeof characters - 1}

/* The app's bundle identifier; "" when it has none. */
const char *bundle_identifier(void);
void bundle_set_identifier(const char *identifier);

/* Posts to the observers of the local notification centre. */
void notification_post(const char *name);

#endif
