import { AttnscopeError } from '../errors.js'
import type {
  EmbedOptions,
  Encoded,
  EncodeOptions,
  FilledMask,
  FillMaskOptions,
  Model,
  ModelInfo,
  Parameter,
  ParameterOptions,
  PromptOptions,
  TextInput,
  Token
} from '../types.js'
import type { WireVocabulary } from '../wire/protocol.js'
import type { Client } from '../wire/rpc.js'
import {
  checkFlag,
  checkOptions,
  checkPrompt,
  checkRows,
  checkString,
  checkText,
  checkTexts,
  checkTop,
  checkTrace
} from './arguments.js'
import { EncodedReader, readFilled, Vocabulary } from './result.js'

const usualTop = 5

/** The model that a user holds: checks arguments, calls the host, reads answers. */
export class LoadedModel implements Model {
  readonly info: ModelInfo
  readonly #client: Client
  readonly #vocabulary: Vocabulary

  constructor(client: Client, info: ModelInfo, vocabulary: WireVocabulary) {
    this.#client = client
    this.#vocabulary = new Vocabulary(vocabulary)
    this.info = Object.freeze(info)
  }

  async encode(text: TextInput, options: EncodeOptions = {}): Promise<Encoded> {
    checkOptions(options)
    const selection = checkTrace(options.trace ?? false, this.info)
    const timings = checkFlag('timings', options.timings ?? false)
    const args = { text: checkText(text, checkPrompt(options, this.info)), selection, timings }
    const wire = await this.#client.call('encode', args, { signal: options.signal })
    return new EncodedReader(wire, this.info, this.#vocabulary)
  }

  async tokenize(text: TextInput, options: PromptOptions = {}): Promise<Token[]> {
    checkOptions(options)
    const checked = checkText(text, checkPrompt(options, this.info))
    // A dispose() that follows at once rejects this call too, as it does every one under way.
    await null
    const wire = this.#client.tokenizeHere(checked) ?? (await this.#client.tokenizeThere(checked))
    return this.#vocabulary.read(wire)
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    checkOptions(options)
    const { signal, onProgress } = options
    const args = { texts: checkTexts(texts), prompt: checkPrompt(options, this.info) }
    return this.#client.call('embed', args, { signal, onProgress })
  }

  async fillMask(text: TextInput, options: FillMaskOptions = {}): Promise<FilledMask[]> {
    checkOptions(options)
    const { answers, vocabulary } = this.info
    if (!answers.includes('masked-words')) {
      const lacks = 'its files hold no head for masked words, or name no mask token'
      const can = 'encode, embed, tokenize and parameter are what it can'
      throw new AttnscopeError('unsupported', `this model cannot fill masks: ${lacks}; ${can}`)
    }
    const top = checkTop(options.top ?? Math.min(usualTop, vocabulary), vocabulary)
    const args = { text: checkText(text, checkPrompt(options, this.info)), top }
    const wire = await this.#client.call('fillMask', args, { signal: options.signal })
    return readFilled(wire, top, this.#vocabulary)
  }

  async parameter(name: string, options: ParameterOptions = {}): Promise<Parameter> {
    checkOptions(options)
    const args = { name: checkString('name', name), ...checkRows(options.rows) }
    return this.#client.call('parameter', args, { signal: options.signal })
  }

  dispose(): void {
    this.#client.close(new AttnscopeError('disposed', 'the model was disposed of'))
  }

  /** For `using`. Where the runtime has no such symbol yet, nobody finds this method, and nobody misses it. */
  [Symbol.dispose](): void {
    this.dispose()
  }
}
