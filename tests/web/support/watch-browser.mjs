// What Chromium says of itself: its workers, their heaps, the memory of its tabs.

/** Every worker of every tab, threads of the engine among them. */
export async function workerAddresses(browser) {
  const session = await browser.newBrowserCDPSession()
  try {
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'worker' }] })
    return targetInfos.map(({ url }) => url)
  } finally {
    await session.detach()
  }
}

/** Bytes in memory of all tabs' processes, from what `statm` reads of one (Linux). */
export async function rendererBytes(browser, statm) {
  const session = await browser.newBrowserCDPSession()
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    return renderers.reduce((sum, { id }) => sum + 4096 * Number(statm(id).split(' ')[1]), 0)
  } finally {
    await session.detach()
  }
}

/** A way to send commands to the page's worker whose address fits. */
export async function attachToWorker(session, address) {
  const found = new Promise((resolve) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (address.test(targetInfo.url)) resolve(sessionId)
    })
  })
  const waiting = new Map()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message)
    waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result)
    waiting.delete(id)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const sessionId = await found
  let next = 1
  return {
    send(method, params = {}) {
      const id = next++
      const answer = new Promise((resolve) => waiting.set(id, resolve))
      const message = JSON.stringify({ id, method, params })
      return session.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer)
    }
  }
}
