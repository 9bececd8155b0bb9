// Each view has scenes to be looked at, and what they say in the address is what the page reads there.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { webFolder } from './support/browser.mjs'
import { loadTs } from './support/load-ts.mjs'

const { sharedFields } = await loadTs('state/shared.ts')

for (const { name } of readdirSync(join(webFolder, 'views'), { withFileTypes: true }).filter((one) =>
  one.isDirectory()
))
  test(`${name}: its scenes are there, and name fields of the address`, async () => {
    const { scenes } = await loadTs(`views/${name}/scenes.ts`)
    assert.ok(Object.keys(scenes).length > 0)
    const choices = existsSync(join(webFolder, 'views', name, 'choices.ts'))
      ? (await loadTs(`views/${name}/choices.ts`)).fields
      : {}
    const fields = [...Object.values(sharedFields), ...Object.values(choices)]
    for (const [scene, { hash = '' }] of Object.entries(scenes))
      for (const [field, value] of new URLSearchParams(hash)) {
        const read = fields.find((one) => one.name === field)?.read(value) ?? null
        assert.notEqual(read, null, `${scene}: ${field}=${value} is not read`)
      }
  })
