#include "model/shards.h"

#include <algorithm>
#include <iterator>

#include "base/json.h"
#include "base/printable.h"
#include "base/sorting.h"

namespace attnscope {
namespace {

// The largest models there are have some hundreds.
constexpr std::size_t kMaxShards = 1024;

std::unexpected<Error> bad(const std::string& problem) {
  return fail(ErrorCode::kBadModel, "model.safetensors.index.json: " + problem);
}

// What can be no address and no way out of the folder, on any system or server.
bool is_plain_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '_';
  };
  return name.size() <= kMaxNameBytes && name.ends_with(".safetensors") && name[0] != '.' &&
         std::ranges::all_of(name, plain);
}

constexpr std::string_view kOneFile = "model.safetensors";

// The tensors of one shard. What is wrong with it is said by its own name.
Result<TensorIndex> read_shard(const WeightFiles& given, std::size_t shard) {
  auto index = read_safetensors(given.files[shard].span());
  if (index) {
    for (TensorInfo& tensor : index->tensors) tensor.file = shard;
  } else if (!given.index.files.empty()) {
    std::string& message = index.error().message;
    if (const auto at = message.find(kOneFile); at != std::string::npos) {
      message.replace(at, kOneFile.size(), given.index.files[shard]);
    }
  }
  return index;
}

std::unexpected<Error> contradiction(const std::string& tensor, const std::string& problem) {
  return fail(ErrorCode::kBadModel,
              "model.safetensors.index.json: the tensor " + in_quotes(tensor) + ' ' + problem);
}

}  // namespace

Result<ShardIndex> read_shard_index(std::string_view json) {
  const auto root = parse_json(json, "model.safetensors.index.json");
  if (!root) return std::unexpected(root.error());
  const Json* map = find(*root, "weight_map");
  if (map == nullptr || !map->is_object() || map->empty()) {
    return bad("\"weight_map\" must be an object of tensors and the files that hold them");
  }
  if (map->size() > kMaxTensors) {
    return fail(ErrorCode::kUnsupported, "model.safetensors.index.json: \"weight_map\" lists " +
                                             std::to_string(map->size()) + " tensors; at most " +
                                             std::to_string(kMaxTensors) + " are read");
  }
  ShardIndex index;
  for (auto entry = map->begin(); entry != map->end(); ++entry) {
    const auto* name = entry->is_string() ? entry->get_ptr<const std::string*>() : nullptr;
    if (name == nullptr || !is_plain_name(*name)) {
      return bad("the tensor " + in_quotes(entry.key()) + " lies in " + value_text(*entry) +
                 "; expected the name of a .safetensors file in the same folder");
    }
    index.files.push_back(*name);
  }
  heap_sort(index.files);
  const auto rest = std::ranges::unique(index.files);
  index.files.erase(rest.begin(), rest.end());
  if (index.files.size() > kMaxShards) {
    return fail(ErrorCode::kUnsupported, "model.safetensors.index.json: \"weight_map\" names " +
                                             std::to_string(index.files.size()) +
                                             " files; at most " + std::to_string(kMaxShards) +
                                             " are read");
  }
  for (auto entry = map->begin(); entry != map->end(); ++entry) {
    const auto at = std::ranges::lower_bound(index.files, *entry->get_ptr<const std::string*>());
    index.tensors.emplace_back(entry.key(), static_cast<std::size_t>(at - index.files.begin()));
  }
  return index;
}

Result<TensorIndex> read_weight_index(const WeightFiles& given) {
  if (given.index.files.empty() && given.files.size() == 1) return read_shard(given, 0);
  const auto& names = given.index.files;
  if (given.files.size() != names.size()) {
    return fail(ErrorCode::kBadModel, "model.safetensors.index.json names " +
                                          std::to_string(names.size()) + " files, but " +
                                          std::to_string(given.files.size()) + " were given");
  }
  TensorIndex all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto shard = read_shard(given, i);
    if (!shard) return shard;
    std::ranges::move(shard->tensors, std::back_inserter(all.tensors));
  }
  heap_sort(all.tensors, &TensorInfo::name);
  const auto twice = std::ranges::adjacent_find(all.tensors, {}, &TensorInfo::name);
  if (twice != all.tensors.end()) {
    return contradiction(twice->name, "is in both " + in_quotes(names[twice->file]) + " and " +
                                          in_quotes(names[(twice + 1)->file]));
  }
  for (const auto& [name, file] : given.index.tensors) {
    const TensorInfo* tensor = all.find(name);
    if (tensor != nullptr && tensor->file == file) continue;
    return contradiction(
        name, "should be in " + in_quotes(names[file]) +
                  (tensor ? ", but is in " + in_quotes(names[tensor->file]) : ", but is not"));
  }
  return all;
}

}  // namespace attnscope
