/** Gives files to the worker that reads them; one worker for all, made when the first file comes. */
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker's own bundle
import workerUrl from './import-worker.ts?worker&url'
import { workerAddress } from '#ui/worker-address.ts'
import type { ReadAnswer } from './import-messages.ts'
import { sizeProblem } from './size-problem.ts'

type Result = ReadAnswer['result']

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (result: Result | null) => void>()

const refusal = (message: string): Result => ({ ok: false, code: 'bad-shape', message })

/** Whether the worker's file was there: a worker that never said so did not break over a file. */
let loaded = false

/** A worker that broke is replaced; what it was reading is given up, the next file begins anew. */
function breakOff(): void {
  const answer = loaded ? refusal('Reading the file took more memory than the browser gives a page.') : null
  worker?.terminate()
  worker = null
  loaded = false
  for (const resolve of waiting.values()) resolve(answer)
  waiting.clear()
}

function start(): Worker {
  const made = new Worker(workerAddress(workerUrl), { type: 'module' })
  made.addEventListener('message', ({ data }: MessageEvent<ReadAnswer | 'ready'>) => {
    loaded = true
    if (data === 'ready') return
    waiting.get(data.id)?.(data.result)
    waiting.delete(data.id)
  })
  made.addEventListener('error', breakOff)
  made.addEventListener('messageerror', breakOff)
  return made
}

/** Loads the reader before it is needed, so that files can be read while the service is away. */
export function prepareReading(): void {
  worker ??= start()
}

/**
 * The flows of a file, or the reason why there are none; null where the reader itself could not be loaded, so that trying
 * again later may help. Never rejects.
 */
export async function readFile(file: File): Promise<Result | null> {
  const tooLarge = sizeProblem(file.size)
  if (tooLarge !== null) return { ok: false, code: 'too-large', message: tooLarge }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return refusal('The file could not be read. It may be a folder, or it was moved or changed meanwhile.')
  }
  worker ??= start()
  const id = ++lastId
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    worker?.postMessage({ id, name: file.name, bytes }, [bytes])
  })
}
