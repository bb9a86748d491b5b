#include "text.h"

size_t laglens_length(const char *text) {
  size_t length = 0;
  if (text != NULL) {
    while (text[length] != 0) length++;
  }
  return length;
}

bool laglens_equal(const char *left, const char *right) {
  while (*left != 0 && *left == *right) left++, right++;
  return *left == *right;
}

bool laglens_starts_with(const char *text, const char *prefix) {
  while (*prefix != 0) {
    if (*text++ != *prefix++) return false;
  }
  return true;
}

static size_t whole_characters(const char *text, size_t length) {
  size_t end = length;
  while (end > 0 && ((unsigned char)text[end] & 0xC0u) == 0x80u) end--;
  return end;
}

size_t laglens_append(char *to, size_t capacity, size_t at, const char *from) {
  size_t length = laglens_length(from);
  if (at + 1 > capacity) return at;
  size_t room = capacity - 1 - at;
  if (length > room) length = whole_characters(from, room);
  for (size_t i = 0; i < length; i++) to[at + i] = from[i];
  to[at + length] = 0;
  return at + length;
}

size_t laglens_copy(char *to, size_t capacity, const char *from) { return laglens_append(to, capacity, 0, from); }

size_t laglens_append_number(char *to, size_t capacity, size_t at, uint32_t number) {
  char digits[11];
  size_t first = sizeof digits - 1;
  digits[first] = 0;
  do {
    digits[--first] = (char)('0' + number % 10u);
    number /= 10u;
  } while (number != 0);
  return laglens_append(to, capacity, at, digits + first);
}

uint32_t laglens_read_number(const char **text) {
  uint32_t value = 0;
  while (**text >= '0' && **text <= '9') value = value * 10u + (uint32_t)(*(*text)++ - '0');
  return value;
}

static int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

bool laglens_read_hex(const char *text, uint8_t *out, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) {
    int high = hex_digit(text[2 * i]);
    int low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
    if (low < 0) return false;
    out[i] = (uint8_t)(high * 16 + low);
  }
  return true;
}

bool laglens_same_secret(const uint8_t *left, const uint8_t *right, size_t length) {
  volatile uint8_t difference = 0;
  for (size_t i = 0; i < length; i++) difference = (uint8_t)(difference | (left[i] ^ right[i]));
  return difference == 0;
}

/* FNV-1a, then mixed: names differ mostly at their ends, and tables use the low bits. */
uint32_t laglens_hash(const char *bytes, size_t length) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (uint8_t)bytes[i]) * 16777619u;
  hash ^= hash >> 15;
  hash *= 0x2C1B3C6Du;
  return hash ^ (hash >> 13);
}
