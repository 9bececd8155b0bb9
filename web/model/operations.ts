// What one layer of a model computes for one token, as a list of operations made from the model's facts. The page draws
// their results, explains each number by the operation that made it, and checks them against the engine's.

import type { Activation, Facts } from './facts'

/** The steps in their order. */
export const stepIds = [
  'embed',
  'query',
  'key',
  'value',
  'scores',
  'scale',
  'softmax',
  'mix',
  'concat',
  'output',
  'residual',
  'forward',
  'result'
] as const

export type StepId = (typeof stepIds)[number]

/** The tables of which a token takes one row each, before the first layer. */
export type Table = 'word' | 'position' | 'type'

/** The vectors that are made of one token, by their names in the formulas; what a head makes has its own place. */
export type Vector = Table | 'sum' | 'n' | 'x' | 'heads' | 'o' | 'r' | 'h' | 'u' | 'g' | 'f' | 's' | 'y'

/** Parts of the model, by where they stand in a layer or before the first. */
export type LinearPlace = 'projection' | 'output' | 'inner' | 'outer'
export type NormPlace = 'embedding' | 'attention' | 'feedForward'

export type Operation =
  /** A row of a table of the model. */
  | { step: StepId; makes: Table; kind: 'row' }
  | { step: StepId; makes: Vector; kind: 'add'; of: readonly Vector[] }
  | { step: StepId; makes: Vector; kind: 'norm'; of: Vector; norm: NormPlace }
  /** W of + b; `sub` is the letter that W and b have in the formulas. */
  | { step: StepId; makes: Vector; kind: 'linear'; of: Vector; linear: LinearPlace; sub: string }
  | { step: StepId; makes: Vector; kind: 'activation'; of: Vector; activation: Activation }
  /** What every head makes on its own, from the query to the context; together they are `heads`. */
  | { step: StepId; makes: 'heads'; kind: 'head' }

const headSteps: readonly StepId[] = ['query', 'key', 'value', 'scores', 'scale', 'softmax', 'mix', 'concat']

/** The tables of which a token takes a row. */
export const tablesOf = ({ typeRows }: Facts): readonly Table[] =>
  typeRows > 0 ? ['word', 'position', 'type'] : ['word', 'position']

/** What a token starts from: before the first layer nothing has been computed yet. */
function embed(facts: Facts): Operation[] {
  const tables = tablesOf(facts)
  const widened = facts.projection
  return [
    ...tables.map((makes): Operation => ({ step: 'embed', makes, kind: 'row' })),
    { step: 'embed', makes: 'sum', kind: 'add', of: tables },
    { step: 'embed', makes: widened ? 'n' : 'x', kind: 'norm', of: 'sum', norm: 'embedding' },
    ...(widened
      ? [{ step: 'embed', makes: 'x', kind: 'linear', of: 'n', linear: 'projection', sub: 'E' } satisfies Operation]
      : [])
  ]
}

/** All that a layer computes, in order. Every family so far adds first and takes the norm of the sum. */
export function operationsOf(facts: Facts, layer: number): readonly Operation[] {
  return [
    ...(layer === 0 ? embed(facts) : []),
    ...headSteps.map((step): Operation => ({ step, makes: 'heads', kind: 'head' })),
    { step: 'output', makes: 'o', kind: 'linear', of: 'heads', linear: 'output', sub: 'O' },
    { step: 'residual', makes: 'r', kind: 'add', of: ['x', 'o'] },
    { step: 'residual', makes: 'h', kind: 'norm', of: 'r', norm: 'attention' },
    { step: 'forward', makes: 'u', kind: 'linear', of: 'h', linear: 'inner', sub: '1' },
    { step: 'forward', makes: 'g', kind: 'activation', of: 'u', activation: facts.activation },
    { step: 'forward', makes: 'f', kind: 'linear', of: 'g', linear: 'outer', sub: '2' },
    { step: 'result', makes: 's', kind: 'add', of: ['h', 'f'] },
    { step: 'result', makes: 'y', kind: 'norm', of: 's', norm: 'feedForward' }
  ]
}
