#include "base/threads.h"

#include <algorithm>

#if !defined(__wasm__)
#include <sched.h>
#endif

namespace attnscope {
namespace {

constexpr std::uint32_t kOpen = std::uint32_t{1} << 31;

// Turns of a waiting loop before a thread sleeps: about 50 microseconds, longer than
// the gap between two stages, shorter than anyone notices as heat.
constexpr int kSpins = 2000;

// Tells the processor that this is a waiting loop; WebAssembly has no such hint, so
// a turn there is a few dozen loads.
void relax(const std::atomic<std::uint32_t>& watched) {
#if defined(__x86_64__) || defined(__i386__)
  static_cast<void>(watched);
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  static_cast<void>(watched);
  asm volatile("isb");
#else
  for (int i = 0; i < 32; ++i) static_cast<void>(watched.load(std::memory_order_relaxed));
#endif
}

// Sleeps until `word` is no longer `value`, or for no reason at all. libc++'s own
// wait sleeps by the clock in WebAssembly, so the instruction is named here.
void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t value) {
#if !defined(__wasm__)
  word.wait(value, std::memory_order_seq_cst);
#elif defined(__wasm_atomics__)
  __builtin_wasm_memory_atomic_wait32(reinterpret_cast<std::int32_t*>(&word),
                                      static_cast<std::int32_t>(value), -1);
#else
  static_cast<void>(word), static_cast<void>(value);
#endif
}

void wake_all(std::atomic<std::uint32_t>& word) {
#if !defined(__wasm__)
  word.notify_all();
#elif defined(__wasm_atomics__)
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<std::int32_t*>(&word), ~0u);
#else
  static_cast<void>(word);
#endif
}

// With more threads than processors, the one waited for may need this processor.
void let_others_run() {
#if !defined(__wasm__)
  sched_yield();
#endif
}

}  // namespace

Threads::Threads(std::size_t count) : count_(std::max<std::size_t>(count, 1)) {
#if !defined(__wasm__)
  for (std::size_t i = 1; i < count_; ++i) {
    pthread_t thread{};
    // Not std::thread, which throws where the system refuses.
    const auto body = [](void* self) -> void* {
      static_cast<Threads*>(self)->serve();
      return nullptr;
    };
    if (pthread_create(&thread, nullptr, body, this) != 0) break;
    started_.push_back(thread);
  }
#endif
}

Threads::~Threads() {
  ending_.store(true);
  jobs_.fetch_add(1);
  wake_all(jobs_);
#if !defined(__wasm__)
  for (const pthread_t thread : started_) pthread_join(thread, nullptr);
#endif
}

void Threads::serve() {
  const std::size_t thread = seats_.fetch_add(1);
  if (thread >= count_) return;
  std::uint32_t seen = 0;
  while (wait_for_change(seen)) {
    seen = jobs_.load(std::memory_order_acquire);
    // Joins only through an open gate: the job's fields are written while it is closed.
    std::uint32_t gate = gate_.load(std::memory_order_relaxed);
    while ((gate & kOpen) != 0) {
      if (!gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acquire,
                                       std::memory_order_relaxed))
        continue;
      take_chunks(thread);
      gate_.fetch_sub(1, std::memory_order_release);
      break;
    }
  }
}

// False at the end of the pool.
bool Threads::wait_for_change(std::uint32_t seen) {
  for (int spin = 0; jobs_.load(std::memory_order_acquire) == seen; ++spin) {
    if (spin < kSpins) {
      relax(jobs_);
      continue;
    }
    // Either share() sees the sleeper, or the sleeper sees the new count: both sides
    // write first and read second, in one order for all.
    sleepers_.fetch_add(1);
    if (jobs_.load() == seen) sleep_while(jobs_, seen);
    sleepers_.fetch_sub(1);
  }
  return !ending_.load();
}

void Threads::share(const Job& job) {
  job_ = job;
  next_chunk_.store(0, std::memory_order_relaxed);
  gate_.store(kOpen, std::memory_order_release);
  jobs_.fetch_add(1);
  if (sleepers_.load() != 0) wake_all(jobs_);

  take_chunks(0);

  // Nobody joins any more, and those who have are at their last chunk. Waiting awake:
  // a page's main thread may not sleep, and a chunk is short.
  gate_.fetch_and(~kOpen, std::memory_order_relaxed);
  for (int spin = 0; gate_.load(std::memory_order_acquire) != 0; ++spin) {
    relax(gate_);
    if (spin >= kSpins) let_others_run();
  }
}

void Threads::take_chunks(std::size_t thread) {
  const Job job = job_;
  for (;;) {
    const std::uint32_t chunk = next_chunk_.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= job.chunks) return;
    job.call(job.context, chunk, thread);
  }
}

}  // namespace attnscope
