// The packed package in every tool that people install it into: the README's lines, on the real model.
import { after, describe, test } from 'node:test'
import { browserPath, closeBrowser } from './browser.mjs'
import { removeProjects } from './project.mjs'
import { rows } from './rows.mjs'

// For a machine that does many things at once.
const timeout = 600_000

after(async () => {
  await closeBrowser()
  removeProjects()
})

for (const { tool, version, page, missing, tests } of rows) {
  describe(`${tool} ${version ?? ''}`.trim(), () => {
    for (const [name, work] of Object.entries(tests)) {
      const skip = missing || (page && !browserPath && 'there is no Chromium')
      test(name, { skip: skip || false, timeout }, work)
    }
  })
}
