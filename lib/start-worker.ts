/** Starts workers from trusted addresses: the page's security policy accepts only addresses created here. */

declare global {
  interface Window {
    /** Not declared in TypeScript's library yet. The page's security policy requires it for worker addresses. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => string }
    }
  }
}

/** Name of the policy in the header of the page, which allows creating it once. */
const policyName = 'flow-console-worker'

let policy: { createScriptURL: (url: string) => string } | null = null

/** Converts the address of a worker bundle (`import url from './x-worker.ts?worker&url'`) for `new Worker`. */
function workerAddress(url: string): string {
  policy ??= window.trustedTypes?.createPolicy(policyName, {
    createScriptURL: (address) => {
      if (new URL(address, location.href).origin !== location.origin) throw new TypeError('Not a file of this console.')
      return address
    },
  }) ?? { createScriptURL: (address) => address }
  return policy.createScriptURL(url)
}

/** Starts a worker from the address of its bundle; null if the browser has no workers or a policy forbids it. */
export function startWorker(url: string): Worker | null {
  if (typeof Worker !== 'function') return null
  try {
    return new Worker(workerAddress(url), { type: 'module' })
  } catch {
    return null
  }
}
