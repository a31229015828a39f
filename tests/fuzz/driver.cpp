// SPDX-License-Identifier: Apache-2.0
// Feeds a target damaged seeds for some seconds: `PROGRAM [SECONDS [SEED]]`. What it was fed when it failed
// is written to fuzz-failure beside it.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

#include "target.h"

namespace {

std::string current;

void keep_failure() {
  if (std::FILE* file = std::fopen("fuzz-failure", "wb")) {
    std::fwrite(current.data(), 1, current.size(), file);
    std::fclose(file);
  }
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed), seeds_(seeds()) {}

  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t n = below(6); n > 0; --n) damage(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  void damage(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(5)) {
      case 0:
        text.insert(at, 1, static_cast<char>(random_()));
        break;
      case 1:
        if (at < text.size()) text.erase(at, 1 + below(4));
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random_());
        break;
      case 3: {
        const std::string& other = seeds_[below(seeds_.size())];
        text.insert(at, (below(2) == 0 ? "," : "") + other.substr(below(other.size())));
        break;
      }
      default:
        text.insert(at, below(3) == 0 ? std::string(below(5000), '9') : text.substr(0, at));
        if (text.size() > 20000) text.resize(20000);
    }
  }

  std::mt19937 random_;
  std::vector<std::string> seeds_;
};

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
  const auto seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1u;
  std::signal(SIGABRT, [](int) { keep_failure(); });
  Mutator mutator(seed);
  const std::time_t end = std::time(nullptr) + static_cast<std::time_t>(seconds);
  unsigned long rounds = 0;
  do {
    for (int i = 0; i < 1000; ++i, ++rounds) {
      current = mutator.next();
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
    }
  } while (std::time(nullptr) < end);
  std::printf("%lu inputs, none failed\n", rounds);
  return 0;
}
