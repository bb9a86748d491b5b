/* Small work on NUL-terminated text. */
#ifndef LAGLENS_TEXT_H
#define LAGLENS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

size_t laglens_length(const char *text);
bool laglens_equal(const char *left, const char *right);
bool laglens_starts_with(const char *text, const char *prefix);
/* Copies what fits, never splitting a UTF-8 character, and terminates; gives the length. NULL counts as empty. */
size_t laglens_copy(char *to, size_t capacity, const char *from);
/* Appends at `at` what fits, and terminates; gives the new end. */
size_t laglens_append(char *to, size_t capacity, size_t at, const char *from);
size_t laglens_append_number(char *to, size_t capacity, size_t at, uint32_t number);
/* Reads digits; stops at the first other character and moves `*text` there. */
uint32_t laglens_read_number(const char **text);
/* Value of 2 * `bytes` hexadecimal digits into `out`; false when there are fewer. */
bool laglens_read_hex(const char *text, uint8_t *out, size_t bytes);
/* Same bytes? Takes as long for a wrong guess as for a right one. */
bool laglens_same_secret(const uint8_t *left, const uint8_t *right, size_t length);
uint32_t laglens_hash(const char *bytes, size_t length);

#endif
