// What one head looks at from a chosen word of the text being typed. React 18 and 19.
//
//     <AttentionRow source="/models/all-MiniLM-L6-v2" />
import { loadModel } from 'attnscope'
import { useEffect, useState } from 'react'

/** The model at `source`, once it is there; given back when the component goes. */
function useModel(source) {
  const [state, setState] = useState({ model: null, error: null })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const load = async () => {
      try {
        const model = await loadModel(source, { signal })
        if (signal.aborted) return model.dispose()
        signal.addEventListener('abort', () => model.dispose())
        setState({ model, error: null })
      } catch (error) {
        if (!signal.aborted) setState({ model: null, error })
      }
    }
    load()
    return () => leaving.abort()
  }, [source])
  return state
}

/** The newest result for `text`; a text that is typed over is aborted, and its answer never shown. */
function useEncoded(model, text, layer, head) {
  const [state, setState] = useState({ result: null, error: null })
  useEffect(() => {
    if (!model) return
    const superseded = new AbortController()
    const { signal } = superseded
    const encode = async () => {
      try {
        const result = await model.encode(text, { trace: { attention: [[layer, head]] }, signal })
        if (!signal.aborted) setState({ result, error: null })
      } catch (error) {
        if (!signal.aborted) setState({ result: null, error })
      }
    }
    encode()
    return () => superseded.abort()
  }, [model, text, layer, head])
  return state
}

export function AttentionRow({ source, layer = 3, head = 1 }) {
  const [text, setText] = useState("The animal didn't cross the street because it was too tired")
  const [word, setWord] = useState('it')
  const loaded = useModel(source)
  const encoded = useEncoded(loaded.model, text, layer, head)
  const { result } = encoded
  const error = loaded.error ?? encoded.error

  const tokens = result?.tokens ?? []
  const query = tokens.findIndex((token) => token.text === word)
  const row =
    query < 0 ? [] : result.attention(layer, head).subarray(query * tokens.length, (query + 1) * tokens.length)
  return (
    <section aria-busy={!result && !error}>
      <label>
        Text <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <p>
        Layer {layer}, head {head}, from “{word}”:
      </p>
      {error && <p role="alert">{error.message}</p>}
      <ol>
        {tokens.map((token, i) => (
          // Two tokens may be equal; their place is what tells them apart.
          <li key={i}>
            <button type="button" aria-pressed={i === query} onClick={() => setWord(token.text)}>
              {token.text}
            </button>{' '}
            <meter value={row[i] ?? 0} /> <output>{row[i]?.toFixed(3)}</output>
          </li>
        ))}
      </ol>
    </section>
  )
}
