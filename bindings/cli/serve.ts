import { existsSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, parse, wholeNumber } from './arguments.js'
import { exitCode, Failure, UsageError } from './failure.js'
import { serveFolders } from './static-server.js'

const help = `attnscope serve [options]

Serves the attention viewer, the page, on this machine alone, until Ctrl-C.

  -m, --model FOLDER    the model that the page opens with: a folder with
                        config.json, tokenizer.json and model.safetensors;
                        without it, what the variable ATTNSCOPE_MODEL says
      --port N          port on 127.0.0.1 (default 4173; 0: any that is free)
      --page FOLDER     the built page (default: that of the package or of the
                        clone that this program is in)

Exit code: 0 ended by Ctrl-C, 1 it could not be done, 2 wrong usage.`

// Where the page may be: in a clone, where it is the newest, or in the package, where its files are compressed.
const places = ['../../web/dist/', '../page/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

export const serve: Command = {
  name: 'serve',
  summary: 'the attention viewer, in your browser',
  help,
  async run(args, signal) {
    const { values, positionals } = parse(args, {
      model: { type: 'string', short: 'm' },
      port: { type: 'string', default: '4173' },
      page: { type: 'string' }
    })
    if (positionals.length > 0) throw new UsageError(`serve takes no '${positionals[0]}'`)
    const port = wholeNumber('--port', values.port, 0, 65535)
    const page = findPage(values.page)
    const source = values.model ?? process.env.ATTNSCOPE_MODEL
    const model = source === undefined || source === '' ? null : modelFolder(source)
    // The page asks for its first model under this address.
    const folders = { '/': page, ...(model !== null && { '/models/all-MiniLM-L6-v2/': model }) }
    const server = await serveFolders(folders, port)
    process.stderr.write(`attnscope is at ${server.address} (Ctrl-C ends it)\n`)
    if (model === null) process.stderr.write('no --model FOLDER was said, so the page will ask for one\n')
    await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
    server.close()
    return exitCode.ok
  }
}

function findPage(given: string | undefined): string {
  const holdsPage = (folder: string) => ['index.html', 'index.html.br'].some((name) => existsSync(`${folder}/${name}`))
  const found = (given === undefined ? places : [resolve(given)]).find(holdsPage)
  if (found !== undefined) return found
  if (given !== undefined) throw new Failure(`${given} holds no built page: there is no index.html`)
  throw new Failure(
    "the page's files are not here: npm run build makes them (web/dist), and --page FOLDER says where they are"
  )
}

function modelFolder(source: string): string {
  if (/^(hf:|https?:)/i.test(source)) {
    throw new UsageError(`serve takes a model's folder on this machine, not '${source}'`)
  }
  const isFile = (name: string) => existsSync(resolve(source, name)) && statSync(resolve(source, name)).isFile()
  const needed = [
    ['config.json'],
    ['tokenizer.json', 'vocab.txt'],
    ['model.safetensors', 'model.safetensors.index.json']
  ]
  const lacks = (folder: string) => needed.find((names) => !names.some((name) => isFile(`${folder}/${name}`)))?.[0]
  const missing = lacks('.')
  // modules.json may say that the model lies in a folder below.
  const below = missing !== undefined && isFile('modules.json') ? readdirSync(source) : []
  if (missing !== undefined && below.every((folder) => lacks(folder) !== undefined)) {
    throw new Failure(`${source} is no model's folder: there is no ${missing}`)
  }
  return resolve(source)
}
