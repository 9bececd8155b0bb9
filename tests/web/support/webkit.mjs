// WebKit as Debian has it: its MiniBrowser on a screen of its own (Xvfb), driven by WebDriver (https://www.w3.org/TR/webdriver2/).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { which } from '../../../bindings/toolchain/run.mjs'
import { typing } from './keys.mjs'

const miniBrowsers = () =>
  existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .flatMap((folder) => ['4.1', '4.0'].map((version) => `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`))
        .filter(existsSync)
    : []

/** The three programs it takes; undefined where one is missing. */
export function findWebKit() {
  const [driver, screen] = [which('WebKitWebDriver'), which('Xvfb')]
  const [browser] = process.env.MINIBROWSER ? [process.env.MINIBROWSER] : miniBrowsers()
  return driver && screen && browser ? { driver, screen, browser } : undefined
}

/**
 * Opens one window. `run` evaluates an expression in it and gives its value; `faults` are what the page complained of.
 * The page lies in a frame, because the window's tools keep it from being as narrow as a phone.
 */
export async function openWebKit({ driver, screen, browser }, { dark = false, width, height }) {
  const home = mkdtempSync(join(tmpdir(), 'attnscope-webkit-'))
  const children = []
  const start = (program, args, env) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } })
    children.push({ child, ended: new Promise((resolve) => child.once('exit', resolve).once('error', resolve)) })
    return child
  }
  const close = async () => {
    // The driver first: it ends its browser, which would mourn its screen.
    for (const { child, ended } of children.reverse()) {
      child.kill('SIGTERM')
      await ended
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const display = await firstLine(start(screen, ['-displayfd', '1', '-screen', '0', '1600x1200x24']))
    const port = await freePort()
    start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: `:${display}`,
      HOME: home,
      XDG_CACHE_HOME: home,
      // What the page learns as prefers-color-scheme.
      GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita'
    })
    const send = await connect(`http://127.0.0.1:${port}`)
    const { sessionId, capabilities } = await send('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } }
      }
    })
    const session = (path, body) => send('POST', `/session/${sessionId}${path}`, body)
    const run = (expression) => session('/execute/sync', { script: `return (${expression})`, args: [] })
    await session('/window/rect', { width: 1600, height: 1200 })
    return {
      version: capabilities.browserVersion,
      faults: () => run('window.faults ?? []'),
      async close() {
        await send('DELETE', `/session/${sessionId}`).catch(() => {})
        await close()
      },
      async goto(url) {
        await session('/frame', { id: null })
        // An address of the same server with nothing behind it: what the page keeps is then its own.
        await session('/url', { url: new URL('around-the-page', url).href })
        await run(`(${frame})(${JSON.stringify({ url, width, height })})`)
        await session('/frame', { id: 0 })
        await run(`(${listen})()`)
      },
      type: (text) => session('/actions', { actions: [typing(text)] }),
      run
    }
  } catch (error) {
    await close()
    throw error
  }
}

// Runs in the window.
function frame({ url, width, height }) {
  const page = document.createElement('iframe')
  const loaded = new Promise((resolve) => page.addEventListener('load', () => resolve(true)))
  page.src = url
  page.style = `position: fixed; inset: 0; border: 0; width: ${width}px; height: ${height}px; background: Canvas`
  document.body.replaceChildren(page)
  return loaded
}

// Runs in the page: the driver has no console to read.
function listen() {
  window.faults = []
  const keep = (text) => window.faults.push(String(text))
  window.addEventListener('error', ({ message }) => keep(message))
  window.addEventListener('unhandledrejection', ({ reason }) => keep(reason))
  const complain = console.error
  console.error = (...words) => {
    keep(words.join(' '))
    complain(...words)
  }
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text) => resolve(text.trim()))
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended before it had a screen`)))
  })
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until the driver answers; what it refuses is thrown. */
async function connect(address) {
  for (const end = Date.now() + 30_000; ; await sleep(50)) {
    const answer = await fetch(`${address}/status`).catch(() => null)
    if (answer?.ok) break
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer')
  }
  return async (method, path, body) => {
    const answer = await fetch(address + path, { method, body: body && JSON.stringify(body) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
}
