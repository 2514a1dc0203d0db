/**
 * Imports: files are read, then every flow in them is sent, one after the other. They belong to no page: what was begun goes
 * on while one looks elsewhere, and a flow that could not be sent stays here to be sent again under the same key.
 */
import { ApiError } from '#api/errors.ts'
import type { ImportResult } from '#contract/flow.ts'
import { importJobs as jobs, type ImportJob } from './import-list.ts'
import type { ReadFlow } from './import-messages.ts'

/** Sends one flow; rejects with ApiError. */
export type SendFlow = (flow: ReadFlow, key: string) => Promise<{ id: string; import: ImportResult }>

const update = (key: string, part: Partial<ImportJob>) =>
  jobs.set(jobs.get().map((job) => (job.key === key ? { ...job, ...part } : job)))

const newKey = () => crypto.randomUUID()

/** What reads files, once it is needed; null where it could not be loaded. */
export const loadReader = () => import('./read-file.ts').catch(() => null)

/** The jobs of one file in place of the one that stood for reading it. */
async function read(file: File, key: string): Promise<string[]> {
  update(key, { state: { name: 'reading' } })
  const reader = await loadReader()
  const result = reader === null ? null : await reader.readFile(file)
  if (result === null) {
    update(key, { state: { name: 'unread' } })
    return []
  }
  if (!result.ok) {
    update(key, { state: { name: 'refused', refusal: result }, format: result.format ?? null })
    return []
  }
  const made = result.flows.map((flow, index): ImportJob => ({
    key: index === 0 ? key : newKey(),
    file: file.name,
    source: file,
    state: { name: 'waiting' },
    format: result.format,
    flow,
  }))
  jobs.set(jobs.get().flatMap((job) => (job.key === key ? made : [job])))
  return made.map((job) => job.key)
}

async function sendOne(key: string, send: SendFlow): Promise<void> {
  const flow = jobs.get().find((job) => job.key === key)?.flow
  if (flow === null || flow === undefined) return
  update(key, { state: { name: 'sending' } })
  try {
    const made = await send(flow, key)
    update(key, { state: { name: 'done', id: made.id, result: made.import } })
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    update(key, { state: { name: 'failed', error: problem } })
  }
}

/**
 * Reads and sends files. Resolves with what became of them when all are through; files refused or failed stop no other.
 */
export async function importFiles(files: readonly File[], send: SendFlow): Promise<readonly ImportJob[]> {
  const begun = files.map((file) => ({ file, key: newKey() }))
  jobs.set([
    ...jobs.get(),
    ...begun.map(({ file, key }): ImportJob => ({
      key,
      file: file.name,
      source: file,
      state: { name: 'reading' },
      format: null,
      flow: null,
    })),
  ])
  const mine = new Set<string>()
  for (const { file, key } of begun) {
    mine.add(key)
    for (const made of await read(file, key)) {
      mine.add(made)
      await sendOne(made, send)
    }
  }
  return jobs.get().filter((job) => mine.has(job.key))
}

/** Reads or sends again what failed, under the same key. */
export async function retryImport(key: string, send: SendFlow): Promise<void> {
  const job = jobs.get().find((one) => one.key === key)
  if (job === undefined) return
  const keys = job.flow === null ? await read(job.source, key) : [key]
  for (const one of keys) await sendOne(one, send)
}
