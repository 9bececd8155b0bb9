// What the package promises, as one committed file: a change of the interface shows in a review, and none happens by
// chance. Comments are left out, so that better words change nothing here.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { filesOf, waysThrough } from './exports.mjs'

const REPORT = join('bindings', 'js', 'api.md')

const posix = (path) => path.split(sep).join('/')

function entriesOf(root) {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const built = readdirSync(join(root, 'dist'), { recursive: true })
    .map((file) => posix(join('dist', String(file))))
    .filter((file) => file.endsWith('.d.ts'))
  return Object.entries(exports).map(([path, target]) => {
    const ways = waysThrough(target)
    const declared = ways.flatMap((way) => filesOf(way.path, built).map(([file]) => file))
    return { name: posix(join(name, path)), ways, files: [...new Set(declared)].sort() }
  })
}

// What stands there are the user's own global classes.
const isOfGlobals = ({ fileName }) => fileName.endsWith('/globals.d.ts')

/** Names that a declaration of `program` needs and that are the package's own, neither a library's nor a parameter. */
function namesUsed(node, program, checker) {
  const found = []
  const visit = (inner) => {
    const named = ts.isTypeReferenceNode(inner)
      ? inner.typeName
      : ts.isExpressionWithTypeArguments(inner) && inner.expression
    const symbol = named && checker.getSymbolAtLocation(named)
    if (symbol && !(symbol.flags & ts.SymbolFlags.TypeParameter)) {
      const origin = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      const file = origin.declarations?.[0]?.getSourceFile()
      if (file && !program.isSourceFileDefaultLibrary(file) && !isOfGlobals(file)) found.push(origin)
    }
    ts.forEachChild(inner, visit)
  }
  visit(node)
  return found
}

function describeModule(file, name, { program, checker, printed }) {
  const source = program.getSourceFile(file)
  const module = checker.getSymbolAtLocation(source)
  // A script that is started, not imported, has no exports.
  if (!module) return '// nothing'
  const printer = ts.createPrinter({ removeComments: true })
  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) => ({
      name: symbol.name,
      origin: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const origins = new Set(exported.map(({ origin }) => origin))
  const again = []
  const blocks = exported.flatMap(({ name: symbol, origin }) => {
    if (printed.has(origin)) {
      again.push(symbol)
      return []
    }
    printed.add(origin)
    return origin.declarations.map((declaration) => {
      for (const needed of namesUsed(declaration, program, checker)) {
        if (!origins.has(needed))
          throw new Error(`${name} exports ${symbol}, which needs ${needed.name}, which it does not export`)
      }
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
      const text = printer.printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile())
      return symbol === origin.name ? text : `${text}\nexport { ${origin.name} as ${symbol} };`
    })
  })
  if (again.length) blocks.unshift(`// as above: ${again.join(', ')}`)
  return blocks.join('\n\n') || '// nothing'
}

/** The report on the package whose manifest is in `root`, from the declarations that its exports name. */
export function apiReport(root) {
  const entries = entriesOf(root)
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, types: [], noEmit: true }
  const program = ts.createProgram(
    entries.flatMap(({ files }) => files.map((file) => join(root, file))),
    options
  )
  const state = { program, checker: program.getTypeChecker(), printed: new Set() }
  const sections = entries.map(({ name, ways, files }) => {
    const list = ways.map(({ names, path }) => `- ${names.join(' > ') || 'always'}: \`${path}\``)
    const blocks = files.map((file) => {
      const title = files.length > 1 ? `// ${file}\n` : ''
      return `\n\`\`\`ts\n${title}${describeModule(join(root, file), name, state)}\n\`\`\`\n`
    })
    return `## ${name}\n\n${list.join('\n')}\n${blocks.join('')}`
  })
  const head = '# The interface of the package\n\nWritten by `npm run api` from the built declarations.\n'
  return [head, ...sections].join('\n')
}

const linesOf = (text) => text.split('\n').filter((line) => line.trim())

/** Throws, with the lines that went and came, when the committed report is not the built package's. */
export function checkApi(root) {
  const built = apiReport(root)
  const path = join(root, REPORT)
  const committed = existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : ''
  if (built === committed) return `${built.match(/^export /gm).length} exports`
  const [before, now] = [linesOf(committed), linesOf(built)]
  const gone = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`)
  const come = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
  const differences = [...gone, ...come].join('\n') || 'the same lines in another place'
  throw new Error(
    `The interface is not what ${REPORT} says:\n${differences}\nIf that is meant, run \`npm run api\` and commit the file.`
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(import.meta.dirname, '..', '..')
  writeFileSync(join(root, REPORT), apiReport(root))
  console.log(`${REPORT} is what dist/ declares`)
}
