#include "options.h"

#include "../core/nodes.h"
#include "../core/text.h"

uint32_t laglens_valid_interval(uint32_t interval_us) {
  if (interval_us == 0) return 0;
  if (interval_us < LAGLENS_INTERVAL_LEAST_US) return LAGLENS_INTERVAL_LEAST_US;
  return interval_us > LAGLENS_INTERVAL_MOST_US ? LAGLENS_INTERVAL_MOST_US : interval_us;
}

uint32_t laglens_valid_depth(uint32_t depth) {
  if (depth == 0) return LAGLENS_DEPTH_DEFAULT;
  return depth > LAGLENS_DEPTH ? LAGLENS_DEPTH : depth;
}

/* Where the value of `key` begins when `text` stands at it, else NULL. */
static const char *value_of(const char *text, const char *key) {
  size_t length = laglens_length(key);
  return laglens_starts_with(text, key) && text[length] == '=' ? text + length + 1 : NULL;
}

static void take_text(char *to, size_t capacity, const char *value) {
  size_t length = 0;
  while (value[length] != 0 && value[length] != ',' && length + 1 < capacity) {
    to[length] = value[length];
    length++;
  }
  to[length] = 0;
}

void laglens_read_options(const char *text, struct laglens_options *out) {
  *out = (struct laglens_options){.interval_us = LAGLENS_INTERVAL_DEFAULT_US, .depth = LAGLENS_DEPTH_DEFAULT};
  take_text(out->main, sizeof out->main, "main");
  while (text != NULL && *text != 0) {
    const char *value;
    if ((value = value_of(text, "token")) != NULL) out->token_given = laglens_read_hex(value, out->token, sizeof out->token);
    if ((value = value_of(text, "rand")) != NULL) take_text(out->rand, sizeof out->rand, value);
    if ((value = value_of(text, "dir")) != NULL) take_text(out->dir, sizeof out->dir, value);
    if ((value = value_of(text, "hook")) != NULL) take_text(out->hook, sizeof out->hook, value);
    if ((value = value_of(text, "main")) != NULL) take_text(out->main, sizeof out->main, value);
    if ((value = value_of(text, "interval")) != NULL) out->interval_us = laglens_valid_interval(laglens_read_number(&value));
    if ((value = value_of(text, "depth")) != NULL) out->depth = laglens_valid_depth(laglens_read_number(&value));
    if ((value = value_of(text, "ahead")) != NULL) out->ahead = laglens_read_number(&value) != 0;
    while (*text != 0 && *text != ',') text++;
    if (*text == ',') text++;
  }
}
