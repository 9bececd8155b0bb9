const count = (number: number) => number.toLocaleString('en-US')

const many = (number: number, what: string) => `${count(number)} ${what}${number === 1 ? '' : 's'}`

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** What is said about a run. */
export interface Counts {
  readonly done: number
  readonly failed: number
  readonly cut: number
}

/** One line on the terminal that says how far things are. Where standard error is no terminal, nothing at all. */
export class Screen {
  readonly on: boolean
  #drawn = 0
  #started = 0

  constructor(quiet: boolean) {
    this.on = process.stderr.isTTY === true && !quiet
  }

  /** The model's files come in. */
  loading(loaded: number, total: number | null): void {
    this.#draw(`loading the model: ${megabytes(loaded)}${total === null ? '' : ` of ${megabytes(total)}`}`)
  }

  /** From now on the rate is counted. */
  start(): void {
    this.#started = performance.now()
    this.#clear()
  }

  /** `share`: how much of the input is read; null where nobody knows. */
  working({ done, failed }: Counts, share: number | null): void {
    const parts = [many(done, 'record'), this.#rate(done)]
    if (share !== null) parts.push(`${Math.floor(100 * share)} % of the input read`)
    if (failed > 0) parts.push(`${count(failed)} failed`)
    this.#draw(parts.join(' · '))
  }

  /** The last word. */
  finish({ done, failed, cut }: Counts, maxTokens: number): void {
    if (!this.on) return
    this.#clear()
    const seconds = (performance.now() - this.#started) / 1000
    const parts = [`${many(done, 'record')} in ${seconds.toFixed(1)} s`, this.#rate(done)]
    if (cut > 0) parts.push(`${count(cut)} cut at ${maxTokens} tokens`)
    if (failed > 0) parts.push(`${count(failed)} failed: see the error records`)
    process.stderr.write(`${parts.join(' · ')}\n`)
  }

  /** A message that must be seen; below it the line goes on. */
  say(message: string): void {
    this.#clear()
    process.stderr.write(`attnscope: ${message}\n`)
  }

  #rate(done: number): string {
    return `${count(Math.round((1000 * done) / Math.max(1, performance.now() - this.#started)))}/s`
  }

  // Ten times a second are enough for any eye.
  #draw(text: string): void {
    if (!this.on || performance.now() - this.#drawn < 100) return
    this.#drawn = performance.now()
    process.stderr.write(`\r\u001b[K${text.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1))}`)
  }

  #clear(): void {
    if (this.#drawn > 0) process.stderr.write('\r\u001b[K')
    this.#drawn = 0
  }
}
