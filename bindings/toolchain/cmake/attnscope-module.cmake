# The WebAssembly module that the package loads, once per SIMD level (attnscope-simd128, attnscope-relaxed). One bit
# in it says whether its memory is shared: it is linked for shared memory, packed for memory of its own, and
# bindings/js/engine/memory.ts sets the bit again for several threads.
add_executable(attnscope_module)
# Nothing of the package asks for decoders yet. What leads to them in core is compiled for it once more, as if there were
# none (base/carried.h), and comes before the library, of which the linker then takes nothing that only decoders need.
attnscope_pick(binding FROM ${core_sources} FILES
  blocks/attention blocks/layer engine/engine families/families run/run text/tokenizer_file)
list(PREPEND binding "${CMAKE_CURRENT_SOURCE_DIR}/bindings/module.cpp")
if(ATTNSCOPE_PLAIN_BUILD)
  attnscope_objects(binding ${binding})
  attnscope_take(attnscope_module attnscope_module ${binding})
  set_target_properties(attnscope_module PROPERTIES LINKER_LANGUAGE CXX)
else()
  target_sources(attnscope_module PRIVATE ${binding})
endif()
target_link_libraries(attnscope_module PRIVATE attnscope::core attnscope_flags)
target_compile_definitions(attnscope_module PRIVATE ATTNSCOPE_ENCODERS_ALONE)
target_compile_options(attnscope_module PRIVATE
  -fno-exceptions -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
target_link_options(attnscope_module PRIVATE
  -O3 -msimd128 $<$<BOOL:${ATTNSCOPE_RELAXED_SIMD}>:-mrelaxed-simd>
  -fno-exceptions -fno-rtti -lembind
  # No eval and no new Function, so that a page may have a strict content security policy.
  -sDYNAMIC_EXECUTION=0 -sEMBIND_AOT=1
  # The package fetches and compiles the binary itself, in Node too; the glue's own way there imports what bundlers refuse.
  -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker -sFILESYSTEM=0
  -sINCOMING_MODULE_JS_API=instantiateWasm,wasmMemory -sEXPORTED_RUNTIME_METHODS=HEAPU8
  # A failed allocation comes back as null, which the core turns into a typed error.
  # emmalloc would be 7 kB less, and made a forward pass of 8 tokens 8% slower.
  -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB -sABORTING_MALLOC=0 -sMALLOC=dlmalloc
  -sSTACK_SIZE=256KB
  # Emscripten's libraries for a shared memory and no more: js/thread.ts starts the threads, since Emscripten's own
  # scripts are not found by bundlers. It calls two functions by their names, which -lexports.js keeps.
  -sWASM_WORKERS=1 -lexports.js -sEXPORTED_FUNCTIONS=_attnscope_serve
  # With TextDecoder, the glue would name SharedArrayBuffer, which most pages do not have; few strings pass here.
  -sTEXTDECODER=0)
set_target_properties(attnscope_module PROPERTIES
  OUTPUT_NAME "attnscope-$<IF:$<BOOL:${ATTNSCOPE_RELAXED_SIMD}>,relaxed,simd128>"
  RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/module")
