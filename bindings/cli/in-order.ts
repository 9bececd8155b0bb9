/**
 * Does `work` on each item, at most `most` at once, and gives the results in the items' order. A result is given as
 * soon as it and those before it are there, even while the next item is still awaited; and no item is asked for while
 * `most` results wait to be taken.
 */
export async function* inOrder<I, O>(
  items: AsyncIterable<I>,
  most: number,
  work: (item: I) => Promise<O>,
  signal: AbortSignal
): AsyncGenerator<O> {
  const source = items[Symbol.asyncIterator]()
  const wait = waiting(signal)
  const running: Promise<O>[] = []
  let next: Promise<IteratorResult<I>> | null = null
  let ended = false
  for (;;) {
    signal.throwIfAborted()
    if (!ended && next === null && running.length < most) {
      next = source.next()
      next.catch(() => {})
    }
    const first = running[0]
    if (first === undefined && next === null) return
    const arrived = await wait<{ readonly item: IteratorResult<I> } | 'finished'>([
      ...(next ? [next.then((item) => ({ item }))] : []),
      ...finished(first)
    ])
    if (arrived === 'finished') {
      yield (await running.shift()) as O
      continue
    }
    next = null
    if (arrived.item.done) ended = true
    else {
      const result = work(arrived.item.value)
      // It is awaited in its turn; until then its failure is nobody's.
      result.catch(() => {})
      running.push(result)
    }
  }
}

const finished = (result: Promise<unknown> | undefined) =>
  result === undefined ? [] : [result.then(() => 'finished' as const)]

// Like Promise.race with the signal, but nothing of a wait that is over hangs on the signal: it may be waited on for days.
function waiting(signal: AbortSignal): <T>(promises: readonly Promise<T>[]) => Promise<T> {
  let interrupt: (reason: unknown) => void = () => {}
  signal.addEventListener('abort', () => interrupt(signal.reason), { once: true })
  return (promises) =>
    new Promise((resolve, reject) => {
      interrupt = reject
      for (const promise of promises) promise.then(resolve, reject)
    })
}
