#include "run/transformer.h"

#include <utility>

#include "base/printable.h"
#include "families/families.h"

namespace attnscope {

Transformer::Transformer() = default;
Transformer::Transformer(Transformer&&) noexcept = default;
Transformer& Transformer::operator=(Transformer&&) noexcept = default;
Transformer::~Transformer() = default;

Result<Transformer> Transformer::load(const Facts& facts, WeightFiles weights) {
  const Family* family = find_family(facts.family);
  if (!family) {
    return fail(ErrorCode::kUnsupported,
                "the model family " + in_quotes(facts.family) + " is not known");
  }
  auto tensors = Tensors::open(std::move(weights));
  if (!tensors) return std::unexpected(std::move(tensors.error()));
  Transformer loaded;
  loaded.facts_ = std::make_unique<Facts>(facts);
  loaded.tensors_ = std::move(*tensors);
  loaded.model_ = family->ask(*loaded.facts_, loaded.tensors_);
  if (auto done = loaded.tensors_.finish(facts.precision); !done)
    return std::unexpected(std::move(done.error()));
  return loaded;
}

}  // namespace attnscope
