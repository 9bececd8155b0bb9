// npm start: sets up, builds, and serves the page on this machine alone.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { inRepository } from './paths.mjs'
import { main, say, summary } from './progress.mjs'
import { setup } from './setup.mjs'

const HELP = `npm start -- [options]

Sets up, builds, fetches the default model once, and serves the page.

  --port N   port on 127.0.0.1   (default 4173, or the next free one)
  --open     open the page in the browser
  --help     this text`

const counted = (threads) => (threads === 1 ? '1 thread' : `${threads} threads`)

main(async () => {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4173' }, open: { type: 'boolean' }, help: { type: 'boolean' } }
  })
  if (values.help) return console.log(HELP)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--port ${values.port} is no port number`)
  await build(await setup())
  summary('Ready')
  // Only now is it sure that node_modules exists.
  const { preview } = await import('vite')
  const server = await preview({
    root: inRepository('web'),
    preview: { host: '127.0.0.1', port, open: values.open ?? false },
    logLevel: 'warn'
  })
  const threads = Math.min(availableParallelism(), 4)
  say(`\nattnscope is at ${server.resolvedUrls.local[0]}  (Ctrl+C ends it)`)
  say(`It sends the headers that threads need: in this machine's browser it calculates with ${counted(threads)}.`)
})
