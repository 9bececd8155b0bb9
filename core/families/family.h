/// @file
/// What a family of models is to the rest: how to read its facts, and its layers written out of
/// blocks. families.h lists them; a new one is a file here and a line there, and no other file
/// names it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "blocks/forward.h"
#include "blocks/masked_words.h"
#include "blocks/next_word.h"
#include "model/facts.h"
#include "model/tensors.h"

namespace attnscope {

class ConfigReader;

/// One model's weights, by the parts of its layers. Of a model with an encoder and a decoder,
/// run.stack says which of them the rows go through.
class FamilyModel {
 public:
  virtual ~FamilyModel() = default;

  /// run.hidden = what goes into layer 0.
  virtual void begin(const Batch& batch, Forward& run) const = 0;
  /// run.hidden through layer i, in place.
  virtual void layer(std::size_t i, Forward& run) const = 0;
  /// run.hidden = what the last layer's output becomes: its norm, where the stack has one.
  virtual void end(Forward& /*run*/) const {}

  /// Of a decoder behind an encoder: puts what layer i sees of the encoder's output [S, D] into
  /// the cache.
  virtual void remember_source(std::size_t /*i*/, ConstMatrix /*output*/, Forward& /*run*/,
                               Cache& /*source*/) const {}

  /// The answers that its files have; nullptr: not this one.
  virtual const MaskedWords* masked_words() const { return nullptr; }
  virtual const NextWord* next_word() const { return nullptr; }
};

struct Family {
  std::string_view name;  ///< model_type of config.json
  void (*read)(ConfigReader& config, Facts& facts);
  /// Asks `tensors` for everything; the places are filled when they are finished.
  std::unique_ptr<FamilyModel> (*ask)(const Facts& facts, Tensors& tensors);
};

/// How a family's file makes its entry of a class with such a constructor.
template <class Model>
std::unique_ptr<FamilyModel> make_model(const Facts& facts, Tensors& tensors) {
  return std::make_unique<Model>(facts, tensors);
}

}  // namespace attnscope
