// Where the tests find their data: paths and whole-file reading, the same natively and in WASM
// under Node.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace attnscope::test {

// The value of an environment variable, or a path under the current folder. The runners start the
// tests at the repository's root, so the fallback also serves a run by hand from there.
inline std::filesystem::path path_from_environment(const char* variable, const char* fallback) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? std::filesystem::path(value)
                                            : std::filesystem::path(fallback);
}

// The folder `tests/` itself: goldens are at `data_dir() / "golden"`.
inline std::filesystem::path data_dir() {
  return path_from_environment("ATTNSCOPE_TEST_DATA", "tests");
}

// The folder of the default model (config.json, tokenizer.json, model.safetensors, ...).
inline std::filesystem::path model_dir() {
  return path_from_environment("ATTNSCOPE_MODEL_DIR", "models/all-MiniLM-L6-v2");
}

// All bytes of a file; nothing when it cannot be opened or read to its end.
inline std::optional<std::vector<std::byte>> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const std::streamoff size = file.tellg();
  if (size < 0) return std::nullopt;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  file.seekg(0);
  // Reading into char through a cast is the one aliasing that the language allows for raw bytes.
  file.read(reinterpret_cast<char*>(bytes.data()), size);
  if (!file) return std::nullopt;
  return bytes;
}

// The same as text, for JSON.
inline std::optional<std::string> read_text(const std::filesystem::path& path) {
  auto bytes = read_file(path);
  if (!bytes) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

}  // namespace attnscope::test
