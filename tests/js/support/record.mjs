// Writes tests/golden/minilm/digests.json from the package as it is built now, on a machine where all of it can be told.
import { writeFileSync } from 'node:fs'
import { digestsOf, digestsPath, untold, variants } from './digests.mjs'

const result = {}
for (const variant of variants) {
  const reason = untold(variant.simd)
  if (reason) throw new Error(`${variant.name}: ${reason}`)
  result[variant.name] = await digestsOf(variant, 1)
}
writeFileSync(digestsPath, `${JSON.stringify(result, null, 2)}\n`)
