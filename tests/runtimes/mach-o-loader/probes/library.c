/* A library that says when it is loaded, and that has pointers of all kinds. */
int printf(const char *format, ...);

static const char *const words[] = {"one", "two", "three"};
int (*const library_print)(const char *format, ...) = printf;

static __attribute__((constructor)) void loaded(void) { printf("library "); }

const char *library_word(int which) { return words[which]; }
