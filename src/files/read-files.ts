/** Sends files to the worker that reads them: one worker, created on first use, and one file at a time. */
import { importLimit } from '#contract/kernel/limits.ts'
import { startWorker } from '#lib/start-worker.ts'
import type { FileReply, FileRequest } from './file-messages.ts'
import { type ArchiveResult, type FileProgress, type FileResult, refuseFile } from './file-result.ts'
// oxlint-disable-next-line import/default -- Vite creates the default export, the URL of the worker's bundle
import workerUrl from './file-worker.ts?worker&url'
import { sizeProblem, isZip } from './file-checks.ts'

export interface ReadOptions {
  onProgress?: (progress: FileProgress) => void
  /** Aborts the reading; `readFile` then rejects with the signal's reason. */
  signal?: AbortSignal
}

/** After a file of this size the worker is replaced, so that its memory is freed immediately. */
const largeFile = 4 * 1024 * 1024

/** Maximum bytes of a ZIP, which is never in memory as a whole. */
const zipLimit = 128 * 1024 * 1024

interface Reader {
  worker: Worker
  /** Whether the worker's script loaded: if not, the failure was not caused by a file. */
  hasLoaded: boolean
}

let current: Reader | null = null

function terminateReader(reader: Reader): void {
  reader.worker.terminate()
  if (current === reader) current = null
}

function startReader(): Reader | null {
  if (current !== null) return current
  const worker = startWorker(workerUrl)
  if (worker === null) return null
  const reader = { worker, hasLoaded: false }
  worker.addEventListener('message', () => {
    reader.hasLoaded = true
  })
  // A worker that crashes, busy or idle, is replaced for the next file.
  worker.addEventListener('error', () => terminateReader(reader))
  worker.addEventListener('messageerror', () => terminateReader(reader))
  current = reader
  return reader
}

/** Replaces a worker that is finished or has to stop. */
function restartReader(reader: Reader): void {
  terminateReader(reader)
  startReader()
}

/** Maximum size of a file. For a file above the general limit, the first bytes are read to detect a ZIP. */
async function limitOf(file: File): Promise<number> {
  if (file.size <= importLimit || file.size > zipLimit) return importLimit
  return (await isZip(file).catch(() => false)) ? zipLimit : importLimit
}

/** Loads the worker in advance, so that files can be read while the service is down. */
export const preloadReader = (): void => void startReader()

/** Results of a ZIP before the worker crashed. */
interface ZipProgress {
  entries: ArchiveResult['entries']
  /** The file of the ZIP that is being read. */
  name: string
}

const outOfMemory = (what: string) =>
  refuseFile(
    'out-of-memory',
    `The browser ran out of memory while reading the ${what}. Nothing was sent. Close other tabs and try again.`,
  )

type Outcome = FileResult | ArchiveResult | null

/** Reads a file with one worker; "broke" if the worker crashed. */
function readWithWorker(
  { worker }: Reader,
  file: File,
  zipProgress: ZipProgress,
  { onProgress, signal }: ReadOptions,
): Promise<Outcome | 'broke'> {
  const listenerController = new AbortController()
  const read = new Promise<Outcome | 'broke'>((resolve, reject) => {
    const onMessage = ({ data }: MessageEvent<FileReply>) => {
      if (data.is === 'progress') onProgress?.(data.progress)
      else if (data.is === 'done') resolve(data.result)
      else if (data.is === 'begun') zipProgress.name = data.name
      else if (data.is === 'entry') zipProgress.entries.push({ name: zipProgress.name, result: data.result })
      else if (data.is === 'unpacked') resolve({ ok: true, format: 'zip', entries: zipProgress.entries })
    }
    worker.addEventListener('message', onMessage, listenerController)
    worker.addEventListener('error', () => resolve('broke'), listenerController)
    worker.addEventListener('messageerror', () => resolve('broke'), listenerController)
    const cancel = () => {
      reject(signal?.reason)
      listenerController.abort()
    }
    signal?.addEventListener('abort', cancel, listenerController)
    const request: FileRequest = { file, from: zipProgress.entries.length }
    worker.postMessage(request)
  })
  return read.finally(() => listenerController.abort())
}

async function readUnqueued(file: File, options: ReadOptions): Promise<Outcome> {
  const tooLarge = sizeProblem(file.size, await limitOf(file))
  if (tooLarge !== null) return refuseFile('too-large', tooLarge)
  const zipProgress: ZipProgress = { entries: [], name: '' }
  for (let reader = startReader(); reader !== null; reader = startReader()) {
    options.signal?.throwIfAborted()
    try {
      const outcome = await readWithWorker(reader, file, zipProgress, options)
      if (file.size >= largeFile && current === reader) restartReader(reader)
      if (outcome !== 'broke') return outcome
    } catch (problem) {
      restartReader(reader)
      throw problem
    }
    if (!reader.hasLoaded) return null
    if (zipProgress.name === '') return outOfMemory('file')
    // The worker crashed on one file of a ZIP; a new one continues with the next file.
    zipProgress.entries.push({ name: zipProgress.name, result: outOfMemory('file') })
    zipProgress.name = ''
  }
  return null
}

let queue: Promise<unknown> = Promise.resolve()

/**
 * The flows of a file, or why it is refused; for a ZIP, such a result for each of its files. Null if the reader could
 * not be loaded, so that a retry may help. Files are read in the given order; a file on which the worker crashes does
 * not stop the others. Rejects only if the signal is aborted.
 */
export function readFile(file: File, options: ReadOptions = {}): Promise<Outcome> {
  const result = queue.then(() => readUnqueued(file, options))
  queue = result.catch(() => null)
  return result
}
