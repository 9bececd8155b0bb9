// The compiler calls the first function at every step of control flow; the linker sends the others'
// callers here.
#include "counter.h"

#include <cstddef>

using attnscope::work::bytes;

extern "C" {

void __sanitizer_cov_trace_pc() { ++attnscope::work::steps; }

void* __real_memcpy(void* to, const void* from, std::size_t size);
void* __real_memmove(void* to, const void* from, std::size_t size);
void* __real_memset(void* to, int value, std::size_t size);
int __real_memcmp(const void* a, const void* b, std::size_t size);
void* __real_memchr(const void* in, int value, std::size_t size);

void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  bytes += size;
  return __real_memcpy(to, from, size);
}
void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  bytes += size;
  return __real_memmove(to, from, size);
}
void* __wrap_memset(void* to, int value, std::size_t size) {
  bytes += size;
  return __real_memset(to, value, size);
}
int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
  bytes += size;
  return __real_memcmp(a, b, size);
}
void* __wrap_memchr(const void* in, int value, std::size_t size) {
  bytes += size;
  return __real_memchr(in, value, size);
}
}
