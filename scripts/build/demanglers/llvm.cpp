// The few functions through which core/symbols/names/llvm-demangler.ts uses LLVM's demangler of C++, which is a part of libc++abi.
// What it can't end (no memory, a broken invariant) is a trap, after which the caller throws the instance away.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {
char *name = nullptr;
char *text = nullptr;
size_t capacity = 0;
} // namespace

/** Where the caller is to write the `length` bytes of the mangled name. */
EXPORT(name_bytes) char *nameBytes(size_t length) {
  name = static_cast<char *>(realloc(name, length + 1));
  if (name == nullptr) __builtin_trap();
  name[length] = '\0';
  return name;
}

/** Demangles the name that was written. Gives the text's length in bytes, 0 when it is no mangled name. */
EXPORT(demangle) size_t demangle() {
  int status = 0;
  char *readable = abi::__cxa_demangle(name, text, &capacity, &status);
  if (status != 0 || readable == nullptr) return 0;
  text = readable;
  return strlen(text);
}

/** Where the text is. */
EXPORT(text_bytes) const char *textBytes() { return text; }
