#include "base/json_value.h"

#include <algorithm>
#include <cstdlib>

namespace attnscope {

Json::Json(std::string value) : type_(Type::kString) {
  holds_.string = new std::string(std::move(value));
}
Json::Json(Array values) : type_(Type::kArray) { holds_.array = new Array(std::move(values)); }
Json::Json(Object members) : type_(Type::kObject) {
  holds_.object = new Object(std::move(members));
}

Json::Json(std::initializer_list<Json> values) {
  const bool pairs = std::ranges::all_of(values, [](const Json& value) {
    return value.is_array() && value.size() == 2 && value.front().is_string();
  });
  *this = pairs ? object(values) : array(values);
}

Json Json::object(std::initializer_list<Json> values) {
  Object members;
  for (const Json& value : values) members.emplace(value[0].pick<std::string>(), value[1]);
  return members;
}

Json::Json(const Json& other) : type_(other.type_), holds_(other.holds_) {
  if (type_ == Type::kString) holds_.string = new std::string(*other.holds_.string);
  if (type_ == Type::kArray) holds_.array = new Array(*other.holds_.array);
  if (type_ == Type::kObject) holds_.object = new Object(*other.holds_.object);
}

void Json::clear() noexcept {
  if (type_ == Type::kString) delete holds_.string;
  if (type_ == Type::kArray) delete holds_.array;
  if (type_ == Type::kObject) delete holds_.object;
}

void Json::wrong_type() { std::abort(); }

std::size_t Json::size() const {
  if (type_ == Type::kArray) return holds_.array->size();
  if (type_ == Type::kObject) return holds_.object->size();
  return type_ == Type::kNull ? 0 : 1;
}

Json::iterator Json::begin() {
  if (type_ == Type::kObject) return iterator(holds_.object->begin());
  return iterator(type_ == Type::kArray ? holds_.array->data() : this);
}
Json::iterator Json::end() {
  if (type_ == Type::kObject) return iterator(holds_.object->end());
  return iterator((type_ == Type::kArray ? holds_.array->data() : this) + size());
}
Json::const_iterator Json::begin() const {
  if (type_ == Type::kObject) return const_iterator(std::as_const(*holds_.object).begin());
  return const_iterator(type_ == Type::kArray ? holds_.array->data() : this);
}
Json::const_iterator Json::end() const {
  if (type_ == Type::kObject) return const_iterator(std::as_const(*holds_.object).end());
  return const_iterator((type_ == Type::kArray ? holds_.array->data() : this) + size());
}

const Json* Json::member(std::string_view key) const {
  if (type_ != Type::kObject) return nullptr;
  const auto found = holds_.object->find(key);
  return found == holds_.object->end() ? nullptr : &found->second;
}

Json& Json::operator[](std::string_view key) {
  if (type_ == Type::kNull) *this = Object();
  Object& members = pick<Object>();
  const auto found = members.find(key);
  return found != members.end() ? found->second : members[std::string(key)];
}

const Json& Json::at(std::string_view key) const {
  const Json* found = member(key);
  if (found == nullptr) wrong_type();
  return *found;
}

void Json::push_back(Json value) {
  if (type_ == Type::kNull) *this = Array();
  pick<Array>().push_back(std::move(value));
}

std::size_t Json::erase(std::string_view key) {
  Object& members = pick<Object>();
  const auto found = members.find(key);
  if (found == members.end()) return 0;
  members.erase(found);
  return 1;
}

double Json::number() const {
  if (type_ == Type::kReal) return holds_.real;
  if (type_ == Type::kUnsigned) return static_cast<double>(holds_.natural);
  if (type_ != Type::kSigned) wrong_type();
  return static_cast<double>(holds_.whole);
}

bool Json::equals(const Json& other) const {
  if (is_number() && other.is_number()) {
    if (is_number_float() || other.is_number_float()) return number() == other.number();
    // As nlohmann/json: of two kinds of integer, both are taken for the signed one.
    return holds_.natural == other.holds_.natural;
  }
  if (type_ != other.type_) return false;
  if (type_ == Type::kBoolean) return holds_.boolean == other.holds_.boolean;
  if (type_ == Type::kString) return *holds_.string == *other.holds_.string;
  if (type_ == Type::kArray) return *holds_.array == *other.holds_.array;
  if (type_ == Type::kObject) return *holds_.object == *other.holds_.object;
  return true;
}

}  // namespace attnscope
