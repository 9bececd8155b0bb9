// The check of the design's arrows sees each kind of broken arrow.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { arrowViolations, ROOMS } from './arrows.mjs'

let root

const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'attnscope-arrows-'))
  for (const [folder, rooms] of Object.entries(ROOMS)) {
    for (const room of Object.keys(rooms).filter((name) => !['base', 'entries'].includes(name) || folder === 'core'))
      if (room.includes('.')) write(`${folder}/${room}`, '\n')
      else write(`${folder}/${room}/of_${room}.h`, '#include <expected>\n')
  }
  write('core/engine/parts/layer.cpp', '#include "kernels/of_kernels.h"\n#include "engine/of_engine.h"\n')
  write('bindings/module.cpp', '#include "engine/engine.h"\n')
  write('bindings/js/types.ts', 'export type Activation = "gelu"\n')
  write('bindings/js/index.ts', "import { readFile } from 'node:fs/promises'\nexport * from './types.js'\n")
  write('bindings/cli/main.ts', "import { loadModel } from 'attnscope'\nimport { embed } from './embed.js'\n")
  write('web/main.ts', "import { loadModel } from 'attnscope'\nimport './shell/app.css'\n")
  write('web/views/index.ts', "import { links } from './links'\nimport { matrix } from './matrix'\n")
  for (const view of ['links', 'matrix']) write(`web/views/${view}/index.ts`, "import '../../shared/view'\n")
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
  [
    'a kernel in a folder of its room that knows the engine',
    'core/kernels/fast/rows.cpp',
    '#include "engine/engine.h"\n',
    /core\/kernels may not know engine/
  ],
  ['a file outside the rooms', 'core/utilities/strings.h', '\n', /is in no room/],
  ['a binding past the engine', 'bindings/module.cpp', '#include "model/weights.h"\n', /knows the engine alone/],
  ['a package that reaches into core', 'bindings/js/a.ts', "import x from '../../core/x.js'\n", /nothing but itself/],
  [
    'a way from the wire to the engine',
    'bindings/js/wire/a.ts',
    "const { Host } = await import('../engine/host.js')\n",
    /bindings\/js\/wire may not know engine/
  ],
  ['a model that knows an entry', 'bindings/js/model/a.ts', "import x from '../index.js'\n", /may not know entries/],
  ['a package with a dependency', 'bindings/js/b.ts', "import { scale } from 'd3-scale'\n", /nothing but itself/],
  [
    'a command line that reaches into the package',
    'bindings/cli/a.ts',
    "import x from '../js/rpc.js'\n",
    /imports 'attnscope' and Node alone/
  ],
  [
    'a page that reaches into the binding',
    'web/shell/view.svelte',
    "import x from '../../bindings/js/index.js'\n",
    /imports 'attnscope'/
  ],
  [
    'words that know the session',
    'web/reading/units.ts',
    "import '../state/kept'\n",
    /web\/reading may not know state/
  ],
  ['a choice that knows a view', 'web/state/keep.ts', "import '../views'\n", /web\/state may not know views/],
  [
    'a view that is fetched by what views share',
    'web/shared/all.ts',
    "export const all = () => import('../views/links')\n",
    /web\/shared may not know views/
  ],
  ['a view that knows another', 'web/views/links/to.ts', "import '../matrix'\n", /nothing knows what is beside it/],
  ['a view that knows the list of views', 'web/views/links/to.svelte', "import '../index'\n", /is beside it/],
  ['a file of the page outside its rooms', 'web/strings.ts', '\n', /web\/strings.ts is in no room/],
  ['a fifth room', 'scripts/make.sh', '\n', /no fifth room/]
]

test('a room without a file is found', () => {
  rmSync(join(root, 'core/trace'), { recursive: true })

  assert.deepEqual(arrowViolations(root), ['core/trace is a room without a file'])
})

test('views that are not there are found', () => {
  rmSync(join(root, 'web/views/matrix'), { recursive: true })

  assert.match(arrowViolations(root).join('\n'), /^web\/views has no two folders/)
})

test('a way round is found where a component is fetched, and where a folder stands for its index', () => {
  write('web/views/links/index.ts', "export const load = () => import('./parts')\n")
  write('web/views/links/parts.ts', "import View from './view.svelte'\n")
  write('web/views/links/view.svelte', "<script>import { links } from '../links'</script>\n")

  assert.match(arrowViolations(root).join('\n'), /^web\/: .*parts\.ts.* is a way round$/)
})

test('a way round is found, through however many files', () => {
  write('core/base/a.h', '#include "base/b.h"\n')
  write('core/base/b.h', '#include "base/deep/c.h"\n')
  write('core/base/deep/c.h', '#include "base/a.h"\n')

  assert.match(arrowViolations(root).join('\n'), /^core\/: .*\ba\.h.* is a way round$/)
})

for (const [what, path, text, expected] of broken) {
  test(`${what} is found`, () => {
    write(path, text)

    assert.match(arrowViolations(root).join('\n'), expected)
  })
}
