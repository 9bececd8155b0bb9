/**
 * Starts the package's own worker. Here, beside it, and nowhere deeper: bundlers look for this literal form alone, and
 * one that leaves it as it is puts this beside its bundle's other files.
 */
export const ownWorker = (): Worker => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
