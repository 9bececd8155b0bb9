// The tiny models in tests/golden/families.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../golden/families/', import.meta.url)

const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())

/** All of them. */
export const names = folders.map(({ name }) => name)

/** The folder of its files. */
export const modelOf = (name) => fileURLToPath(new URL(`${name}/model`, root))

/** What transformers makes of the texts: see tests/golden/README.md. */
export const casesOf = async (name) => JSON.parse(await readFile(new URL(`${name}/cases.json`, root), 'utf8')).cases
