/// @file
/// Threads that share one calculation: fork, take chunks, join.
///
/// The work is cut into more chunks than there are threads, and each thread takes
/// the next chunk when it has finished one, so that a thread which the system holds
/// up delays nothing but its own chunk. Who computes a chunk must not change it;
/// then the result is the same, bit for bit, on any number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#if !defined(__wasm__)
#include <pthread.h>
#endif

namespace attnscope {

/// Used by one caller at a time, who is one of the threads.
class Threads {
 public:
  /// `count` threads, the caller's own among them; 0 counts as 1. Natively the others
  /// are started here, and where the system refuses one, there are fewer. In
  /// WebAssembly only the page can start threads: each calls serve().
  explicit Threads(std::size_t count);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// The most threads that take part; at least 1.
  std::size_t count() const { return count_; }

  /// Calls body(chunk, thread) for every chunk in [0, chunks), each once, with
  /// thread < count() and no two calls with the same thread at the same time.
  /// Returns when all of them have returned.
  template <class Body>
  void run(std::size_t chunks, const Body& body) {
    if (count_ == 1 || chunks < 2) {
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) body(chunk, 0);
      return;
    }
    share({[](const void* context, std::size_t chunk, std::size_t thread) {
             (*static_cast<const Body*>(context))(chunk, thread);
           },
           &body, static_cast<std::uint32_t>(chunks)});
  }

  /// What a thread brought from outside does: takes part until the end of `this`.
  /// Returns at once where count() are at work already.
  void serve();

 private:
  struct Job {
    void (*call)(const void* context, std::size_t chunk, std::size_t thread) = nullptr;
    const void* context = nullptr;
    std::uint32_t chunks = 0;
  };
  void share(const Job& job);
  void take_chunks(std::size_t thread);
  bool wait_for_change(std::uint32_t seen);

  std::size_t count_;
  Job job_;
  /// On lines of their own: each is written by all threads.
  alignas(64) std::atomic<std::uint32_t> next_chunk_{0};
  /// kOpen while a job may be joined, plus the number of threads that have joined it.
  alignas(64) std::atomic<std::uint32_t> gate_{0};
  /// Counts the jobs; also what idle threads sleep on.
  alignas(64) std::atomic<std::uint32_t> jobs_{0};
  std::atomic<std::uint32_t> sleepers_{0};
  std::atomic<std::uint32_t> seats_{1};
  std::atomic<bool> ending_{false};
#if !defined(__wasm__)
  std::vector<pthread_t> started_;
#endif
};

}  // namespace attnscope
