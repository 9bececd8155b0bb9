// Text out of a file, made fit for an error message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attnscope {

// `text` as plain printable ASCII: every other byte is spelled \xNN, and what
// goes past `max_bytes` of the source is replaced by "...". Messages reach
// terminals and pages, so a hostile name must not steer either.
std::string printable(std::string_view text, std::size_t max_bytes = 80);

// printable(text) between double quotes. (Not quoted(): a std::string argument
// would bring in std::quoted.)
std::string in_quotes(std::string_view text);

}  // namespace attnscope
