/// @file
/// A model that is loaded: its facts, its tensors, and its family's layers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "families/family.h"
#include "model/facts.h"
#include "model/tensors.h"

namespace attnscope {

/// Nothing in it changes in a run.
class Transformer {
 public:
  /// Finds the family's tensors in the weights and brings them into the form that kernels read:
  /// packed in place as float32 or 16 bits, or for facts.precision kInt8 as integers, after which
  /// the files are given back. Errors: kBadModel, kUnsupported, kOutOfMemory: see Tensors.
  static Result<Transformer> load(const Facts& facts, WeightFiles weights);

  // Not here: whoever includes this may be compiled with other settings than the families' classes.
  Transformer(Transformer&&) noexcept;
  Transformer& operator=(Transformer&&) noexcept;
  ~Transformer();

  const Facts& facts() const { return *facts_; }
  const Tensors& tensors() const { return tensors_; }
  const FamilyModel& model() const { return *model_; }

 private:
  Transformer();

  std::unique_ptr<Facts> facts_;
  Tensors tensors_;
  std::unique_ptr<FamilyModel> model_;
};

}  // namespace attnscope
