#include "model/shards.h"

#include <algorithm>

#include "base/json.h"
#include "base/printable.h"
#include "model/safetensors.h"

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
      return bad("the tensor " + in_quotes(entry.key()) + " lies in " + printable(entry->dump()) +
                 "; expected the name of a .safetensors file in the same folder");
    }
    index.files.push_back(*name);
  }
  std::ranges::sort(index.files);
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

}  // namespace attnscope
