#include "base/file_kind.h"

namespace attnscope {
namespace {

struct Signature {
  std::string_view start;
  std::string_view kind;
};

constexpr Signature kSignatures[] = {
    {"version https://git-lfs",
     "a git-LFS pointer: the file it stands for was not fetched (\"git lfs pull\" does)"},
    {"PK\x03\x04", "a ZIP archive, perhaps a PyTorch checkpoint"},
    {"\x80\x02", "a Python pickle, perhaps an old PyTorch checkpoint"},
    {"GGUF", "a GGUF file"},
    {"\x1f\x8b", "a gzip archive"},
    {"<", "an HTML page, perhaps an error page of the server"},
    {"{", "JSON text, perhaps an error message of the server"},
};

}  // namespace

std::string_view foreign_kind(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  // Error pages may start with empty lines.
  const auto start = bytes.substr(0, 1024).find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {};
  bytes.remove_prefix(start);
  for (const auto& [signature, kind] : kSignatures) {
    if (bytes.starts_with(signature)) return kind;
  }
  return {};
}

}  // namespace attnscope
