/** Client of the worker that writes a ZIP file by file. The worker ends with the ZIP. */
// oxlint-disable-next-line import/default -- Vite creates the default export, the URL of the worker's bundle
import workerUrl from './zip-worker.ts?worker&url'
import { startWorker } from '#lib/start-worker.ts'
import type { EntryFacts, ZipAnswer, ZipRequest } from './zip-messages.ts'

/** All methods except `abort` reject if the worker fails to load, or the file cannot be written. */
export interface ZipWriter {
  /** Resolves once the file is in the ZIP and its bytes are no longer needed; null if the ZIP is full. */
  add(name: string, blob: Blob): Promise<EntryFacts | null>
  /** Completes the ZIP. Resolves with it; null if it was written to disk. */
  end(): Promise<Blob | null>
  abort(): Promise<void>
}

/** Starts a ZIP in the chosen file on disk, or in the browser if `handle` is null. */
export function openZip(handle: FileSystemFileHandle | null, modified: Date): ZipWriter {
  const worker = startWorker(workerUrl)
  const pendingRequests: { resolve: (answer: ZipAnswer) => void; reject: (problem: Error) => void }[] = []
  let workerError: Error | null = worker === null ? new Error('The worker could not be started.') : null
  const fail = (problem: Error) => {
    workerError ??= problem
    worker?.terminate()
    for (const one of pendingRequests.splice(0)) one.reject(workerError)
  }
  worker?.addEventListener('message', ({ data }: MessageEvent<ZipAnswer>) => {
    if (data.is === 'broken') fail(new Error(data.message))
    else pendingRequests.shift()?.resolve(data)
  })
  worker?.addEventListener('error', ({ message }) => fail(new Error(message || 'The worker ended unexpectedly.')))
  const ask = (request: ZipRequest) =>
    new Promise<ZipAnswer>((resolve, reject) => {
      if (worker === null || workerError !== null) {
        reject(workerError ?? new Error('The worker could not be started.'))
        return
      }
      pendingRequests.push({ resolve, reject })
      worker.postMessage(request)
    })
  const started = ask({ do: 'begin', handle, modified })
  // The first call of `add` reports the failure.
  started.catch(() => {})
  return {
    async add(name, blob) {
      await started
      const answer = await ask({ do: 'add', name, blob })
      return answer.is === 'added' ? answer.entry : null
    },
    async end() {
      await started
      const answer = await ask({ do: 'end' })
      worker?.terminate()
      return answer.is === 'ended' ? answer.blob : null
    },
    async abort() {
      await ask({ do: 'abort' }).catch(() => {})
      worker?.terminate()
    },
  }
}
