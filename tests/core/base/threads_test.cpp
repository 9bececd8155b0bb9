// The pool itself: every chunk once, no two on one seat, whoever comes or does not.
#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <cstddef>
#include <vector>

#include "base/threads.h"

namespace attnscope {
namespace {

TEST_CASE("every chunk is computed once, on any number of threads", "[threads]") {
  for (const std::size_t count : {0, 1, 2, 3, 4, 7}) {
    for (const std::size_t chunks : {0, 1, 2, 3, 100}) {
      INFO(count << " threads, " << chunks << " chunks");
      Threads threads(count);
      std::vector<std::atomic<int>> calls(chunks);

      threads.run(chunks, [&](std::size_t chunk, std::size_t) { ++calls[chunk]; });

      for (const auto& times : calls) CHECK(times == 1);
    }
  }
}

TEST_CASE("no two chunks are computed at once with the same thread's number", "[threads]") {
  Threads threads(4);
  std::vector<std::atomic<bool>> busy(threads.count());
  std::atomic<int> clashes{0};

  for (int job = 0; job < 200; ++job) {
    threads.run(50, [&](std::size_t, std::size_t thread) {
      if (busy.at(thread).exchange(true)) ++clashes;
      busy[thread] = false;
    });
  }

  CHECK(clashes == 0);
}

TEST_CASE("what one job wrote, the next job reads on every thread", "[threads]") {
  Threads threads(3);
  std::vector<std::size_t> numbers(64, 0);  // not atomic: run() orders the jobs

  for (std::size_t job = 0; job < 2000; ++job) {
    threads.run(numbers.size(), [&](std::size_t chunk, std::size_t) {
      numbers[(chunk + job) % numbers.size()] += 1;
    });
  }

  for (const std::size_t number : numbers) CHECK(number == 2000);
}

TEST_CASE("a pool that was never used ends", "[threads]") {
  for (int i = 0; i < 50; ++i) {
    const Threads threads(3);
    CHECK(threads.count() == 3);
  }
}

}  // namespace
}  // namespace attnscope
