// Where output goes: never over its own input, never half over what was there, and what is said of it is so.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonLines, program, readNpy, run, scratchFolder, start } from './support/run.mjs'
import { writeTinyModel } from './support/tiny-model.mjs'

const scratch = scratchFolder()
const model = writeTinyModel(scratch.path)
after(() => scratch.remove())

const texts = Array.from({ length: 300 }, (_, i) => `text number ${i}\n`).join('')
const old = 'what was there before\n'
let folder
let at
let count = 0
beforeEach(() => {
  folder = join(scratch.path, `case-${count++}`)
  mkdirSync(folder)
  at = (name) => join(folder, name)
  writeFileSync(at('in.txt'), texts)
})
const files = () => readdirSync(folder).sort()

/** In a shell: $0 is node, $1 the program, $2 the model, $3 and on the arguments. */
const shell = (line, ...args) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line, process.execPath, program, model, ...args], {
    cwd: folder,
    maxBuffer: 2 ** 28
  })
  return { code: status, stdout, stderr: stderr.toString() }
}

describe('an output that is an input is refused before anything is written', () => {
  const own = [
    ['by its name', '"$0" "$1" embed -m "$2" in.txt -o in.txt'],
    ['by another spelling', '"$0" "$1" embed -m "$2" in.txt -o ././in.txt'],
    ['the second of two', '"$0" "$1" embed -m "$2" other.txt in.txt -o in.txt'],
    ['through a link', 'ln -s in.txt link; "$0" "$1" embed -m "$2" in.txt -o link'],
    ['read through a link', 'ln -s in.txt link; "$0" "$1" embed -m "$2" link -o in.txt'],
    ['by a second name', 'ln in.txt twin; "$0" "$1" embed -m "$2" in.txt -o twin'],
    ['through a linked folder', 'ln -s . here; "$0" "$1" embed -m "$2" in.txt -o here/in.txt'],
    ['a matrix', '"$0" "$1" embed -m "$2" in.txt -t npy -o in.txt'],
    ['a matrix by its name', 'mv in.txt in.npy; "$0" "$1" embed -m "$2" in.npy -o in.npy; mv in.npy in.txt'],
    ['as standard input', '"$0" "$1" embed -m "$2" -o in.txt < in.txt'],
    ['as standard input, named', '"$0" "$1" embed -m "$2" /dev/stdin -o in.txt < in.txt'],
    ['as standard output that adds', '"$0" "$1" embed -m "$2" in.txt >> in.txt'],
    ['as both', '"$0" "$1" embed -m "$2" < in.txt >> in.txt'],
    ['of tokenize', '"$0" "$1" tokenize -m "$2" --input in.txt >> in.txt'],
    ['of encode', '"$0" "$1" encode -m "$2" -o in.txt < in.txt'],
    ['of encode, as safetensors', '"$0" "$1" encode -m "$2" -t safetensors -o in.txt < in.txt']
  ]
  for (const [what, line] of own) {
    test(what, () => {
      writeFileSync(at('other.txt'), 'one\n')
      const { stderr, stdout } = shell(`${line}; echo $?`)
      assert.match(stderr, /^attnscope: .* is also the input[^\n]*\n$/)
      if (stdout.length > 0) assert.equal(stdout.toString(), what === 'a matrix by its name' ? '0\n' : '1\n')
      assert.ok(readFileSync(at('in.txt'), 'utf8').startsWith(texts))
      assert.ok(readFileSync(at('in.txt'), 'utf8').slice(texts.length).length <= 2, 'nothing but the exit code')
      assert.deepEqual(
        files().filter((name) => name.startsWith('.')),
        []
      )
    })
  }

  test('and a file of the model is an input too', () => {
    const weights = readFileSync(join(model, 'model.safetensors'))
    for (const line of [
      '"$0" "$1" encode -m "$2" -o "$2"/model.safetensors word',
      '"$0" "$1" embed -m "$2" -o "$2"/./config.json in.txt',
      '"$0" "$1" tokenize -m "$2" word >> "$2"/tokenizer.json'
    ]) {
      const { code, stderr } = shell(line)
      assert.equal(code, 1)
      assert.match(stderr, /is also the input/)
    }
    assert.ok(readFileSync(join(model, 'model.safetensors')).equals(weights))
  })

  test('a shell that has emptied it already is told so', () => {
    const { code, stderr } = shell('"$0" "$1" embed -m "$2" in.txt > in.txt')
    assert.equal(code, 1)
    assert.match(stderr, /standard output is also the input, in\.txt/)
  })

  test('and a device may be both', () => {
    assert.equal(shell('"$0" "$1" embed -m "$2" < /dev/null > /dev/null').code, 0)
    assert.equal(shell('"$0" "$1" embed -m "$2" -o /dev/null < /dev/null').code, 0)
  })
})

describe('the new file takes the place of the old one', () => {
  for (const name of ['out.jsonl', 'out.npy']) {
    test(`${name}, with its rights`, async () => {
      writeFileSync(at(name), old.repeat(100_000))
      chmodSync(at(name), 0o640)
      const { code } = await run(['embed', '-m', model, at('in.txt'), '-o', at(name)])
      const bytes = readFileSync(at(name))
      const records = name.endsWith('npy') ? readNpy(bytes).rows : jsonLines(bytes)
      assert.deepEqual([code, records.length, statSync(at(name)).mode & 0o7777], [0, 300, 0o640])
      assert.deepEqual(files(), ['in.txt', name].sort())
    })
  }

  test('a link stays a link, to a file that is there or not yet', async () => {
    mkdirSync(at('far'))
    symlinkSync(join('far', 'a.jsonl'), at('link'))
    symlinkSync('link', at('second'))
    for (const name of ['link', 'second']) {
      const { code } = await run(['embed', '-m', model, at('in.txt'), '-o', at(name)])
      assert.deepEqual([code, lstatSync(at(name)).isSymbolicLink()], [0, true])
      assert.equal(jsonLines(readFileSync(at('far/a.jsonl'))).length, 300)
    }
    assert.deepEqual(readdirSync(at('far')), ['a.jsonl'])
  })

  test('the second name of an old file keeps it', async () => {
    writeFileSync(at('out'), old)
    linkSync(at('out'), at('twin'))
    assert.equal((await run(['embed', '-m', model, at('in.txt'), '-o', at('out')])).code, 0)
    assert.equal(readFileSync(at('twin'), 'utf8'), old)
  })

  test('where only the file may be written and not its folder, too', { skip: process.platform === 'win32' }, () => {
    // Root may write everywhere, unless it gives up that right.
    const isRoot = process.getuid() === 0
    if (isRoot && spawnSync('setpriv', ['--version']).status !== 0) return
    const plain = isRoot ? 'setpriv --bounding-set -dac_override' : ''
    mkdirSync(at('closed'))
    writeFileSync(at('closed/out'), old)
    chmodSync(at('closed'), 0o555)
    const { code, stderr } = shell(`${plain} "$0" "$1" embed -m "$2" in.txt -o closed/out`)
    assert.deepEqual([code, stderr, jsonLines(readFileSync(at('closed/out'))).length], [0, '', 300])
    const fresh = shell(`${plain} "$0" "$1" embed -m "$2" in.txt -o closed/new`)
    assert.equal(fresh.code, 1)
    assert.match(fresh.stderr, /closed\/new cannot be written/)
    assert.deepEqual(readdirSync(at('closed')), ['out'])
    chmodSync(at('closed/out'), 0o444)
    const locked = shell(`${plain} "$0" "$1" embed -m "$2" --threads 1 other.txt in.txt -o closed/out`)
    assert.equal(locked.code, 1)
    chmodSync(at('closed'), 0o755)
  })

  test('a file that may only be read is not replaced', { skip: process.platform === 'win32' }, () => {
    const isRoot = process.getuid() === 0
    if (isRoot && spawnSync('setpriv', ['--version']).status !== 0) return
    writeFileSync(at('out'), old)
    chmodSync(at('out'), 0o444)
    const plain = isRoot ? 'setpriv --bounding-set -dac_override' : ''
    const { code, stderr } = shell(`${plain} "$0" "$1" embed -m "$2" in.txt -o out`)
    assert.equal(code, 1)
    assert.match(stderr, /out cannot be written/)
    assert.equal(readFileSync(at('out'), 'utf8'), old)
  })

  for (const name of ['', 'in.txt/x', 'new/', '.', 'no/such/x', 'circle', `${'x'.repeat(300)}`]) {
    test(`what cannot be a file is refused: '${name.slice(0, 20)}'`, () => {
      symlinkSync('circle', at('circle'))
      const { code, stderr } = shell('"$0" "$1" embed -m "$2" in.txt -o "$3"', name)
      assert.equal(code, 1)
      assert.match(stderr, /^attnscope: [^\n]*cannot be written[^\n]*\n$/)
      assert.deepEqual(files(), ['circle', 'in.txt'])
    })
  }
})

describe('work that breaks off', () => {
  // The second file is refused when its first bytes are read.
  const half = (...args) => {
    writeFileSync(at('bad.txt'), Buffer.from('\ufeffone\n', 'utf16le'))
    return run(['embed', '-m', model, at('in.txt'), at('bad.txt'), ...args])
  }

  for (const name of ['out.jsonl', 'out.npy']) {
    test(`leaves the old ${name}, and says so`, async () => {
      writeFileSync(at(name), old)
      const { code, stderr } = await half('-o', at(name))
      assert.equal(code, 1)
      assert.match(stderr, /^attnscope: stopped after \d+ records; \S+ is as it was\n/)
      assert.ok(stderr.includes(`; ${at(name)} is`))
      assert.equal(readFileSync(at(name), 'utf8'), old)
      assert.deepEqual(files(), ['bad.txt', 'in.txt', name].sort())
    })

    test(`leaves what there is of a new ${name}, and says how much`, async () => {
      const { code, stderr } = await half('-o', at(name))
      assert.equal(code, 1)
      const [, said] = /^attnscope: stopped after (\d+) records, which are written\n/.exec(stderr)
      const bytes = readFileSync(at(name))
      assert.equal((name.endsWith('npy') ? readNpy(bytes).rows : jsonLines(bytes)).length, Number(said))
      assert.deepEqual(files(), ['bad.txt', 'in.txt', name].sort())
    })

    for (const signals of [['SIGINT'], ['SIGTERM'], ['SIGINT', 'SIGINT']]) {
      test(`leaves the old ${name} when it is interrupted: ${signals.join(', ')}`, async () => {
        writeFileSync(at(name), old)
        const child = start(['embed', '-m', model, '-o', at(name)])
        child.stdin.on('error', () => {})
        child.stdin.write(texts)
        let said = ''
        child.stderr.on('data', (piece) => (said += piece))
        const part = () => files().find((file) => file.endsWith('.part'))
        while (!part() || statSync(at(part())).size < 300 * 16 * 4) await sleep(20)
        for (const signal of signals) child.kill(signal)
        assert.deepEqual(await once(child, 'close'), [130, null])
        if (signals.length === 1) assert.match(said, /^attnscope: interrupted after \d+ records; .* is as it was\n$/)
        assert.equal(readFileSync(at(name), 'utf8'), old)
        assert.deepEqual(files(), ['in.txt', name].sort())
      })
    }
  }

  test('a terminal that is closed leaves the old file, and nothing beside it', async () => {
    writeFileSync(at('out'), old)
    const python = `import glob, os, pty, sys, time
read, write = os.pipe()
pid, terminal = pty.fork()
if pid == 0:
    os.dup2(read, 0)
    os.close(write)
    os.execv(sys.argv[2], sys.argv[2:])
os.write(write, b'one\\ntwo\\n')
while not any(os.path.getsize(part) for part in glob.glob(sys.argv[1] + '/.*.part')): time.sleep(0.02)
os.close(terminal)
os.waitpid(pid, 0)`
    const args = [process.execPath, program, 'embed', '-m', model, '-o', at('out')]
    // Node 20 crashes when it exits without its terminal, so the exit code says nothing.
    await once(spawn('python3', ['-c', python, folder, ...args]), 'close')
    assert.deepEqual([readFileSync(at('out'), 'utf8'), files()], [old, ['in.txt', 'out']])
  })

  test('before the first record leaves no file', async () => {
    writeFileSync(at('bad.txt'), Buffer.from('\ufeffone\n', 'utf16le'))
    for (const name of ['out.jsonl', 'out.npy']) {
      assert.equal((await run(['embed', '-m', model, at('bad.txt'), '-o', at(name)])).code, 1)
    }
    assert.deepEqual(files(), ['bad.txt', 'in.txt'])
  })

  test('a model that does not load leaves the old file', async () => {
    writeFileSync(at('out'), old)
    for (const args of [
      ['embed', at('in.txt')],
      ['encode', 'text']
    ]) {
      assert.equal((await run([...args, '-m', folder, '-o', at('out')])).code, 1)
    }
    assert.equal(readFileSync(at('out'), 'utf8'), old)
  })
})

describe('a disk that fills', { skip: process.platform === 'win32' }, () => {
  const said = (stderr) => Number(/stopped after (\d+) records?, which (?:is|are) written\n/.exec(stderr)?.[1] ?? 0)

  // A limit on the size of files refuses in the middle of a record, as a full disk does.
  for (const size of [1, 33]) {
    for (const [what, line] of [
      ['a new file', '-o out'],
      ['standard output', '> out'],
      ['standard output that adds', '>> out']
    ]) {
      test(`${size} KiB into ${what}: as many records are there as are said`, () => {
        const before = line.startsWith('>>') ? `${JSON.stringify({ old })}\n` : ''
        if (before) writeFileSync(at('out'), before)
        const { code, stderr } = shell(`ulimit -f ${size}; "$0" "$1" embed -m "$2" in.txt ${line}`)
        assert.equal(code, 1)
        assert.match(stderr, /cannot be written: EFBIG/)
        const out = existsSync(at('out')) ? readFileSync(at('out')).subarray(before.length) : Buffer.alloc(0)
        const records = jsonLines(out)
        assert.equal(records.length, said(stderr), stderr)
        assert.deepEqual(
          records.map(({ index }) => index),
          records.map((_, i) => i)
        )
        assert.ok(out.length > size * 1024 - 600 - before.length, 'nothing that fits is thrown away')
      })
    }

    test(`${size} KiB into a matrix: its rows are whole, and as many as are said`, () => {
      const { code, stderr } = shell(`ulimit -f ${size}; "$0" "$1" embed -m "$2" in.txt -o out.npy`)
      if (size === 33) return assert.equal(code, 0)
      assert.equal(code, 1)
      const { shape, numbers } = readNpy(readFileSync(at('out.npy')))
      assert.deepEqual([shape, numbers], [[said(stderr), 16], said(stderr) * 16])
      assert.equal(shape[0], Math.floor((size * 1024 - 128) / 64))
    })

    test(`${size} KiB leave an old file as it was`, () => {
      for (const [name, command] of [
        ['out.jsonl', 'embed -m "$2" in.txt'],
        ['out.npy', 'embed -m "$2" big.txt'],
        ['out.json', 'encode -m "$2" -a all --hidden "a b c d e f g h i j k"'],
        ['out.safetensors', 'encode -m "$2" -a all --hidden "a b c d e f g h i j k"']
      ]) {
        if (size > 1 && command.startsWith('encode')) continue
        writeFileSync(at('big.txt'), texts.repeat(4))
        writeFileSync(at(name), old)
        const { code, stderr } = shell(`ulimit -f ${size}; "$0" "$1" ${command} -o ${name}`)
        assert.equal(code, 1, stderr)
        assert.equal(readFileSync(at(name), 'utf8'), old)
      }
      assert.deepEqual(
        files().filter((name) => name.startsWith('.')),
        []
      )
    })
  }

  test('standard output that takes half a matrix is given none', () => {
    const { code, stderr } = shell('ulimit -f 19; "$0" "$1" embed -m "$2" in.txt -t npy > out')
    assert.equal(code, 0, stderr)
    writeFileSync(at('log'), 'x'.repeat(3000))
    const { code: full, stderr: said } = shell('ulimit -f 20; "$0" "$1" embed -m "$2" in.txt -t npy >> log')
    assert.equal(full, 1)
    assert.match(said, /^attnscope: stopped after 300 records, none of which is written\n.*EFBIG/)
    assert.equal(readFileSync(at('log'), 'utf8'), 'x'.repeat(3000))
  })

  test('a device without room ends with 1, for every command', { skip: !existsSync('/dev/full') }, () => {
    for (const line of [
      '"$0" "$1" embed -m "$2" in.txt > /dev/full',
      '"$0" "$1" embed -m "$2" in.txt -o /dev/full',
      '"$0" "$1" embed -m "$2" in.txt -t npy > /dev/full',
      '"$0" "$1" embed -m "$2" in.txt -t npy -o /dev/full',
      '"$0" "$1" tokenize -m "$2" --input in.txt > /dev/full',
      '"$0" "$1" tokenize -m "$2" word > /dev/full',
      '"$0" "$1" encode -m "$2" word > /dev/full',
      '"$0" "$1" info -m "$2" > /dev/full',
      '"$0" "$1" --help > /dev/full'
    ]) {
      const { code, stderr } = shell(line)
      assert.equal(code, 1, line)
      assert.match(stderr, /cannot be written: ENOSPC/)
      assert.doesNotMatch(stderr, /, which (is|are) written/, line)
    }
  })
})

describe('what is no file is written as it is', { skip: process.platform === 'win32' }, () => {
  for (const format of ['jsonl', 'npy']) {
    const records = (bytes) => (format === 'npy' ? readNpy(bytes).rows : jsonLines(bytes)).length

    test(`a named pipe, ${format}`, async () => {
      execFileSync('mkfifo', [at('pipe')])
      const child = start(['embed', '-m', model, at('in.txt'), '-t', format, '-o', at('pipe')])
      const reader = spawn('cat', [at('pipe')])
      const pieces = []
      reader.stdout.on('data', (piece) => pieces.push(piece))
      const [[code]] = await Promise.all([once(child, 'close'), once(reader, 'close')])
      assert.deepEqual([code, records(Buffer.concat(pieces))], [0, 300])
      assert.ok(lstatSync(at('pipe')).isFIFO())
    })

    test(`/dev/null and /dev/stdout, ${format}`, () => {
      const args = `"$0" "$1" embed -m "$2" in.txt -t ${format}`
      assert.equal(shell(`${args} -o /dev/null`).code, 0)
      assert.equal(records(shell(`${args} -o /dev/stdout | cat`).stdout), 300)
      writeFileSync(at('log'), '')
      const { code } = shell(`${args} -o /dev/stdout > log; ${args} -o /dev/stdout >> log`)
      const bytes = readFileSync(at('log'))
      assert.deepEqual([code, records(bytes.subarray(0, bytes.length / 2))], [0, 300])
      assert.ok(bytes.subarray(bytes.length / 2).equals(bytes.subarray(0, bytes.length / 2)))
    })
  }

  test('a pipe that nobody reads from is waited for, and Ctrl-C ends it', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const child = start(['embed', '-m', model, at('in.txt'), '-o', at('pipe')])
    await sleep(3000)
    child.kill('SIGINT')
    const [code, signal] = await Promise.race([once(child, 'close'), sleep(20_000, ['waits'])])
    child.kill('SIGKILL')
    assert.deepEqual([code, signal], [130, null])
  })
})
