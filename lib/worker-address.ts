/** Trusted worker addresses: the page's policy only accepts those created here. */

declare global {
  interface Window {
    /** Not in TypeScript's library yet; the page's policy requires it for worker addresses. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => string }
    }
  }
}

/** The header of the page names this policy, and allows it once. */
const policyName = 'flow-console-worker'

let policy: { createScriptURL: (url: string) => string } | null = null

/** The address of a worker's own bundle (`import url from './x-worker.ts?worker&url'`), as `new Worker` takes it. */
export function workerAddress(url: string): string {
  policy ??= window.trustedTypes?.createPolicy(policyName, {
    createScriptURL: (address) => {
      if (new URL(address, location.href).origin !== location.origin) throw new TypeError('Not a file of this console.')
      return address
    },
  }) ?? { createScriptURL: (address) => address }
  return policy.createScriptURL(url)
}
