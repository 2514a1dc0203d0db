/** Asks the worker that keeps seen versions; one worker, made when it is first asked. */
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker's own bundle
import workerUrl from './history-worker.ts?worker&url'
import { workerAddress } from '#ui/worker-address.ts'
import type { HistoryAnswer, HistoryAsk, HistoryRequest } from './history-messages.ts'

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (answer: HistoryAnswer) => void>()

const nothing = (id: number): HistoryAnswer => ({ id, seen: null, difference: null, refused: true })

function start(): Worker {
  const made = new Worker(workerAddress(workerUrl), { type: 'module' })
  made.addEventListener('message', ({ data }: MessageEvent<HistoryAnswer>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  made.addEventListener('error', () => {
    made.terminate()
    worker = null
    for (const [id, resolve] of waiting) resolve(nothing(id))
    waiting.clear()
  })
  return made
}

export type AskHistory = typeof askHistory

/** Never rejects: where nothing can be kept, the answer says so. */
export function askHistory(key: string, ask: HistoryAsk): Promise<HistoryAnswer> {
  worker ??= start()
  const request: HistoryRequest = { ...ask, key, id: ++lastId }
  return new Promise((resolve) => {
    waiting.set(request.id, resolve)
    worker?.postMessage(request)
  })
}
