// What a file really is, when it is not what its name says. Downloads fail in
// few ways, and naming the way saves the reader an hour.
#pragma once

#include <string_view>

namespace attnscope {

// Looks at the first bytes and says e.g. "an HTML page, perhaps an error page
// of the server"; empty where nothing is recognised. Only meaningful once the
// file has proved not to be what was expected: a good file may start like these.
std::string_view foreign_kind(std::string_view bytes);

}  // namespace attnscope
