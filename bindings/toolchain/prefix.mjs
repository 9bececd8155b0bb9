// xsimd and nlohmann-json headers and Catch2's source, from Debian packages; CMake downloads what is not here.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { download, haveApt, unpack } from './apt.mjs'
import { inCache } from './paths.mjs'
import { step } from './progress.mjs'
import { run } from './run.mjs'
import { digest, link, whole } from './store.mjs'
import { sha256OfFile } from './verified-download.mjs'

const HEADERS = ['libxsimd-dev/trixie', 'nlohmann-json3-dev/trixie']
const CATCH2 = {
  package: 'catch2/trixie',
  archive: 'catch2_3.7.1.orig.tar.gz',
  sha256: 'c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c'
}

// Raised whenever the way the folder is filled changes, so that nobody keeps an old one.
const RECIPE = 1

async function fillCatch2(temporary, report) {
  const folder = join(temporary, 'source')
  await download([CATCH2.package], folder, report, { source: true })
  const archive = join(folder, CATCH2.archive)
  if (!existsSync(archive) || (await sha256OfFile(archive)) !== CATCH2.sha256)
    throw new Error('Catch2 came with another content than expected')
  mkdirSync(join(temporary, 'catch2'))
  await run('tar', [
    '-xzf',
    archive,
    '-C',
    join(temporary, 'catch2'),
    '--strip-components=1',
    '--wildcards',
    '*/src',
    '*/extras'
  ])
  rmSync(folder, { recursive: true })
}

/** The folder that CMake is given as ATTNSCOPE_PREFIX; it may lack a part, which CMake then downloads. */
export async function findPrefix() {
  const folder = inCache(`prefix-${digest(JSON.stringify([HEADERS, CATCH2, RECIPE])).slice(0, 12)}`)
  await step('xsimd, nlohmann-json, Catch2', async (report) => {
    if (existsSync(folder)) return 'in the cache'
    if (!haveApt()) return 'left to CMake'
    try {
      await whole(folder, async (temporary) => {
        const packages = join(temporary, 'packages')
        for (const file of await download(HEADERS, packages, report))
          await unpack(file, temporary, ['./usr/share*', './usr/lib*'])
        rmSync(packages, { recursive: true })
        await fillCatch2(temporary, report)
      })
    } catch (error) {
      return `left to CMake, since Debian's packages could not be had (${error.message.split('\n')[0]})`
    }
    return 'from Debian packages'
  })
  if (existsSync(folder)) link(folder, inCache('prefix'))
  return folder
}
