// Any bytes as model.safetensors: refused with a whole error, or tensors that tile the data.
#include <algorithm>

#include "model/safetensors.h"
#include "support.h"

using namespace attnscope;
using namespace attnscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto index = read_safetensors(std::as_bytes(std::span(data, size)));
  if (!index) {
    must_be_good(index.error());
    return 0;
  }
  std::vector<const TensorInfo*> by_place;
  for (const TensorInfo& tensor : index->tensors) {
    must(index->find(tensor.name) == &tensor, "a tensor is found by its name, which it has alone");
    must(tensor.begin <= tensor.end && tensor.end <= size, "a tensor lies in the file");
    std::uint64_t bits = dtype_bits(tensor.dtype);
    for (const std::uint64_t extent : tensor.shape) bits *= extent;
    must(bits == 8 * (tensor.end - tensor.begin), "a tensor has the bytes of its shape");
    by_place.push_back(&tensor);
  }
  std::ranges::sort(by_place, {}, [](const TensorInfo* t) { return std::pair(t->begin, t->end); });
  for (std::size_t i = 1; i < by_place.size(); ++i)
    must(by_place[i]->begin == by_place[i - 1]->end, "tensors lie end to end");
  must(by_place.empty() || by_place.back()->end == size, "no byte is nobody's");
  return 0;
}
