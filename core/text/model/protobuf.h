// Messages of Protocol Buffers, read field by field (protobuf.dev/programming-guides/encoding).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace attnscope {

class Protobuf {
 public:
  enum class Kind { kNumber = 0, kEight = 1, kBytes = 2, kFour = 5 };
  struct Field {
    std::uint32_t number;
    Kind kind;
    std::uint64_t value;     // of kNumber, and the bits of kEight and kFour
    std::string_view bytes;  // of kBytes
  };

  explicit Protobuf(std::string_view message) : message_(message) {}

  // The next field into `out`; false at the end and where the message is wrong.
  bool next(Field& out);

  bool is_wrong() const { return wrong_ != nullptr; }
  const char* wrong() const { return wrong_; }  // what is wrong
  std::size_t at() const { return at_; }        // bytes read

 private:
  bool fail(const char* why) {
    wrong_ = why;
    return false;
  }
  bool number(std::uint64_t& out);
  bool fixed(unsigned bytes, std::uint64_t& out);

  std::string_view message_;
  std::size_t at_ = 0;
  const char* wrong_ = nullptr;
};

}  // namespace attnscope
