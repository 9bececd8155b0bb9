// Firefox as it is installed, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks by itself.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { which } from '../../../bindings/toolchain/run.mjs'
import { typing } from './keys.mjs'

/** The program: $FIREFOX, or what the PATH has; undefined where there is none. */
export const findFirefox = () => process.env.FIREFOX ?? which('firefox', 'firefox-esr')

/** Opens one tab. `run` evaluates an expression in it and gives its value; `faults` are what the page complained of. */
export async function openFirefox(program, { dark = false, width, height }) {
  const profile = mkdtempSync(join(tmpdir(), 'attnscope-firefox-'))
  const preferences = { 'remote.active-protocols': 1, 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1 }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const firefox = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const ended = new Promise((resolve) => firefox.once('exit', resolve))
  const close = async () => {
    firefox.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const socket = new WebSocket(`${await addressOf(firefox)}/session`)
    const faults = []
    const send = await connect(socket, faults)
    const { capabilities } = await send('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await send('browsingContext.getTree')
    const { context } = contexts[0]
    await send('browsingContext.setViewport', { context, viewport: { width, height } })
    return {
      version: capabilities.browserVersion,
      faults: () => faults,
      close,
      async goto(url) {
        faults.length = 0
        await send('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      type: (text) => send('input.performActions', { context, actions: [typing(text)] }),
      async run(expression) {
        const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
        if (answer.type === 'exception') throw new Error(`${expression}: ${answer.exceptionDetails.text}`)
        return answer.result.value
      }
    }
  } catch (error) {
    await close()
    throw error
  }
}

// Firefox says on its standard error where it listens.
function addressOf(firefox) {
  return new Promise((resolve, reject) => {
    let said = ''
    firefox.stderr.setEncoding('utf8')
    firefox.stderr.on('data', (text) => {
      said += text
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)
      if (address) resolve(address[1])
    })
    firefox.once('error', reject)
    firefox.once('exit', () => reject(new Error(`Firefox ended before it listened: ${said}`)))
  })
}

async function connect(socket, faults) {
  const waiting = new Map()
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox takes no connection'))
  })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.method === 'log.entryAdded' && message.params.level === 'error') faults.push(message.params.text)
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  }
  let last = 0
  return async (method, params = {}) => {
    const id = ++last
    const answer = new Promise((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await answer
    if (error) throw new Error(`${method}: ${error}: ${message}`)
    return result
  }
}
