// The few functions through which core/symbols/names/swift-demangler.ts uses Swift's own demangler. One name is parsed
// at a time and can then be printed in several styles. A failed assertion anywhere below ends in a trap, after which the
// caller throws the instance away: so nothing here cleans up after one.
#include "swift/Demangling/Demangle.h"
#include <cstddef>
#include <string>

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {
using namespace swift::Demangle;

/** Bits of `print`'s argument. None of them: names only, as short as Swift's own printer makes them. */
enum Style : unsigned {
  showParameters = 1,
  showReturnType = 2,
  showClosureSignature = 4,
  /** Everything that the mangled name says; the other bits mean nothing beside it. */
  showAll = 8,
};

std::string name;
std::string text;
Context context;
NodePointer root = nullptr;

DemangleOptions optionsFor(unsigned style, size_t limit) {
  auto options = style & showAll ? DemangleOptions() : DemangleOptions::SimplifiedUIDemangleOptions();
  if (!(style & showAll)) {
    options.ShowFunctionArgumentTypes = style & showParameters;
    options.ShowFunctionReturnType = style & showReturnType;
    options.ShowClosureSignature = style & showClosureSignature;
  }
  options.MaxOutputBytes = limit;
  return options;
}
} // namespace

/** Where the caller is to write the `length` bytes of the mangled name. */
EXPORT(name_bytes) char *nameBytes(size_t length) {
  name.resize(length);
  return name.data();
}

/** Parses the name that was written. Gives 0 when it is none of Swift's. */
EXPORT(parse) int parse() {
  root = nullptr;
  context.clear();
  if (!isSwiftSymbol(llvm::StringRef(name))) return 0;
  root = context.demangleSymbolAsNode(llvm::StringRef(name));
  return root != nullptr;
}

/** Prints the parsed name in a style. Gives the length in bytes; the printer stops soon after `limit` of them. */
EXPORT(print) size_t print(unsigned style, size_t limit) {
  text = nodeToString(root, optionsFor(style, limit));
  return text.size();
}

/** Where the printed text is. */
EXPORT(text_bytes) const char *textBytes() { return text.data(); }

// The library is built without exceptions: what would throw traps instead.
extern "C" void *__cxa_allocate_exception(size_t) { __builtin_trap(); }
extern "C" void __cxa_throw(void *, void *, void (*)(void *)) { __builtin_trap(); }
