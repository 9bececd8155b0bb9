// Readers who go away in the middle of an answer.
import { once } from 'node:events'
import { connect } from 'node:net'

/** Asks for a path so many times, twenty at once, and goes away when the first bytes are there. */
export async function abortedGets(origin, path, times) {
  const one = async () => {
    const socket = connect(Number(origin.port), origin.hostname)
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(answer.toString('latin1', 0, 200))
    socket.destroy()
    await once(socket, 'close')
  }
  for (let done = 0; done < times; done += 20) await Promise.all(Array.from({ length: 20 }, one))
}
