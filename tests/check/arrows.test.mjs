// The check of the design's arrows sees each kind of broken arrow.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { arrowViolations } from './arrows.mjs'

let root

const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'attnscope-arrows-'))
  write('core/base/result.h', '#include <expected>\n')
  write('core/transformer/layer.cpp', '#include "kernels/kernels.h"\n#include "transformer/layer.h"\n')
  write('bindings/module.cpp', '#include "engine/engine.h"\n')
  write('bindings/js/index.ts', "import { readFile } from 'node:fs/promises'\nexport * from './types.js'\n")
  write('bindings/cli/main.ts', "import { loadModel } from 'attnscope'\nimport { embed } from './embed.js'\n")
  write('web/main.ts', "import { loadModel } from 'attnscope'\nimport './app.css'\n")
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a house as designed has no violation', () => assert.deepEqual(arrowViolations(root), []))

const broken = [
  [
    'base that knows a kernel',
    'core/base/matrix.h',
    '#include "kernels/kernels.h"\n',
    /core\/base may not know kernels/
  ],
  ['text that knows the model', 'core/text/word.cpp', '#include "model/config.h"\n', /core\/text may not know model/],
  ['a transformer that knows text', 'core/transformer/run.cpp', '#include "text/tokenizer.h"\n', /may not know text/],
  ['a file outside the rooms', 'core/utilities/strings.h', '\n', /is in no room/],
  ['a binding past the engine', 'bindings/module.cpp', '#include "model/weights.h"\n', /knows the engine alone/],
  ['a package that reaches into core', 'bindings/js/a.ts', "import x from '../../core/x.js'\n", /nothing but itself/],
  ['a package with a dependency', 'bindings/js/b.ts', "import { scale } from 'd3-scale'\n", /nothing but itself/],
  [
    'a command line that reaches into the package',
    'bindings/cli/a.ts',
    "import x from '../js/rpc.js'\n",
    /imports 'attnscope' and Node alone/
  ],
  [
    'a page that reaches into the binding',
    'web/view.svelte',
    "import x from '../bindings/js/index.js'\n",
    /imports 'attnscope'/
  ],
  ['a fifth room', 'scripts/make.sh', '\n', /no fifth room/]
]

for (const [what, path, text, expected] of broken) {
  test(`${what} is found`, () => {
    write(path, text)

    assert.match(arrowViolations(root).join('\n'), expected)
  })
}
