/** The little of Trusted Types that is used; TypeScript's own declarations do not have them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string }
  ): { createScriptURL(url: string): string | URL }
}

const scope = globalThis as { Worker?: typeof Worker; trustedTypes?: TrustedTypes }

let policy: ReturnType<TrustedTypes['createPolicy']> | null | undefined

// Once, for a page may forbid to make a policy of the same name again. Null where there is none to be had.
function ourPolicy(): ReturnType<TrustedTypes['createPolicy']> | null {
  if (policy !== undefined) return policy
  try {
    policy = scope.trustedTypes?.createPolicy('attnscope', { createScriptURL: (url) => url }) ?? null
  } catch {
    policy = null
  }
  return policy
}

/**
 * Runs `start`, which makes a worker of an address that is ours or that the caller gave. Where the browser knows Trusted
 * Types, the address is passed through the policy `attnscope`, which a page may demand. For the moment of the call that
 * is done by a `Worker` of our own: bundlers know a worker's literal form with nothing in between alone.
 */
export function trusted(start: () => Worker): Worker {
  const rules = ourPolicy()
  const { Worker: Native } = scope
  if (rules === null || Native === undefined) return start()
  function Trusting(url: string | URL, options?: WorkerOptions): Worker {
    return new (Native as typeof Worker)((rules as typeof rules & object).createScriptURL(String(url)), options)
  }
  try {
    scope.Worker = Trusting as unknown as typeof Worker
  } catch {
    // A frozen page; it may do without.
    return start()
  }
  try {
    return start()
  } finally {
    scope.Worker = Native
  }
}

/** Whether a worker was refused since the page wants Trusted Types, and allows none of ours. */
export function isRefusedAsUntrusted(cause: unknown): boolean {
  return scope.trustedTypes !== undefined && policy === null && cause instanceof TypeError
}
