// Writes what the fuzzers start from: good files and the hostile list.
//
//     attnscope_fuzz_seeds FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "support/hostile_files.h"
#include "support/stage_files.h"

namespace {

using namespace attnscope::test;

std::filesystem::path root;
int written = 0;

void write(const char* target, std::string_view content) {
  const auto folder = root / target;
  std::filesystem::create_directories(folder);
  std::ofstream(folder / ("seed-" + std::to_string(written++)), std::ios::binary) << content;
}

void write(const char* target, const Bytes& content) {
  write(target, std::string_view(reinterpret_cast<const char*>(content.data()), content.size()));
}

// A megabyte of the same teaches a fuzzer nothing and costs it speed; the tests have those.
constexpr std::size_t kMostSeedBytes = 200'000;

void write_text_seeds() {
  const std::string_view texts[] = {"",
                                    "   ",
                                    "\u0301",
                                    "The unaffable cats!",
                                    "caf\u00e9 cafe\u0301",
                                    "\u732b\U0001f600",
                                    "[SEP] a[MASK]b [cls]",
                                    "Br\uCC3Dn's",
                                    "a\u0323\u0301\u0316 e\u0301\u0323",
                                    "\u0344\u0F73\u0344",
                                    "\u0130stanbul \u00df",
                                    "\xED\xA0\x80 lone \xff\xfe",
                                    "\"><img onerror=x>\u202e",
                                    "a\x1e"
                                    "b",
                                    "aaaaaa aaaaa",
                                    "\uac00\u1161\u11ab",
                                    "\U0001D16D\u302E\u0958"};
  for (const std::string_view text : texts) {
    for (const char settings : {15, 3, 31})
      write("text", std::string{settings, 0} + std::string(text));
    for (char file = 0; file < 16; ++file)
      write("stages", std::string{file, 0} + std::string(text));
    write("text", std::string{15, 2} + std::string(text) + '\x1e' + std::string(text));
  }
}

// What lies beside a model and says how its texts are read: good, and wrong in each of the files.
void write_settings_seeds() {
  constexpr std::string_view sentence_berts[] = {
      R"({"max_seq_length": 256, "do_lower_case": false})",
      R"({"max_seq_length": 0, "do_lower_case": "no", "processing_kwargs": {"text": {"padding": 1}}})",
      R"({"transformer_task": "fill-mask", "model_args": {"trust_remote_code": true}})"};
  constexpr std::string_view sentence_transformers[] = {
      R"({"prompts": {"query": "query: ", "": "\u0000"}, "default_prompt_name": "query"})",
      R"({"prompts": {"query": 1}, "default_prompt_name": ["a"], "model_type": "SparseEncoder"})"};
  constexpr std::string_view tokenizers[] = {
      R"({"tokenizer_class": "BertTokenizer", "do_lower_case": true, "strip_accents": null,
          "model_max_length": 1e30, "mask_token": {"content": "[MASK]", "lstrip": false}})",
      R"({"tokenizer_class": "RobertaTokenizer", "add_prefix_space": true, "trim_offsets": 0,
          "truncation_side": "left"})",
      R"({"tokenizer_class": "AlbertTokenizer", "keep_accents": true, "added_tokens_decoder":
          {"0": {"content": "<pad>", "special": true}, "-1": {"content": 3}}})"};
  const std::string before = std::string(kTinyConfig) + '\x1e' + std::string(kTinyModules) +
                             '\x1e' + std::string(kTinyPooling);
  const auto with = [&](std::string_view bert, std::string_view transformers,
                        std::string_view text) {
    write("config", before + '\x1e' + std::string(bert) + '\x1e' + std::string(transformers) +
                        '\x1e' + std::string(text));
  };
  for (const auto file : sentence_berts) with(file, sentence_transformers[0], tokenizers[0]);
  for (const auto file : sentence_transformers) with(sentence_berts[0], file, tokenizers[0]);
  for (const auto file : tokenizers) with(sentence_berts[0], sentence_transformers[0], file);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
    return 2;
  }
  root = arguments[1];
  for (const char* dtype : {"F32", "F16", "BF16"}) write("safetensors", tiny_weights(dtype));
  for (const auto& hostile : hostile_weights())
    if (hostile.file.size() <= kMostSeedBytes) write("safetensors", hostile.file);
  for (const std::string_view modules : {std::string_view{}, kTinyModules})
    write("config", std::string(kTinyConfig) + '\x1e' + std::string(modules) + '\x1e' +
                        std::string(kTinyPooling));
  for (const auto& hostile : hostile_configs()) write("config", hostile.text);
  write_settings_seeds();
  write("tokenizer_file", kTinyTokenizer);
  for (const auto& hostile : hostile_tokenizers())
    if (hostile.text.size() <= kMostSeedBytes) write("tokenizer_file", hostile.text);
  for (const auto& unusual : unusual_tokenizers()) write("tokenizer_file", unusual);
  for (const auto& file : tiny_stage_files()) write("tokenizer_file", file);
  write_text_seeds();
  write("model", std::string_view{});
  for (char file = 0; file < 5; ++file) write("model", std::string{file, 40, 0, 1, 1, '9'});
  std::printf("%d seeds\n", written);
  return 0;
}
