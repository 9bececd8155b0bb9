// Debian packages: a few installed system-wide by apt when missing, the rest unpacked into our own folders.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCache } from './paths.mjs'
import { say } from './progress.mjs'
import { pipe, run, which } from './run.mjs'
import { locked } from './store.mjs'

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const SUITES = ['trixie', 'bookworm-backports']

export const haveApt = () => Boolean(which('apt-get') && which('dpkg-deb'))

/** Installs packages for the whole machine, after saying so; throws a message to act on where it may not. */
export async function installSystemWide(packages, why) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (!haveApt() || process.getuid?.() !== 0) {
    throw new Error(
      `${why} needs ${packages.join(', ')}. Please install ${packages.length > 1 ? 'them' : 'it'}` +
        (haveApt() ? `, for instance with: sudo ${command}` : " with your system's package manager.")
    )
  }
  say(`  Installing for the whole machine: ${packages.join(', ')} (${why})`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => run('apt-get', command.split(' ').slice(1), { env })
  await locked(inCache('apt-system'), async () => {
    try {
      await install()
    } catch {
      // The package lists are missing or old on a fresh machine.
      await run('apt-get', ['update'], { env })
      await install()
    }
  })
}

// The mirror that this machine itself uses; nothing of its address is ours to know.
async function mirror() {
  const sites = (await run('apt-get', ['indextargets', '--format', '$(SITE)'])).split('\n')
  const site = sites.find((line) => /\/debian\/?$/.test(line.trim())) ?? sites[0]
  if (!site?.trim()) throw new Error('apt-get names no Debian mirror')
  return site.trim()
}

// A configuration of our own, as arguments, so that neither the machine's sources nor its package state are touched.
async function privateApt() {
  const folder = inCache('apt')
  for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, name), { recursive: true })
  const site = await mirror()
  const types = [
    ['deb', SUITES],
    ['deb-src', SUITES.slice(0, 1)]
  ]
  const lines = types.flatMap(([type, suites]) =>
    suites.map((suite) => `${type} [signed-by=${KEYRING}] ${site} ${suite} main`)
  )
  writeFileSync(join(folder, 'sources.list'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'status'), '')
  // As arguments, where any text is taken as it is; a file of settings knows no quotation mark inside of a path.
  const settings = {
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/nonexistent',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::Status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    ...(process.getuid?.() === 0 ? { 'APT::Sandbox::User': 'root' } : {})
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...options, 'update'])
  return options
}

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => {
      try {
        return sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size
      } catch {
        return sum // renamed while we looked
      }
    }, 0)

/** Calls report with the growth of `folder` towards `total` bytes while `work` runs. */
export async function watched(folder, total, report, work) {
  const timer = setInterval(() => report({ done: Math.min(sizeOf(folder), total), total, unit: 'bytes' }), 250)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Downloads packages ("name" or "name/suite") into `folder`, checked by apt's own signatures; returns their paths. */
export async function download(packages, folder, report, { source = false } = {}) {
  return locked(inCache('apt', 'use'), async () => {
    report('reading the package lists')
    const options = await privateApt()
    mkdirSync(folder, { recursive: true })
    const args = [...options, ...(source ? ['source', '--download-only'] : ['download']), ...packages]
    const listing = await run('apt-get', ['--print-uris', ...args], { cwd: folder })
    const total = [...listing.matchAll(/^'.*' \S+ (\d+)/gm)].reduce((sum, [, size]) => sum + Number(size), 0)
    await watched(folder, total, report, () => run('apt-get', args, { cwd: folder }))
    return readdirSync(folder).map((name) => join(folder, name))
  })
}

/** Unpacks a package's files below `root`, without what `excluded` patterns name. */
export function unpack(file, root, excluded = []) {
  const options = ['--no-same-owner', '--wildcards', ...excluded.map((pattern) => `--exclude=${pattern}`)]
  return pipe(['dpkg-deb', '--fsys-tarfile', file], ['tar', '-x', '-C', root, ...options])
}

export const isDebianToolchainPresent = () =>
  ['clang', 'wasm-ld', 'llvm-ar', 'llvm-nm', 'llvm-objcopy'].every((tool) => existsSync(`/usr/lib/llvm-19/bin/${tool}`))
