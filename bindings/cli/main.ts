#!/usr/bin/env node
// attnscope on the command line: finds the command, runs it, and turns what went wrong into words and an exit code.
import { createRequire } from 'node:module'
import { AttnscopeError } from 'attnscope'
import type { Command } from './arguments.js'
import { embed } from './embed.js'
import { encode } from './encode.js'
import { exitCode, Failure, Interrupted, ReaderGone, UsageError } from './failure.js'
import { fillMask } from './fill-mask.js'
import { info } from './info.js'
import { serve } from './serve.js'
import { standardOutput } from './sink.js'
import { tokenize } from './tokenize.js'

const commands: readonly Command[] = [embed, encode, tokenize, fillMask, serve, info]

const help = `attnscope: a transformer encoder whose every number can be looked at

Usage: attnscope COMMAND [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join('\n')}

attnscope COMMAND --help says more. A model is a folder with config.json,
tokenizer.json (or vocab.txt) and model.safetensors (or its shards); --model
says where, or the variable ATTNSCOPE_MODEL does.

  -h, --help      this text
  -V, --version   the version

Exit code: 0 all went well, 1 it could not be done, 2 wrong usage, 3 some records
failed, 130 interrupted.`

async function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined) {
    process.stderr.write(`${help}\n`)
    return exitCode.usage
  }
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) return print(help)
  if (name === '--version' || name === '-V') return print(version())
  const wanted = name === 'help' ? rest[0] : name
  const command = commands.find((one) => one.name === wanted)
  if (command === undefined) {
    const names = commands.map((one) => one.name).join(', ')
    throw new UsageError(`there is no command '${wanted}'; there are ${names}`)
  }
  if (name === 'help' || asksForHelp(rest)) return print(command.help)
  return command.run(rest, signal)
}

// After a `--` all are texts or files.
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

async function print(text: string): Promise<number> {
  const sink = standardOutput()
  await sink.write(`${text}\n`)
  await sink.end()
  return exitCode.ok
}

function version(): string {
  const require = createRequire(import.meta.url)
  return (require('attnscope/package.json') as { version: string }).version
}

function explain(error: unknown, args: readonly string[]): number {
  if (error instanceof ReaderGone) return exitCode.ok
  if (error instanceof Interrupted) {
    process.stderr.write('attnscope: interrupted\n')
    return exitCode.interrupted
  }
  if (error instanceof UsageError) {
    const command = commands.some(({ name }) => name === args[0]) ? `${args[0]} ` : ''
    process.stderr.write(`attnscope: ${error.message}\nattnscope ${command}--help says what there is\n`)
    return exitCode.usage
  }
  const known = error instanceof Failure || error instanceof AttnscopeError
  process.stderr.write(`attnscope: ${known ? error.message : ((error as Error)?.stack ?? String(error))}\n`)
  return exitCode.failure
}

const controller = new AbortController()
// A terminal that is closed, too; but not for who asked to outlive it: nohup takes standard error off the terminal.
for (const event of ['SIGINT', 'SIGTERM', ...(process.stderr.isTTY ? (['SIGHUP'] as const) : [])] as const) {
  process.on(event, () => {
    // Whoever asks twice does not want to wait for order.
    if (controller.signal.aborted) process.exit(exitCode.interrupted)
    controller.abort(new Interrupted())
  })
}
process.stderr.on('error', () => {})

const args = process.argv.slice(2)
const code = await run(args, controller.signal).catch((error: unknown) => explain(error, args))
// It ends by itself, as soon as its workers have: an exit while one of them starts or stops can crash or hang.
process.exitCode = code
// What still keeps it then is output that nobody takes.
setTimeout(() => process.exit(code), 3000).unref()
