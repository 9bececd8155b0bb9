// A JSON value as the core holds it. The interface is the part of nlohmann/json's that is used
// here, under the same names; that library itself is read in one source file (json.cpp) and not in
// every one, where it took more than half of the time.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace attnscope {

class Json {
 public:
  using Array = std::vector<Json>;
  // Ordered: a file could choose its keys to collide in a hash table.
  using Object = std::map<std::string, Json, std::less<>>;

  template <bool kConst>
  class Iterator;
  using iterator = Iterator<false>;
  using const_iterator = Iterator<true>;
  using value_type = Json;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(std::same_as<bool> auto value) : type_(Type::kBoolean) { holds_.boolean = value; }
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Json(T value) : type_(std::is_signed_v<T> ? Type::kSigned : Type::kUnsigned) {
    if constexpr (std::is_signed_v<T>) {
      holds_.whole = value;
    } else {
      holds_.natural = value;
    }
  }
  Json(std::floating_point auto value) : type_(Type::kReal) { holds_.real = value; }
  Json(std::string value);
  Json(std::string_view value) : Json(std::string(value)) {}
  Json(const char* value) : Json(std::string(value)) {}
  Json(Array values);
  Json(Object members);
  // An object where each of `values` is a pair whose first is a string, else an array.
  Json(std::initializer_list<Json> values);
  static Json array(std::initializer_list<Json> values = {}) { return Array(values); }
  static Json object(std::initializer_list<Json> values = {});

  Json(const Json& other);
  Json(Json&& other) noexcept { swap(other); }
  Json& operator=(Json other) noexcept {
    swap(other);
    return *this;
  }
  ~Json() { clear(); }
  void swap(Json& other) noexcept {
    std::swap(type_, other.type_);
    std::swap(holds_, other.holds_);
  }

  bool is_null() const { return type_ == Type::kNull; }
  bool is_boolean() const { return type_ == Type::kBoolean; }
  bool is_number_unsigned() const { return type_ == Type::kUnsigned; }
  bool is_number_float() const { return type_ == Type::kReal; }
  bool is_number_integer() const { return type_ == Type::kSigned || type_ == Type::kUnsigned; }
  bool is_number() const { return is_number_integer() || is_number_float(); }
  bool is_string() const { return type_ == Type::kString; }
  bool is_array() const { return type_ == Type::kArray; }
  bool is_object() const { return type_ == Type::kObject; }
  bool is_structured() const { return is_array() || is_object(); }

  // The value as a T: bool, a number (converted as C++ converts them), std::string, or a vector of
  // those. What is of another type is a fault of the caller, who has to ask first, and ends the
  // program, here and below.
  template <class T>
  T get() const;
  // The same without a copy: of std::string, Array or Object.
  template <class Reference>
  Reference get_ref() const {
    return pick<std::remove_cvref_t<Reference>>();
  }
  template <class Reference>
  Reference get_ref() {
    return pick<std::remove_cvref_t<Reference>>();
  }
  template <class Pointer>
  Pointer get_ptr() const {
    return &pick<std::remove_cv_t<std::remove_pointer_t<Pointer>>>();
  }

  // Nothing is empty, and a value that is neither array nor object counts as one.
  std::size_t size() const;
  bool empty() const { return size() == 0; }
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  // The members of an object as pairs: for (const auto& [key, value] : json.items()).
  const Object& items() const { return pick<Object>(); }

  bool contains(std::string_view key) const { return member(key) != nullptr; }
  // The member of that name, or nullptr where there is none or this is no object.
  const Json* member(std::string_view key) const;
  // Members that must be there; the first makes one, and an object of nothing.
  Json& operator[](std::string_view key);
  const Json& operator[](std::string_view key) const { return at(key); }
  const Json& at(std::string_view key) const;
  template <std::integral Index>
  Json& operator[](Index at) {
    return pick<Array>()[static_cast<std::size_t>(at)];
  }
  template <std::integral Index>
  const Json& operator[](Index at) const {
    return pick<Array>()[static_cast<std::size_t>(at)];
  }
  const Json& front() const { return pick<Array>().front(); }
  const Json& back() const { return pick<Array>().back(); }
  // Nothing becomes an array.
  void push_back(Json value);
  // How many members of that name were taken away.
  std::size_t erase(std::string_view key);

  // Numbers are equal by their value.
  friend bool operator==(const Json& a, const Json& b) { return a.equals(b); }

  // The value as JSON without blanks, in ASCII.
  std::string dump() const;

 private:
  enum class Type : std::uint8_t {
    kNull,
    kBoolean,
    kSigned,
    kUnsigned,
    kReal,
    kString,
    kArray,
    kObject
  };
  union Holds {
    bool boolean;
    std::int64_t whole;
    std::uint64_t natural = 0;
    double real;
    std::string* string;
    Array* array;
    Object* object;
  };

  [[noreturn]] static void wrong_type();
  bool equals(const Json& other) const;
  double number() const;
  void clear() noexcept;
  template <class T>
  T& pick() const {
    if constexpr (std::same_as<T, std::string>) {
      if (type_ == Type::kString) return *holds_.string;
    } else if constexpr (std::same_as<T, Array>) {
      if (type_ == Type::kArray) return *holds_.array;
    } else {
      static_assert(std::same_as<T, Object>);
      if (type_ == Type::kObject) return *holds_.object;
    }
    wrong_type();
  }

  Type type_ = Type::kNull;
  Holds holds_;
};

// Over an array's values, an object's, or a single one; `key` is a member's name.
template <bool kConst>
class Json::Iterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = Json;
  using reference = std::conditional_t<kConst, const Json&, Json&>;
  using pointer = std::conditional_t<kConst, const Json*, Json*>;
  using iterator_category = std::forward_iterator_tag;
  using Member = std::conditional_t<kConst, Object::const_iterator, Object::iterator>;

  Iterator() = default;
  explicit Iterator(pointer at) : at_(at) {}
  explicit Iterator(Member member) : member_(member) {}

  reference operator*() const { return at_ ? *at_ : member_->second; }
  pointer operator->() const { return &**this; }
  reference value() const { return **this; }
  const std::string& key() const { return member_->first; }
  Iterator& operator++() {
    if (at_) {
      ++at_;
    } else {
      ++member_;
    }
    return *this;
  }
  Iterator operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Iterator&, const Iterator&) = default;

 private:
  pointer at_ = nullptr;
  Member member_{};
};

template <class T>
T Json::get() const {
  if constexpr (std::same_as<T, bool>) {
    if (type_ != Type::kBoolean) wrong_type();
    return holds_.boolean;
  } else if constexpr (std::integral<T>) {
    if (type_ == Type::kReal) return static_cast<T>(holds_.real);
    if (!is_number_integer()) wrong_type();
    return static_cast<T>(holds_.whole);
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>(number());
  } else if constexpr (std::same_as<T, std::string>) {
    return pick<std::string>();
  } else {
    T values;
    for (const Json& value : pick<Array>()) values.push_back(value.get<typename T::value_type>());
    return values;
  }
}

}  // namespace attnscope
