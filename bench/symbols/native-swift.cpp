// Reads Swift names from standard input, one in a line, prints each in full and simplified, and says on standard error how many
// milliseconds the demangling took.
#include "swift/Demangling/Demangle.h"
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

int main() {
  std::vector<std::string> names, texts;
  for (std::string line; std::getline(std::cin, line);) names.push_back(line);
  auto simplified = swift::Demangle::DemangleOptions::SimplifiedUIDemangleOptions();
  simplified.ShowFunctionArgumentTypes = true;
  simplified.ShowClosureSignature = false;
  swift::Demangle::Context context;
  const auto begin = std::chrono::steady_clock::now();
  for (const auto &name : names) {
    context.clear();
    auto root = context.demangleSymbolAsNode(llvm::StringRef(name));
    texts.push_back(nodeToString(root));
    texts.push_back(nodeToString(root, simplified));
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  for (const auto &text : texts) std::cout << text << '\n';
  std::cerr << took.count() << '\n';
}
