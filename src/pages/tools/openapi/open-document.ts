/** Opens an OpenAPI document in a worker of its own, which ends with it. */
import { startWorker } from '#lib/start-worker.ts'
import type { OpenApiReply, OpenApiRequest, OpenedDocument } from './openapi-messages.ts'
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker's own bundle
import workerUrl from './openapi-worker.ts?worker&url'
import type { OperationChoices, MadeTool } from './to-tool.ts'

export interface OpenDocument {
  list: OpenedDocument
  /** The body of an operation's tool, by the row's id. */
  make: (id: string, choices: OperationChoices) => Promise<MadeTool>
  /** Terminates its worker. */
  close: () => void
}

export type DocumentOpening = { ok: true; document: OpenDocument } | { ok: false; message: string; line: number | null }

const broke = {
  ok: false,
  message: 'Reading the file needed more memory than the browser allows.',
  line: null,
} as const

/** One request at a time; null if the worker crashed. */
function asker(worker: Worker): (request: OpenApiRequest) => Promise<OpenApiReply | null> {
  const waiting: ((reply: OpenApiReply | null) => void)[] = []
  let isBroken = false
  const fail = () => {
    isBroken = true
    for (const resolve of waiting.splice(0)) resolve(null)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<OpenApiReply>) => waiting.shift()?.(data))
  worker.addEventListener('error', fail)
  worker.addEventListener('messageerror', fail)
  return (request) =>
    new Promise((resolve) => {
      if (isBroken) return resolve(null)
      waiting.push(resolve)
      worker.postMessage(request)
      return undefined
    })
}

/** Reads a file. Never rejects. */
export async function openDocument(file: File): Promise<DocumentOpening> {
  const worker = startWorker(workerUrl)
  if (worker === null) return { ...broke, message: 'This browser cannot start a background worker.' }
  const ask = asker(worker)
  const reply = await ask({ ask: 'open', file })
  if (reply?.is === 'opened')
    return {
      ok: true,
      document: {
        list: reply.list,
        make: async (id, choices) => {
          const made = await ask({ ask: 'make', id, choices })
          return made?.is === 'made' ? made.made : { ok: false, reason: broke.message }
        },
        close: () => worker.terminate(),
      },
    }
  worker.terminate()
  return reply?.is === 'refused' ? { ok: false, message: reply.message, line: reply.line } : broke
}
