// Where the real model is, and its files as bytes.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The default model, put there by the set-up. */
export const folder = fileURLToPath(new URL('../../../models/all-MiniLM-L6-v2', import.meta.url))

/** All files of the model, by the package's names. A fresh object, so that a test may replace one. */
export async function modelFiles() {
  const [config, tokenizer, modules, pooling] = await Promise.all(
    ['config.json', 'tokenizer.json', 'modules.json', '1_Pooling/config.json'].map((name) =>
      readFile(`${folder}/${name}`, 'utf8')
    )
  )
  return { config, tokenizer, weights: await readFile(`${folder}/model.safetensors`), modules, pooling }
}
