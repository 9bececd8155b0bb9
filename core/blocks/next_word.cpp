#include "blocks/next_word.h"

#include <string>

#include "blocks/parallel.h"

namespace attnscope {

void NextWord::ask(Tensors& tensors, const Facts& facts, const Table& table, std::size_t vocabulary,
                   std::string_view own, std::string_view bias) {
  tensors.without_prefix();
  output.table = &table;
  if (tensors.contains(own) || !facts.ties_words) {
    tensors.table(own_table, "nextWord.table", {own}, vocabulary, facts.width);
    output.table = &own_table;
  }
  // Files of other writers leave it out where it is all zeros.
  if (!bias.empty() && tensors.contains(bias))
    tensors.small_table(bias_table, "nextWord.bias", std::string(bias), 1, vocabulary);
}

void NextWord::logits(ConstMatrix hidden, Threads& threads, Matrix logits) const {
  TiedOutput with_bias = output;
  if (bias_table.data != nullptr) with_bias.bias = bias_table.row(0);
  with_bias.logits(hidden, threads, logits);
  if (factor == 1) return;
  for (std::size_t t = 0; t < logits.rows; ++t) kernels::scale_row(logits.row(t), factor);
}

}  // namespace attnscope
