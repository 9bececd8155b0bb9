// Running other programs: quietly with the output kept for an error message, or straight to the terminal.
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { setPriority, constants as system } from 'node:os'
import { delimiter, join } from 'node:path'
import { repository } from './paths.mjs'
import { outlet } from './progress.mjs'

const KEPT_LINES = 40

/**
 * Runs a program to its end. `onLine` sees each line of output; a failure throws with the last lines of it. One that is
 * `patient` leaves the processors to others that want them.
 */
export function run(command, args, { cwd = repository, env, onLine, timeout, patient = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout
    })
    if (patient) yieldToOthers(child)
    let output = ''
    let rest = ''
    const take = (chunk) => {
      output += chunk
      if (!onLine) return
      const lines = (rest + chunk).split(/\r?\n/)
      rest = lines.pop()
      for (const line of lines) onLine(line)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('error', (cause) => reject(new Error(`${command} could not be started: ${cause.message}`, { cause })))
    child.on('close', (code, signal) => {
      if (onLine && rest) onLine(rest)
      if (code === 0) return resolve(output)
      const tail = output.trimEnd().split('\n').slice(-KEPT_LINES).join('\n')
      const error = new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}\n${tail}`)
      reject(Object.assign(error, { output, code }))
    })
  })
}

function yieldToOthers({ pid }) {
  try {
    if (pid) setPriority(pid, system.priority.PRIORITY_LOW)
  } catch {
    // Its work is done all the same, or it has ended already.
  }
}

/** Runs a program with its output shown as it comes and also returned; the exit code is the caller's to judge. */
export function show(command, args, { cwd = repository, env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const pass = (stream) => {
      const print = outlet(stream)
      return (chunk) => {
        output += chunk
        print(chunk)
      }
    }
    child.stdout.setEncoding('utf8').on('data', pass(process.stdout))
    child.stderr.setEncoding('utf8').on('data', pass(process.stderr))
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => resolve({ code: code ?? signal, output }))
  })
}

/** Runs `first | second`, each a command with its arguments; fails when either does. */
export async function pipe(first, second) {
  const from = spawn(first[0], first.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  const to = spawn(second[0], second.slice(1), { stdio: [from.stdout, 'ignore', 'pipe'] })
  // The child holds its own end now; ours would keep the first waiting should the second end early.
  from.stdout.destroy()
  let complaints = ''
  for (const child of [from, to]) child.stderr.on('data', (chunk) => (complaints += chunk))
  const codes = await Promise.all(
    [from, to].map((child) => new Promise((resolve) => child.on('close', resolve).on('error', resolve)))
  )
  if (codes.some((code) => code !== 0))
    throw new Error(`${first.join(' ')} | ${second[0]} failed: ${complaints.trim()}`)
}

/** The full path of the first of these programs that PATH has, or null. */
export function which(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        if (statSync(path).isFile()) return path
      } catch {
        // Not in this folder; the next may have it.
      }
    }
  }
  return null
}

/** npm itself, run by the Node that runs npm now where npm started us. */
export function npm(args, options) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js')
    ? run(process.env.npm_node_execpath ?? process.execPath, [script, ...args], options)
    : run('npm', args, options)
}
