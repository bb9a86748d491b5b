/** C's headers for SQLite with its own system layer: they compile for any machine without its C library. Nothing declared is linked. */
export const standardHeaders: Readonly<Record<string, string>> = {
  'std/stddef.h': `typedef __SIZE_TYPE__ size_t; typedef __PTRDIFF_TYPE__ ptrdiff_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
`,
  'std/stdarg.h': `typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#define va_copy(to, from) __builtin_va_copy(to, from)
`,
  'std/string.h': `#include <stddef.h>
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t); void *memchr(const void *, int, size_t); size_t strlen(const char *);
int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t); char *strrchr(const char *, int);
char *strchr(const char *, int); size_t strspn(const char *, const char *); size_t strcspn(const char *, const char *);
`,
  'std/stdlib.h': `#include <stddef.h>
void *malloc(size_t); void *realloc(void *, size_t); void free(void *); void abort(void); char *getenv(const char *); int atoi(const char *);
`,
  'std/stdio.h': `typedef struct FILE FILE; extern FILE *stdout, *stderr;
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int fflush(FILE *);
`,
  'std/assert.h': '#define assert(x) ((void)0)\n',
  'std/limits.h': '#define INT_MAX __INT_MAX__\n#define LONG_MAX __LONG_MAX__\n#define CHAR_BIT 8\n',
  'std/stdint.h': `typedef __INT8_TYPE__ int8_t; typedef __UINT8_TYPE__ uint8_t; typedef __INT16_TYPE__ int16_t; typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t; typedef __UINT32_TYPE__ uint32_t; typedef __INT64_TYPE__ int64_t; typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t; typedef __UINTPTR_TYPE__ uintptr_t;
#define UINT64_C(number) number##ULL
`,
  'std/time.h': `typedef long time_t; time_t time(time_t *);
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
struct tm *localtime(const time_t *); struct tm *gmtime(const time_t *);
`,
  'std/math.h': `double fabs(double); double exp(double); double pow(double, double); double log(double);
#define INFINITY __builtin_inff()
`,
  'std/ctype.h': 'int isspace(int); int isalpha(int); int isdigit(int); int isalnum(int); int toupper(int); int tolower(int);\n',
  'std/sys/types.h': 'typedef long off_t; typedef long ssize_t;\n',
};
