import { workerAddress } from './worker-address.ts'

/** Starts a worker from the address of its bundle; null where the browser has none, or a policy refuses it. */
export function startWorker(url: string): Worker | null {
  if (typeof Worker !== 'function') return null
  try {
    return new Worker(workerAddress(url), { type: 'module' })
  } catch {
    return null
  }
}
