#include "model/architecture.h"

#include <algorithm>

namespace attnscope {
namespace {

// clang-format off: these are tables, and are read down their columns.

// BERT: Devlin et al. 2018; names as Hugging Face's BertModel saves them.
constexpr SizeRow kBertSizes[] = {
    // key                      fills                   at most
    {"num_hidden_layers",       &Config::layers,        1024},
    {"num_attention_heads",     &Config::heads,         1024},
    {"hidden_size",             &Config::width,         65'536},
    {"intermediate_size",       &Config::feed_forward,  262'144},
    {"vocab_size",              &Config::vocabulary,    1u << 24},
    {"max_position_embeddings", &Config::positions,     1u << 20},
    {"type_vocab_size",         &Config::token_types,   1024},
};

// Checkpoints of a task's model (masked words, token labels) nest the encoder.
constexpr std::string_view kBertPrefixes[] = {"", "bert."};

constexpr EmbeddingRow kBertEmbeddings[] = {
    // name                                      rows                  goes to
    {"embeddings.word_embeddings.weight",       &Config::vocabulary,  &Weights::word_embedding},
    {"embeddings.position_embeddings.weight",   &Config::positions,   &Weights::position_embedding},
    {"embeddings.token_type_embeddings.weight", &Config::token_types, &Weights::type_embedding},
};

constexpr LinearRow kBertLinears[] = {
    // name                    out                    in                     goes to
    {"attention.self.query",   &Config::width,        &Config::width,        &LayerWeights::query},
    {"attention.self.key",     &Config::width,        &Config::width,        &LayerWeights::key},
    {"attention.self.value",   &Config::width,        &Config::width,        &LayerWeights::value},
    {"attention.output.dense", &Config::width,        &Config::width,        &LayerWeights::attention_output},
    {"intermediate.dense",     &Config::feed_forward, &Config::width,        &LayerWeights::feed_forward_in},
    {"output.dense",           &Config::width,        &Config::feed_forward, &LayerWeights::feed_forward_out},
};

constexpr NormRow kBertNorms[] = {
    // name                        goes to
    {"attention.output.LayerNorm", &LayerWeights::attention_norm},
    {"output.LayerNorm",           &LayerWeights::feed_forward_norm},
};

// clang-format on

constexpr Architecture kArchitectures[] = {
    {
        .family = "bert",
        .sizes = kBertSizes,
        .prefixes = kBertPrefixes,
        .embeddings = kBertEmbeddings,
        .embedding_norm = "embeddings.LayerNorm",
        .layer = "encoder.layer.",
        .linears = kBertLinears,
        .norms = kBertNorms,
    },
};

}  // namespace

std::span<const Architecture> architectures() { return kArchitectures; }

const Architecture* find_architecture(std::string_view family) {
  const auto it = std::ranges::find(kArchitectures, family, &Architecture::family);
  return it == std::end(kArchitectures) ? nullptr : it;
}

}  // namespace attnscope
