import {
  type Command,
  chooseModel,
  choosePrompt,
  modelHelp,
  modelOptions,
  oneOf,
  parse,
  promptHelp,
  promptOptions,
  recordsExitHelp,
  wholeNumber
} from './arguments.js'
import { chooseInput, inputHelp, inputOptions } from './input-options.js'
import { refuseBinaryOnTerminal } from './results.js'
import { runStream } from './stream.js'

const help = `attnscope embed [options] [FILE ...]

Embeds texts: one vector each, in the order in which they come. Reads the files
one after the other, or standard input (-).

${inputHelp}
${promptHelp}

Output:
  -o, --output FILE     where to (default: standard output); a file that is there
                        is replaced when all is done, and never an input
  -t, --to FORMAT       jsonl, or npy: a NumPy matrix (default: by the file's
                        name; jsonl)
  -q, --quiet           no progress on the terminal

${modelHelp}
  -w, --workers N       models that calculate side by side, 1 to 64 (default 1);
                        each takes memory of its own, the order stays

A line of JSONL is {"index":0,"embedding":[...]}, with what --keep names, and with
"truncated":{"kept":256,"total":900} where the text was longer than the model
reads. A record that cannot be read becomes
{"index":1,"line":2,"error":{"code":"bad-json","message":"..."}}; in a matrix it
is a row of NaN, and that line goes to standard error. The numbers are float32:
read as such they are those of model.embed, to the last bit. Work that breaks off
says how many records are written, all whole.

${recordsExitHelp}

Examples:
  attnscope embed -m ./all-MiniLM-L6-v2 notes.txt > vectors.jsonl
  attnscope embed --column body --keep id mails.csv -o mails.jsonl
  zcat texts.jsonl.gz | attnscope embed -f jsonl -w 4 -t npy > vectors.npy`

export const embed: Command = {
  name: 'embed',
  summary: 'texts to vectors: lines, JSONL or CSV in, JSONL or NumPy out',
  help,
  run(args, signal) {
    const { values, positionals } = parse(args, {
      ...modelOptions,
      ...inputOptions,
      ...promptOptions,
      output: { type: 'string', short: 'o' },
      to: { type: 'string', short: 't' },
      quiet: { type: 'boolean', short: 'q', default: false },
      workers: { type: 'string', short: 'w', default: '1' }
    })
    const path = values.output === undefined || values.output === '-' ? null : values.output
    const format = oneOf('--to', values.to ?? (path?.toLowerCase().endsWith('.npy') ? 'npy' : 'jsonl'), [
      'jsonl',
      'npy'
    ])
    const output = { format, path }
    refuseBinaryOnTerminal(output)
    const task = {
      files: positionals.length > 0 ? positionals : ['-'],
      input: chooseInput(values),
      model: chooseModel(values),
      prompt: choosePrompt(values),
      workers: wholeNumber('--workers', values.workers, 1, 64),
      kind: format === 'npy' ? 'rows' : 'json',
      output,
      name: 'embedding',
      quiet: values.quiet
    } as const
    return runStream(task, signal)
  }
}
