// A worker: one model, one question after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { loadModel } from 'attnscope'
import { toRecordError } from './failure.js'
import { askMainThread, type FetchReply } from './fetch-once.js'
import { answer, type Question, type Reply, tryOut, type WorkerTask } from './work.js'

const port = parentPort
if (port === null) throw new Error('this file is started by attnscope itself')
const post = (reply: Reply, transfer: ArrayBuffer[] = []) => port.postMessage(reply, transfer)

const { source, prompt, kind, reportsProgress, asksToFetch, ...options } = workerData as WorkerTask
if (asksToFetch) askMainThread(port)
try {
  const model = await loadModel(source, {
    ...options,
    ...(reportsProgress && { onProgress: ({ loaded, total }) => post({ type: 'progress', loaded, total }) })
  })
  await tryOut(model, kind, prompt)
  post({ type: 'ready', info: model.info })
  port.on('message', (question: Question | FetchReply) => {
    if ('type' in question) return
    answer(model, question, prompt).then(
      (results) => {
        const rows = results.flatMap((result) => ('row' in result ? [result.row.buffer as ArrayBuffer] : []))
        post({ type: 'results', id: question.id, results }, rows)
      },
      (error) => post({ type: 'failed', error: toRecordError(error) })
    )
  })
} catch (error) {
  post({ type: 'failed', error: toRecordError(error) })
}
