// The peers' npm packages, in the cache: 600 MB that `npm test` shall not wait for.
import { copyFileSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installLocked } from '../../../bindings/toolchain/locked-packages.mjs'
import { inCache, inRepository } from '../../../bindings/toolchain/paths.mjs'
import { digest, whole } from '../../../bindings/toolchain/store.mjs'
import { onnxModel } from './onnx-models.mjs'

/** The folder node_modules with the peers as the lock file here pins them. */
export async function installPeers() {
  const folder = await installLocked('peers', inRepository('tests', 'bench', 'peers'), {
    before: () => console.log('Installing the peers into the cache, once (npm ci, about 600 MB) ...')
  })
  return join(folder, 'node_modules')
}

const tokenizerConfig = JSON.stringify({
  tokenizer_class: 'BertTokenizer',
  do_lower_case: true,
  model_max_length: 512,
  ...{ cls_token: '[CLS]', sep_token: '[SEP]', pad_token: '[PAD]', unk_token: '[UNK]', mask_token: '[MASK]' }
})

/**
 * A folder as transformers.js wants it, with the very files that the others read. Its float32 model names
 * its output otherwise than the library's own pipeline expects, so the bench pools as that pipeline does.
 * @param {string} model folder of the package's model @param {string} [onnx] folder that the caller named
 */
export async function transformersHome(model, onnx) {
  const source = onnxModel('float32', onnx)
  const parts = ['config.json', 'tokenizer.json'].map((name) => readFileSync(join(model, name)))
  const key = digest([...parts, source, tokenizerConfig].join()).slice(0, 12)
  return whole(inCache(`transformers-home-${key}`), async (temporary) => {
    const home = join(temporary, 'model')
    mkdirSync(join(home, 'onnx'), { recursive: true })
    for (const name of ['config.json', 'tokenizer.json']) copyFileSync(join(model, name), join(home, name))
    writeFileSync(join(home, 'tokenizer_config.json'), tokenizerConfig)
    try {
      linkSync(source, join(home, 'onnx', 'model.onnx'))
    } catch {
      copyFileSync(source, join(home, 'onnx', 'model.onnx'))
    }
  })
}
