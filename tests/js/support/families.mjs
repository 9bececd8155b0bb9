// The tiny models in tests/golden/families.
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../golden/families/', import.meta.url)

const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())

const generates = ({ name }) => existsSync(new URL(`${name}/model/generation_config.json`, root))

/** Those of encoders. */
export const names = folders.filter((folder) => !generates(folder)).map(({ name }) => name)

/** Those that have a decoder. */
export const decoders = folders.filter(generates).map(({ name }) => name)

/** The folder of its files. */
export const modelOf = (name) => fileURLToPath(new URL(`${name}/model`, root))

/** What transformers makes of the texts: see tests/golden/README.md. */
export const casesOf = async (name) => JSON.parse(await readFile(new URL(`${name}/cases.json`, root), 'utf8')).cases
