// A list that grows with the input, and whose growth may be refused: std::vector would end a module
// that is built without exceptions.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace attnscope {

// Moves `size` elements of `bytes` bytes to where `more` have room too, and sets how many have;
// nullptr, and all as it was, where memory is refused.
void* grown(void* memory, std::size_t size, std::size_t more, std::size_t bytes,
            std::size_t& capacity);

// Elements of a trivial type. Once memory is refused the list is empty and stays so, what is added
// is dropped, and complete() is false: asked once, when all has been added.
template <class T>
class Growing {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Growing() = default;
  Growing(Growing&& other) noexcept { *this = std::move(other); }
  Growing& operator=(Growing&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    refused_ = std::exchange(other.refused_, false);
    return *this;
  }

  bool complete() const { return !refused_; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T* data() const { return memory_.get(); }
  T* begin() const { return data(); }
  T* end() const { return data() + size_; }
  T& operator[](std::size_t at) const { return data()[at]; }
  std::span<T> span() const { return {data(), size_}; }

  // Keeps the memory.
  void clear() { size_ = 0; }

  void push_back(const T& value) {
    if (size_ == capacity_ && !grow(1)) return;
    data()[size_++] = value;
  }

  void append(std::size_t count, const T& value) {
    if (count > capacity_ - size_ && !grow(count)) return;
    for (std::size_t i = 0; i < count; ++i) data()[size_++] = value;
  }

  void append(const T* values, std::size_t count) {
    if (count > capacity_ - size_ && !grow(count)) return;
    for (std::size_t i = 0; i < count; ++i) data()[size_++] = values[i];
  }

  // New elements have no value yet.
  void resize(std::size_t size) {
    if (size > capacity_ && !grow(size - size_)) return;
    size_ = size;
  }

  friend void swap(Growing& a, Growing& b) noexcept {
    Growing c = std::move(a);
    a = std::move(b);
    b = std::move(c);
  }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };

  bool grow(std::size_t more) {
    if (refused_) return false;
    void* memory = grown(memory_.get(), size_, more, sizeof(T), capacity_);
    if (memory == nullptr) {
      memory_.reset();
      size_ = capacity_ = 0;
      refused_ = true;
      return false;
    }
    static_cast<void>(memory_.release());
    memory_.reset(static_cast<T*>(memory));
    return true;
  }

  std::unique_ptr<T, Free> memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  bool refused_ = false;
};

}  // namespace attnscope
