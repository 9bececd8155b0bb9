/// @file
/// What a run is asked to keep, and what it kept, each under a key. Plain records: the blocks write
/// where place() says, the binding hands over the list, and nothing here computes.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/matrix.h"
#include "base/stack.h"
#include "base/workspace.h"

namespace attnscope {

/// One flag per (layer, head), row-major [L, H]; empty means none.
using HeadMask = std::vector<bool>;

/// Nothing is kept that was not asked for. Of T new rows of a decoder, keys are all that it
/// remembers; of a decoder behind an encoder, scores and vectors are those of both its attentions.
struct TraceSelection {
  HeadMask attention;        ///< attention weights [T, keys]
  HeadMask scores;           ///< scores q.k and scaled scores q.k / sqrt(d), [T, keys] each
  HeadMask vectors;          ///< q and context [T, d], k and v [keys, d]
  std::vector<bool> hidden;  ///< hidden states 0 .. L, [T, D] each; empty means none
  std::vector<bool> layers;  ///< what lies between two hidden states, by layer; empty means none
  bool times = false;        ///< how long each stage took; asked for with any number of sequences
  HeadMask cross{};          ///< a decoder's weights on the encoder's output, [T, S]
  bool logits = false;       ///< a decoder's, [T, V]

  /// Whether no matrix is kept.
  bool empty() const {
    return attention.empty() && scores.empty() && vectors.empty() && hidden.empty() &&
           layers.empty() && cross.empty() && !logits;
  }
};

/// What can be kept. bindings/js has the same list in the same order.
enum class Part : std::uint8_t {
  // of a head
  kQueries,  ///< [T, d]
  kKeys,     ///< [T, d]
  kValues,   ///< [T, d]
  kScores,   ///< q.k, [T, T], row = query, column = key
  kScaled,   ///< [T, T]
  kWeights,  ///< [T, T], after softmax; every row sums to 1
  kContext,  ///< [T, d] = weights * values
  // of layer 0
  kEmbeddingSum,   ///< [T, E]: the rows of word, position and type, added
  kEmbeddingNorm,  ///< [T, E]: that after its norm; the layer's input, where it is not projected
  // of a layer
  kContexts,        ///< [T, D]: the heads' contexts side by side
  kAttentionOut,    ///< [T, D]: the output projection of that
  kAttentionSum,    ///< [T, D]: the layer's input plus that
  kFeedForwardIn,   ///< [T, D]: what goes into the feed-forward
  kInnerIn,         ///< [T, F]: the feed-forward's first product, before the activation
  kInner,           ///< [T, F]: after it
  kFeedForwardOut,  ///< [T, D]: the feed-forward's second product
  kFeedForwardSum,  ///< [T, D]: the residual plus that
  kHidden,          ///< [T, D]: `layer` counts 0 .. L, 0 being the embedding's output
  kCrossOut,        ///< [T, D]: the output projection of the cross-attention's contexts
  kCrossSum,        ///< [T, D]: what went into the cross-attention's block plus that
  kLogits,          ///< [T, V]: of the word that follows
};

struct TraceKey {
  Stack stack = Stack::kEncoder;
  std::uint16_t layer = 0;
  Site site = Site::kSelf;
  std::uint16_t head = 0;
  Part part = Part::kQueries;

  auto operator<=>(const TraceKey&) const = default;
};

struct KeptPart {
  TraceKey key;
  Matrix matrix;
};

/// Time spent in each stage, all layers together, in milliseconds. Pooling, which
/// takes less than a clock can tell, is in none of them.
struct StageTimes {
  double embedding = 0;          ///< the sum of word, position and type
  double qkv = 0;                ///< the three projections
  double attention = 0;          ///< scores, softmax, context, and keeping them
  double output_projection = 0;  ///< with its bias and residual
  double feed_forward = 0;       ///< both products
  double layer_norm = 0;         ///< all 2 L + 1
};

/// All that is kept lies in one block, sized before the run.
class Trace {
 public:
  Trace() = default;
  Trace(TraceSelection selection, std::size_t heads)
      : selection_(std::move(selection)), heads_(heads) {}

  /// Where a part of this shape is to be written; nothing (data == nullptr) where it was not asked
  /// for, and while only counting.
  Matrix place(const TraceKey& key, std::size_t rows, std::size_t cols) {
    if (!wants(key)) return {};
    const Matrix matrix = memory_.take_matrix(rows, cols);
    if (matrix.data == nullptr) return {};
    kept_.push_back({key, matrix});
    return matrix;
  }

  /// The memory behind the places: Workspace's own counting and handing out.
  Workspace& memory() { return memory_; }
  const Workspace& memory() const { return memory_; }

  /// What was kept, in the order in which it was placed.
  std::span<const KeptPart> kept() const { return kept_; }
  /// data == nullptr where it was not.
  ConstMatrix head(std::size_t layer, std::size_t head, Part part) const {
    return find({.layer = static_cast<std::uint16_t>(layer),
                 .head = static_cast<std::uint16_t>(head),
                 .part = part});
  }
  ConstMatrix of_layer(std::size_t layer, Part part) const { return head(layer, 0, part); }
  ConstMatrix find(const TraceKey& key) const {
    const auto it = std::ranges::find(kept_, key, &KeptPart::key);
    return it == kept_.end() ? ConstMatrix() : ConstMatrix(it->matrix);
  }

  StageTimes times;  ///< all 0 where they were not asked for

 private:
  bool wants(const TraceKey& key) const {
    const auto asked = [](const std::vector<bool>& flags, std::size_t at) {
      return !flags.empty() && flags[at];
    };
    const std::size_t head = key.layer * heads_ + key.head;
    switch (key.part) {
      case Part::kQueries:
      case Part::kKeys:
      case Part::kValues:
      case Part::kContext:
        return asked(selection_.vectors, head);
      case Part::kScores:
      case Part::kScaled:
        return asked(selection_.scores, head);
      case Part::kWeights:
        return asked(key.site == Site::kCross ? selection_.cross : selection_.attention, head);
      case Part::kLogits:
        return selection_.logits;
      case Part::kHidden:
        return asked(selection_.hidden, key.layer);
      default:
        return asked(selection_.layers, key.layer);
    }
  }

  TraceSelection selection_;
  std::size_t heads_ = 0;
  Workspace memory_;
  std::vector<KeptPart> kept_;
};

}  // namespace attnscope
