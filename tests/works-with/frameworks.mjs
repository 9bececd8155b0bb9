// Frameworks that render on both sides.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { run } from '../../bindings/toolchain/run.mjs'
import { assertPage } from './browser.mjs'
import { serveModel } from './bundlers.mjs'
import { assertRight, pageProgram, program } from './program.mjs'
import { project } from './project.mjs'
import { pinned, toolFile, toolsFolder } from './tools.mjs'

const minutes = 60_000
const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }

const files = {
  'next.config.mjs': `export default {
    turbopack: { root: ${JSON.stringify(toolsFolder)} },
    outputFileTracingRoot: ${JSON.stringify(toolsFolder)}
  }`,
  'app/layout.js': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>',
  'app/page.js': `'use client'
    import { useEffect } from 'react'
    import { start } from './start'
    export default function Page() {
      useEffect(start, [])
      return <p>works with</p>
    }`,
  'app/start.js': `${pageProgram().replace(/const source.*/s, (rest) => `export const start = () => {${rest}}`)}`,
  'app/server/route.js': `${program()}
    export const dynamic = 'force-dynamic'
    export async function GET() {
      const { model, ...outcome } = await run(process.env.ATTNSCOPE_MODEL_DIR)
      model.dispose()
      return Response.json(outcome)
    }`
}

async function next(context) {
  const root = await project(context, files)
  const bin = toolFile('next', 'dist', 'bin', 'next')
  await run(process.execPath, [bin, 'build'], { cwd: root, env, timeout: 5 * minutes })
  const address = await startServer(context, root, bin)
  const { source, origin } = await serveModel(context)

  await assertPage(`${address}/?model=${source}`, { origins: [origin] })

  const response = await fetch(`${address}/server`)
  assertRight(await response.json())
}

/** Starts the built project on a free port, and gives its address once it says so. */
async function startServer(context, root, bin) {
  const options = { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(process.execPath, [bin, 'start', '--hostname', '127.0.0.1', '--port', '0'], options)
  const ended = once(child, 'exit')
  context.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let said = ''
  return new Promise((resolve, reject) => {
    const take = (chunk) => {
      said += chunk
      const [address] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said) ?? []
      if (address && /Ready in/.test(said)) resolve(address)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    ended.then(() => reject(new Error(`next start ended: ${said}`)))
  })
}

/** Rows of the table, each with its tests. */
export const frameworks = [
  {
    ...{ tool: 'Next.js', version: pinned('next'), page: true },
    tests: { 'client component and route, built by Turbopack': next }
  }
]
