import { parseArgs } from 'node:util'

export const help = `npm run bench -- [jobs] [options]

Measures attnscope against its peers on all-MiniLM-L6-v2, engines in turn.

Jobs (default: the forward pass)
  --forward         one text of T tokens on one thread: both of our binaries and int8, and onnxruntime-web
  --threads         the same on two threads, in Node
  --between         lengths that fill no tile: do they cost more than their share?
  --corpus          many sentences: embed() against one by one and padded batches of 32
  --tokenizer       text to tokens, against transformers.js
  --native          our native build against onnxruntime from PyPI, one and two threads
  --chart           time against T from 8 to 512, drawn to web/pictures/cost.svg
  --all             all of these, in Node and in Chromium, and the cold start

Where
  --browser         in headless Chromium, with the cold start besides

Options
  --tokens LIST     lengths in tokens           (default 8,16,32,128,512)
  --seconds N       time for each length        (default 6)
  --sentences N     size of the corpus          (default 512)
  --trace           also time attnscope with every attention weight kept
  --onnx FOLDER     folder with all-minilm-l6-v2.onnx and -q.onnx (else fetched with mvn)
  --json FILE       save the figures
  --compare A B     print two saved runs side by side and stop
  --against BUILD   this build against another one alone, in Node: the forward pass, the tokenizer, load and
                    memory. BUILD is a folder with a built package, or a commit, which is built first
  --help            this text`

const flag = { type: 'boolean', default: false }

/** @throws Error for an option that makes no sense */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{
        forward: flag,
        threads: flag,
        between: flag,
        corpus: flag,
        tokenizer: flag,
        native: flag,
        chart: flag,
        all: flag,
        browser: flag
      },
      tokens: { type: 'string', default: '8,16,32,128,512' },
      seconds: { type: 'string', default: '6' },
      sentences: { type: 'string', default: '512' },
      ...{ trace: flag, compare: flag, help: flag },
      onnx: { type: 'string' },
      against: { type: 'string' },
      json: { type: 'string' }
    }
  })
  const lengths = values.tokens.split(',').map(Number)
  if (!lengths.every((n) => Number.isInteger(n) && n >= 3 && n <= 512)) {
    throw new Error('--tokens wants whole numbers from 3 to 512, with commas between')
  }
  const seconds = Number(values.seconds)
  if (!(seconds > 0)) throw new Error('--seconds wants a number above 0')
  const sentences = Number(values.sentences)
  if (!Number.isInteger(sentences) || sentences < 32) throw new Error('--sentences wants a whole number from 32')
  if (values.compare ? positionals.length !== 2 : positionals.length > 0) {
    throw new Error(values.compare ? '--compare wants two files' : `what is ${positionals[0]}? See --help`)
  }
  const chosen = ['forward', 'threads', 'between', 'corpus', 'tokenizer', 'native', 'chart'].filter(
    (job) => values.all || values[job]
  )
  return { ...values, lengths, seconds, sentences, files: positionals, jobs: chosen.length ? chosen : ['forward'] }
}
