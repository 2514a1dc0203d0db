/** Opens an OpenAPI document in a dedicated worker, which is terminated when the document is closed. */
import { startWorker } from '#lib/start-worker.ts'
import type { OpenApiReply, OpenApiRequest, OpenedDocument } from './openapi-messages.ts'
// oxlint-disable-next-line import/default -- Vite creates the default export, the URL of the worker's bundle
import workerUrl from './openapi-worker.ts?worker&url'
import type { OperationChoices, ToolConversion } from './to-tool.ts'

export interface OpenDocument {
  list: OpenedDocument
  /** Creates the request body for the tool of an operation, by the row's id. */
  convertOperation: (id: string, choices: OperationChoices) => Promise<ToolConversion>
  /** Terminates the worker. */
  close: () => void
}

export type DocumentOpening = { ok: true; document: OpenDocument } | { ok: false; message: string; line: number | null }

const outOfMemory = {
  ok: false,
  message: 'Reading the file failed, probably because it needs too much memory. Choose a smaller file.',
  line: null,
} as const

/** Returns a function that sends a request to the worker; it resolves with null if the worker crashed. */
function createRequester(worker: Worker): (request: OpenApiRequest) => Promise<OpenApiReply | null> {
  const pendingReplies: ((reply: OpenApiReply | null) => void)[] = []
  let isBroken = false
  const fail = () => {
    isBroken = true
    for (const resolve of pendingReplies.splice(0)) resolve(null)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<OpenApiReply>) => pendingReplies.shift()?.(data))
  worker.addEventListener('error', fail)
  worker.addEventListener('messageerror', fail)
  return (request) =>
    new Promise((resolve) => {
      if (isBroken) return resolve(null)
      pendingReplies.push(resolve)
      worker.postMessage(request)
      return undefined
    })
}

/** Opens a file as a document. Never rejects. */
export async function openDocument(file: File): Promise<DocumentOpening> {
  const worker = startWorker(workerUrl)
  if (worker === null)
    return { ...outOfMemory, message: 'This browser cannot start the worker that reads the file. Use another browser.' }
  const ask = createRequester(worker)
  const reply = await ask({ ask: 'open', file })
  if (reply?.is === 'opened')
    return {
      ok: true,
      document: {
        list: reply.list,
        convertOperation: async (id, choices) => {
          const made = await ask({ ask: 'make', id, choices })
          return made?.is === 'made' ? made.tool : { ok: false, reason: outOfMemory.message }
        },
        close: () => worker.terminate(),
      },
    }
  worker.terminate()
  return reply?.is === 'refused' ? { ok: false, message: reply.message, line: reply.line } : outOfMemory
}
