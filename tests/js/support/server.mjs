// A model server on the loopback address that misbehaves as it is told.
import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { folder } from './model.mjs'

/** Answers with a file of the model, with its length or without. */
export function sendFile(response, name, { announce = true } = {}) {
  const path = `${folder}/${name}`
  response.writeHead(200, announce ? { 'content-length': statSync(path).size } : {})
  createReadStream(path).pipe(response)
}

/**
 * Serves the model; `special` maps a file name to a function (response, request) that answers in place of the file.
 * Gives { address, requests: the names asked for so far, close }.
 */
export async function serveModel(special = {}) {
  const requests = []
  const server = createServer((request, response) => {
    const name = request.url.replace(/^\/model\//, '')
    requests.push(name)
    response.on('error', () => {})
    if (special[name]) special[name](response, request)
    else if (name !== '' && existsSync(`${folder}/${name}`)) sendFile(response, name)
    else response.writeHead(404).end('not found')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${server.address().port}/model`,
    requests,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
  }
}
