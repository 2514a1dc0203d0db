/** A ZIP that is written file by file, by a worker of its own that ends with it. */
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker's own bundle
import workerUrl from './zip-worker.ts?worker&url'
import { startWorker } from '#lib/start-worker.ts'
import type { EntryFacts, ZipAnswer, ZipRequest } from './zip-messages.ts'

/** Everything rejects where the worker cannot be loaded, or the file cannot be written. */
export interface ZipWriter {
  /** Resolves once the file is in the ZIP and its bytes are needed no more; null where the ZIP is full. */
  add(name: string, blob: Blob): Promise<EntryFacts | null>
  /** The ZIP, where it was not written to the disk. */
  end(): Promise<Blob | null>
  abort(): Promise<void>
}

/** Begins a ZIP, in the file that was chosen on the disk, or in the browser (`handle` null). */
export function openZip(handle: FileSystemFileHandle | null, modified: Date): ZipWriter {
  const worker = startWorker(workerUrl)
  const waiting: { resolve: (answer: ZipAnswer) => void; reject: (problem: Error) => void }[] = []
  let broken: Error | null = worker === null ? new Error('No worker can be started.') : null
  const breakOff = (problem: Error) => {
    broken ??= problem
    worker?.terminate()
    for (const one of waiting.splice(0)) one.reject(broken)
  }
  worker?.addEventListener('message', ({ data }: MessageEvent<ZipAnswer>) => {
    if (data.is === 'broken') breakOff(new Error(data.message))
    else waiting.shift()?.resolve(data)
  })
  worker?.addEventListener('error', ({ message }) => breakOff(new Error(message || 'The worker broke off.')))
  const ask = (request: ZipRequest) =>
    new Promise<ZipAnswer>((resolve, reject) => {
      if (worker === null || broken !== null) {
        reject(broken ?? new Error('No worker can be started.'))
        return
      }
      waiting.push({ resolve, reject })
      worker.postMessage(request)
    })
  const begun = ask({ do: 'begin', handle, modified })
  // Whoever adds the first file is told.
  begun.catch(() => {})
  return {
    async add(name, blob) {
      await begun
      const answer = await ask({ do: 'add', name, blob })
      return answer.is === 'added' ? answer.entry : null
    },
    async end() {
      await begun
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
