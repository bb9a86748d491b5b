#include "options.h"

#include "../stream/nodes.h"
#include "../text.h"

uint32_t laglens_valid_interval(uint32_t interval_us) {
  if (interval_us == 0) return 0;
  if (interval_us < LAGLENS_INTERVAL_LEAST_US) return LAGLENS_INTERVAL_LEAST_US;
  return interval_us > LAGLENS_INTERVAL_MOST_US ? LAGLENS_INTERVAL_MOST_US : interval_us;
}

uint32_t laglens_valid_depth(uint32_t depth, uint32_t usual) {
  if (depth == 0) return usual;
  return depth > LAGLENS_DEPTH ? LAGLENS_DEPTH : depth;
}

const char *laglens_option_value(const char *text, const char *key) {
  size_t length = laglens_length(key);
  return laglens_starts_with(text, key) && text[length] == '=' ? text + length + 1 : NULL;
}

void laglens_take_option(char *to, size_t capacity, const char *value) {
  size_t length = 0;
  while (value[length] != 0 && value[length] != ',' && length + 1 < capacity) {
    to[length] = value[length];
    length++;
  }
  to[length] = 0;
}

const char *laglens_next_option(const char *text) {
  if (text == NULL) return "";
  while (*text != 0 && *text != ',') text++;
  return *text == ',' ? text + 1 : text;
}

void laglens_read_option(const char *text, struct laglens_options *out) {
  const char *value;
  if ((value = laglens_option_value(text, "token")) != NULL) out->token_given = laglens_read_hex(value, out->token, sizeof out->token);
  if ((value = laglens_option_value(text, "interval")) != NULL) out->interval_us = laglens_valid_interval(laglens_read_number(&value));
  if ((value = laglens_option_value(text, "depth")) != NULL) out->depth = laglens_valid_depth(laglens_read_number(&value), out->depth);
  if ((value = laglens_option_value(text, "ahead")) != NULL) out->ahead = laglens_read_number(&value) != 0;
  if ((value = laglens_option_value(text, "allocations")) != NULL) out->allocations = laglens_read_number(&value) != 0;
}
