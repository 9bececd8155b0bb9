// Divides the time of a run among its stages.
#pragma once

#include <chrono>

#include "trace/trace.h"

namespace attnscope {

// Reads the clock once a stage, and never where nobody asked.
class StageClock {
 public:
  StageClock() = default;
  explicit StageClock(bool wanted) : wanted_(wanted) {}

  // The next stage begins now.
  void start() {
    if (wanted_) last_ = Clock::now();
  }

  // All time since start() or the last lap() was spent in `stage`.
  void lap(double StageTimes::* stage) {
    if (!wanted_) return;
    const auto now = Clock::now();
    times_.*stage += std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
  }

  const StageTimes& times() const { return times_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_ = false;
  Clock::time_point last_;
  StageTimes times_;
};

}  // namespace attnscope
