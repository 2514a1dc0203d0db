import { workerAddress } from './worker-address.ts'

/** Starts a worker from the address of its bundle; null if the browser has no workers or a policy forbids it. */
export function startWorker(url: string): Worker | null {
  if (typeof Worker !== 'function') return null
  try {
    return new Worker(workerAddress(url), { type: 'module' })
  } catch {
    return null
  }
}
