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
  loaded: boolean
}

let current: Reader | null = null

function end(reader: Reader): void {
  reader.worker.terminate()
  if (current === reader) current = null
}

function start(): Reader | null {
  if (current !== null) return current
  const worker = startWorker(workerUrl)
  if (worker === null) return null
  const reader = { worker, loaded: false }
  worker.addEventListener('message', () => {
    reader.loaded = true
  })
  // A worker that crashes, busy or idle, is replaced for the next file.
  worker.addEventListener('error', () => end(reader))
  worker.addEventListener('messageerror', () => end(reader))
  current = reader
  return reader
}

/** Replaces a worker that is finished or has to stop. */
function renew(reader: Reader): void {
  end(reader)
  start()
}

/** Maximum size of a file. For a file above the general limit, the first bytes are read to detect a ZIP. */
async function limitOf(file: File): Promise<number> {
  if (file.size <= importLimit || file.size > zipLimit) return importLimit
  return (await isZip(file).catch(() => false)) ? zipLimit : importLimit
}

/** Loads the worker in advance, so that files can be read while the service is down. */
export const prepareReading = (): void => void start()

/** Results of a ZIP before the worker crashed. */
interface Found {
  entries: ArchiveResult['entries']
  /** The file of the ZIP that is being read. */
  name: string
}

const outOfMemory = (what: string) =>
  refuseFile('out-of-memory', `The browser ran out of memory while reading the ${what}. Nothing was sent.`)

type Outcome = FileResult | ArchiveResult | null

/** Reads a file with one worker; "broke" if the worker crashed. */
function readBy(
  { worker }: Reader,
  file: File,
  found: Found,
  { onProgress, signal }: ReadOptions,
): Promise<Outcome | 'broke'> {
  const over = new AbortController()
  const read = new Promise<Outcome | 'broke'>((resolve, reject) => {
    const take = ({ data }: MessageEvent<FileReply>) => {
      if (data.is === 'progress') onProgress?.(data.progress)
      else if (data.is === 'done') resolve(data.result)
      else if (data.is === 'begun') found.name = data.name
      else if (data.is === 'entry') found.entries.push({ name: found.name, result: data.result })
      else if (data.is === 'unpacked') resolve({ ok: true, format: 'zip', entries: found.entries })
    }
    worker.addEventListener('message', take, over)
    worker.addEventListener('error', () => resolve('broke'), over)
    worker.addEventListener('messageerror', () => resolve('broke'), over)
    const cancel = () => {
      reject(signal?.reason)
      over.abort()
    }
    signal?.addEventListener('abort', cancel, over)
    const request: FileRequest = { file, from: found.entries.length }
    worker.postMessage(request)
  })
  return read.finally(() => over.abort())
}

async function readNow(file: File, options: ReadOptions): Promise<Outcome> {
  const tooLarge = sizeProblem(file.size, await limitOf(file))
  if (tooLarge !== null) return refuseFile('too-large', tooLarge)
  const found: Found = { entries: [], name: '' }
  for (let reader = start(); reader !== null; reader = start()) {
    options.signal?.throwIfAborted()
    try {
      const outcome = await readBy(reader, file, found, options)
      if (file.size >= largeFile && current === reader) renew(reader)
      if (outcome !== 'broke') return outcome
    } catch (problem) {
      renew(reader)
      throw problem
    }
    if (!reader.loaded) return null
    if (found.name === '') return outOfMemory('file')
    // The worker crashed on one file of a ZIP; a new one continues with the next file.
    found.entries.push({ name: found.name, result: outOfMemory('file') })
    found.name = ''
  }
  return null
}

let last: Promise<unknown> = Promise.resolve()

/**
 * The flows of a file, or why it is refused; for a ZIP, such a result for each of its files. Null if the reader could
 * not be loaded, so that a retry may help. Files are read in the given order; a file on which the worker crashes does
 * not stop the others. Rejects only if the signal is aborted.
 */
export function readFile(file: File, options: ReadOptions = {}): Promise<Outcome> {
  const turn = last.then(() => readNow(file, options))
  last = turn.catch(() => null)
  return turn
}
