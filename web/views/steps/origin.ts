// Where a number comes from: which numbers to multiply or add, and which cells of the page hold them.

import { type Chain, linearOf, makerOf, normOf } from '../../model/chain'
import type { Activation } from '../../model/facts'
import { at, keptShare, type Linear, moments, type Norm, type Numbers, rowOf, softmax } from '../../model/math'
import type { Vector } from '../../model/operations'
import { isolate } from '../../picture/isolate'
import { spelled } from '../../reading/units'
import { type StripId, stripOf } from './strips'
import { type Sym, symbolOf } from './symbol'

export interface Named {
  name: Sym
  value: number
}

/** Cells that a number was made of. */
export interface Light {
  strip: StripId
  /** Absent: all of it. */
  row?: number
  column?: number
  cells?: readonly number[]
}

export type How =
  /** The sum of a[i] b[i], plus a bias where there is one. */
  | { kind: 'products'; a: Numbers; b: Numbers; names: (i: number) => readonly [Sym, Sym]; bias: Named | null }
  | { kind: 'sum'; parts: readonly Named[] }
  | { kind: 'norm'; from: Named; mean: number; variance: number; epsilon: number; gain: number; bias: number }
  | { kind: 'scale'; from: Named; headWidth: number }
  | { kind: 'softmax'; from: Named; all: Numbers; place: number; names: (i: number) => Sym }
  /** x times the share of it that the activation keeps. */
  | { kind: 'activation'; activation: Activation; from: Named; share: number }
  /** A row of one of the model's tables. */
  | { kind: 'parameter'; table: string; row: number; column: number }
  /** The output of the layer before. */
  | { kind: 'layer'; layer: number }
  /** z of a head: this one, or another whose own calculation is a click away. */
  | { kind: 'head'; head: number; from: Named }

export interface Origin {
  name: Sym
  /** The engine's. */
  value: number
  /** The same worked out here, in double precision, from what it was made of; null for what is looked up. */
  byHand: number | null
  how: How
  lights: readonly Light[]
}

function worked(how: How): number | null {
  switch (how.kind) {
    case 'products':
      return Array.from(how.a).reduce((sum, a, i) => sum + a * at(how.b, i), how.bias?.value ?? 0)
    case 'sum':
      return how.parts.reduce((sum, { value }) => sum + value, 0)
    case 'norm':
      return ((how.from.value - how.mean) / Math.sqrt(how.variance + how.epsilon)) * how.gain + how.bias
    case 'scale':
      return how.from.value / Math.sqrt(how.headWidth)
    case 'softmax':
      return at(softmax(how.all), how.place)
    case 'activation':
      return how.from.value * how.share
    default:
      return null
  }
}

/** Single and double precision may differ by so much, of numbers up to 1; of larger ones by as many times that. */
const kRounding = 1e-4

/** How far the engine's number is from the one worked out by hand, and whether that is rounding. */
export function differenceOf({ value, byHand }: Origin): { apart: number; rounding: boolean } | null {
  if (byHand === null) return null
  const apart = Math.abs(byHand - value)
  return { apart, rounding: apart <= kRounding * Math.max(1, Math.abs(value)) }
}

/** The largest products of a sum first, and what the others come to together. */
export function splitTerms(a: Numbers, b: Numbers, count: number): { shown: number[]; rest: number; others: number } {
  const order = Array.from({ length: a.length }, (_, i) => i).sort(
    (i, j) => Math.abs(at(a, j) * at(b, j)) - Math.abs(at(a, i) * at(b, i))
  )
  const shown = order.slice(0, count)
  const rest = order.slice(count).reduce((sum, i) => sum + at(a, i) * at(b, i), 0)
  return { shown, rest, others: order.length - shown.length }
}

/** The column of a matrix. */
const columnOf = (values: Numbers, column: number, width: number) =>
  Float64Array.from({ length: values.length / width }, (_, row) => at(values, row * width + column))

const kLit = 5

/** The whole of how one cell came to be. */
export function originOf(chain: Chain, strip: StripId, index: number): Origin | null {
  const numbers = stripOf(chain, strip)
  if (!numbers || !(index >= 0 && index < numbers.values.length)) return null
  const name = symbolOf(chain, strip, index)
  const found = howOf(chain, strip, index)
  return { name, value: at(numbers.values, index), byHand: worked(found.how), ...found }
}

function howOf(chain: Chain, strip: StripId, index: number): { how: How; lights: Light[] } {
  const { shape, token, run, parameters } = chain
  const { step } = run
  const { width, headWidth, tokens, layer } = shape
  const named = (from: StripId, i: number): Named => ({
    name: symbolOf(chain, from, i),
    value: at(stripOf(chain, from)?.values ?? [], i)
  })
  const products = (
    a: Numbers,
    b: Numbers,
    names: (i: number) => readonly [Sym, Sym],
    bias: Named | null,
    lit: readonly StripId[]
  ): { how: How; lights: Light[] } => {
    const cells = splitTerms(a, b, kLit).shown
    return {
      how: { kind: 'products', a, b, names, bias },
      lights: lit.flatMap((one) => [{ strip: one }, { strip: one, cells }])
    }
  }
  /** One number of a vector times a weight matrix: out numbers the rows of the matrix as the model keeps it. */
  const linear = (
    a: Numbers,
    { weight, bias }: Linear,
    out: number,
    input: (i: number) => Sym,
    sub: string,
    lit: readonly StripId[],
    shown = out
  ) =>
    products(
      a,
      rowOf(weight, out, a.length),
      (i) => [input(i), { base: 'W', sub, at: [i, shown] }],
      { name: { base: 'b', sub: `${sub}, ${shown}` }, value: at(bias, out) },
      lit
    )
  /** One number of q, k or v of a token. */
  const projected = (of: number, column: number, which: Linear, sub: 'Q' | 'K' | 'V') => {
    const own = of === token
    const label = isolate(spelled(chain.tokens[of] ?? { text: '' }))
    const found = linear(
      rowOf(run.input, of, width),
      which,
      shape.head * headWidth + column,
      (i) => ({ base: 'x', sub: own ? String(i) : `${label}, ${i}` }),
      sub,
      own ? ['x'] : [],
      column
    )
    found.lights.push({ strip: `W${sub}`, row: column })
    return found
  }
  const normed = (from: StripId, { gain, bias }: Norm): { how: How; lights: Light[] } => {
    const source = named(from, index)
    const { mean, variance } = moments(stripOf(chain, from)?.values ?? [])
    return {
      how: {
        kind: 'norm',
        from: source,
        mean,
        variance,
        epsilon: shape.epsilon,
        gain: at(gain, index),
        bias: at(bias, index)
      },
      lights: [{ strip: from }, { strip: from, cells: [index] }]
    }
  }
  const summed = (...from: readonly StripId[]): { how: How; lights: Light[] } => ({
    how: { kind: 'sum', parts: from.map((one) => named(one, index)) },
    lights: from.map((one) => ({ strip: one, cells: [index] }))
  })
  const row = (of: number) => Math.floor(index / of)
  /** A vector of the token, by the operation that made it; x comes from the layer before, but in the first. */
  const made = (vector: Vector): { how: How; lights: Light[] } => {
    const operation = makerOf(chain, vector)
    switch (operation?.kind) {
      case 'row':
        return table(`embeddings.${operation.makes}`, chain.embeddings?.rows[operation.makes]?.row ?? 0, index)
      case 'add':
        return summed(...operation.of)
      case 'norm':
        return normed(operation.of, normOf(chain, operation.norm))
      case 'linear': {
        const { of, sub } = operation
        const from = chain.values[of] ?? []
        return linear(from, linearOf(chain, operation.linear), index, (i) => symbolOf(chain, of, i), sub, [of])
      }
      case 'activation': {
        const from = named(operation.of, index)
        const { activation } = operation
        return {
          how: { kind: 'activation', activation, from, share: keptShare[activation](from.value) },
          lights: [{ strip: operation.of, cells: [index] }]
        }
      }
      default:
        return { how: { kind: 'layer', layer: layer - 1 }, lights: [] }
    }
  }

  switch (strip) {
    case 'WQ':
    case 'WK':
    case 'WV': {
      const kind = strip === 'WQ' ? 'query' : strip === 'WK' ? 'key' : 'value'
      return table(`layers.${layer}.attention.${kind}.weight`, shape.head * headWidth + row(width), index % width)
    }
    case 'q':
      return projected(token, index, parameters.query, 'Q')
    case 'Q':
      return projected(row(headWidth), index % headWidth, parameters.query, 'Q')
    case 'K':
      return projected(row(headWidth), index % headWidth, parameters.key, 'K')
    case 'V':
      return projected(row(headWidth), index % headWidth, parameters.value, 'V')
    case 'scores':
    case 'S': {
      const [query, key] = strip === 'S' ? [row(tokens), index % tokens] : [token, index]
      const name = (i: number) =>
        [
          query === token ? symbolOf(chain, 'q', i) : symbolOf(chain, 'Q', query * headWidth + i),
          symbolOf(chain, 'K', key * headWidth + i)
        ] as const
      const found = products(rowOf(step.q, query, headWidth), rowOf(step.k, key, headWidth), name, null, [])
      found.lights.push({ strip: 'K', row: key }, { strip: 'Q', row: query })
      if (query === token) found.lights.push({ strip: 'q' })
      return found
    }
    case 'scaled':
    case 'C': {
      const from = strip === 'C' ? 'S' : 'scores'
      return {
        how: { kind: 'scale', from: named(from, index), headWidth },
        lights: [{ strip: from, cells: [index] }]
      }
    }
    case 'weights':
    case 'A': {
      const from = strip === 'A' ? 'C' : 'scaled'
      const query = strip === 'A' ? row(tokens) : token
      const start = strip === 'A' ? query * tokens : 0
      return {
        how: {
          kind: 'softmax',
          from: named(from, index),
          all: rowOf(step.scaled, query, tokens),
          place: index - start,
          names: (i) => symbolOf(chain, from, start + i)
        },
        lights: [strip === 'A' ? { strip: from, row: query } : { strip: from }, { strip: from, cells: [index] }]
      }
    }
    case 'z':
    case 'Z': {
      const [query, column] = strip === 'Z' ? [row(headWidth), index % headWidth] : [token, index]
      const weights = rowOf(step.weights, query, tokens)
      const values = columnOf(step.v, column, headWidth)
      const found = products(
        weights,
        values,
        (j) => [
          query === token ? symbolOf(chain, 'weights', j) : symbolOf(chain, 'A', query * tokens + j),
          symbolOf(chain, 'V', j * headWidth + column)
        ],
        null,
        query === token ? ['weights'] : []
      )
      found.lights.push({ strip: 'V', column }, { strip: 'A', row: query })
      return found
    }
    case 'heads': {
      const [from, column] = [row(headWidth), index % headWidth]
      const value = at(chain.values.heads ?? [], index)
      return {
        how: { kind: 'head', head: from, from: { name: { base: 'z', sub: String(column) }, value } },
        lights: from === shape.head ? [{ strip: 'z', cells: [column] }] : []
      }
    }
    default:
      return made(strip)
  }
}

const table = (name: string, row: number, column: number): { how: How; lights: Light[] } => ({
  how: { kind: 'parameter', table: name, row, column },
  lights: []
})
