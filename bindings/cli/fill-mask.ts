import {
  type Command,
  chooseModel,
  choosePrompt,
  modelHelp,
  modelOptions,
  parse,
  promptHelp,
  promptOptions,
  recordsExitHelp,
  wholeNumber
} from './arguments.js'
import { UsageError } from './failure.js'
import { chooseInput, inputHelp, inputOptions } from './input-options.js'
import { runStream } from './stream.js'
import { runTexts } from './texts.js'

const help = `attnscope fill-mask [options] [TEXT ...]

Says what a model expects in the place of each mask of a text: [MASK], or as the
model writes it (attnscope info). Without TEXT it reads standard input, or the
file that --input names. A JSON line for each text:
{"index":0,"masks":[{"token":{"id":103,"text":"[MASK]","start":4,"end":10,...},
"candidates":[{"id":4937,"text":"cat","probability":0.31},...]}]}; without a mask
the list is empty. A mask in what is cut off at the model's limit is an error.

      --top N           words for each mask, the likeliest first (default 5)
      --input FILE      the texts, in place of standard input
${inputHelp.replace('Input:\n', '')}
${promptHelp}
  -o, --output FILE     where to (default: standard output); a file that is there
                        is replaced when all is done, and never an input
  -q, --quiet           no progress on the terminal

${modelHelp}
  -w, --workers N       models that calculate side by side, 1 to 64 (default 1);
                        each takes memory of its own, the order stays

${recordsExitHelp}

Example:
  attnscope fill-mask -m ./bert-base-uncased "The [MASK] is blue." |
    jq -r '.masks[].candidates[].text'`

export const fillMask: Command = {
  name: 'fill-mask',
  summary: 'the likeliest words for each mask in a text',
  help,
  async run(args, signal) {
    const { values, positionals } = parse(args, {
      ...modelOptions,
      ...inputOptions,
      ...promptOptions,
      top: { type: 'string', default: '5' },
      input: { type: 'string' },
      output: { type: 'string', short: 'o' },
      quiet: { type: 'boolean', short: 'q', default: false },
      workers: { type: 'string', short: 'w', default: '1' }
    })
    const path = values.output === undefined || values.output === '-' ? null : values.output
    const task = {
      model: chooseModel(values),
      prompt: choosePrompt(values),
      // How many words there are, only the model knows.
      kind: { masks: wholeNumber('--top', values.top, 1, 2 ** 31) },
      name: 'masks'
    }
    const input = chooseInput(values)
    const workers = wholeNumber('--workers', values.workers, 1, 64)
    if (positionals.length > 0) {
      if (values.input !== undefined) throw new UsageError('either TEXT or --input, not both')
      if (path !== null) throw new UsageError('--output is for texts of a file; those of TEXT go to standard output')
      return runTexts({ ...task, texts: positionals }, signal)
    }
    const files = [values.input ?? '-']
    return runStream({ ...task, files, input, workers, output: { format: 'jsonl', path }, quiet: values.quiet }, signal)
  }
}
