#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/buffer.h"
#include "base/checked.h"
#include "base/workspace.h"

using namespace attnscope;
using Catch::Matchers::ContainsSubstring;

// AddressSanitizer otherwise ends the process where malloc would return null,
// and what happens then is the very thing to test.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

bool is_aligned(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) % kAlignment == 0;
}

}  // namespace

TEST_CASE("checked: a product is given where it fits, and nothing where it does not",
          "[base][checked]") {
  CHECK(checked_multiply(0, kMax) == 0);
  CHECK(checked_multiply(kMax, 0) == 0);
  CHECK(checked_multiply(kMax, 1) == kMax);
  CHECK(checked_multiply(1ull << 32, (1ull << 32) - 1) == kMax - 0xffffffffu);
  CHECK_FALSE(checked_multiply(1ull << 32, 1ull << 32));
  CHECK_FALSE(checked_multiply(kMax, 2));
}

TEST_CASE("checked: a sum is given where it fits, and nothing where it does not",
          "[base][checked]") {
  CHECK(checked_add(kMax, 0) == kMax);
  CHECK(checked_add(kMax - 1, 1) == kMax);
  CHECK_FALSE(checked_add(kMax, 1));
  CHECK_FALSE(checked_add(1ull << 63, 1ull << 63));
}

TEST_CASE("checked: a size passes where this machine can address it", "[base][checked]") {
  CHECK(checked_size(0xffffffffu) == 0xffffffffu);
  CHECK(checked_size(1ull << 32).has_value() == (sizeof(std::size_t) > 4));
}

TEST_CASE("buffer: memory is aligned, of the size asked for, and writable to its end",
          "[base][buffer]") {
  for (const std::uint64_t count : {1u, 15u, 16u, 17u, 1000u}) {
    CAPTURE(count);
    const auto buffer = Buffer<float>::allocate(count, "a test");
    REQUIRE(buffer);
    CHECK(buffer->size() == count);
    CHECK(is_aligned(buffer->data()));
    for (float& value : buffer->span()) value = 1;
  }
}

TEST_CASE("buffer: nothing asked for is nothing taken", "[base][buffer]") {
  const auto buffer = Buffer<float>::allocate(0, "nothing");
  REQUIRE(buffer);
  CHECK(buffer->data() == nullptr);
  CHECK(buffer->span().empty());
}

TEST_CASE("buffer: more than there is is an error that names what and how much", "[base][buffer]") {
  const auto buffer = Buffer<float>::allocate(1ull << 60, "the moon");
  REQUIRE_FALSE(buffer);
  CHECK(buffer.error().code == ErrorCode::kOutOfMemory);
  CHECK_THAT(buffer.error().message,
             ContainsSubstring("the moon") && ContainsSubstring("4611686018427387904 bytes"));
}

TEST_CASE("buffer: bytes past 64 bits are out of memory, not a small wrapped size",
          "[base][buffer]") {
  for (const std::uint64_t count : {kMax, std::uint64_t{1} << 62, kMax / sizeof(float)}) {
    CAPTURE(count);
    const auto buffer = Buffer<float>::allocate(count, "the moon");
    REQUIRE_FALSE(buffer);
    CHECK(buffer.error().code == ErrorCode::kOutOfMemory);
  }
}

TEST_CASE("buffer: memory is to be had again after a refusal", "[base][buffer]") {
  REQUIRE_FALSE(Buffer<float>::allocate(1ull << 60, "the moon"));
  CHECK(Buffer<float>::allocate(1024, "a test"));
}

TEST_CASE("workspace: what was counted is handed out, aligned, in order and apart",
          "[base][workspace]") {
  Workspace workspace;
  const auto take = [&] {
    return std::array{workspace.take(5), workspace.take(17), workspace.take(16)};
  };
  CHECK(take() == std::array<float*, 3>{});
  CHECK(workspace.needed() == 16 + 32 + 16);
  REQUIRE(workspace.allocate("a test"));
  const auto [a, b, c] = take();
  CHECK((is_aligned(a) && is_aligned(b) && is_aligned(c)));
  CHECK(b - a == 16);
  CHECK(c - b == 32);
  CHECK(workspace.capacity() == workspace.needed());
}

TEST_CASE("workspace: those who take turns need what the largest does", "[base][workspace]") {
  Workspace workspace;
  const auto take = [&] {
    workspace.take(4);
    const auto mark = workspace.used();
    const float* first = workspace.take(8);
    workspace.rewind(mark);
    const Matrix again = workspace.take_matrix(5, 8);
    CHECK(again.data == first);
    CHECK((again.rows == 5 && again.cols == 8));
  };
  take();
  CHECK(workspace.needed() == 16 + 48);
  REQUIRE(workspace.allocate("a test"));
  take();
}

TEST_CASE("workspace: more than there is is out of memory", "[base][workspace]") {
  Workspace workspace;
  workspace.take(1ull << 60);
  const auto room = workspace.allocate("the scratch");
  REQUIRE_FALSE(room);
  CHECK(room.error().code == ErrorCode::kOutOfMemory);
}
