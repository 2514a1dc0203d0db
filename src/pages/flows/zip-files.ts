/** One ZIP of several files, made by a worker of its own that ends with it. */
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker's own bundle
import workerUrl from './zip-worker.ts?worker&url'
import { workerAddress } from '#ui/worker-address.ts'

export interface ZipRequest {
  files: readonly { name: string; blob: Blob }[]
  /** The time that the ZIP gives its files. */
  modified: Date
}

/** Rejects where the worker cannot be loaded, or the files need more memory than there is. */
export function zipFiles(request: ZipRequest): Promise<Blob> {
  const worker = new Worker(workerAddress(workerUrl), { type: 'module' })
  const packed = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The ZIP could not be made.')))
  })
  worker.postMessage(request)
  return packed.finally(() => worker.terminate())
}
