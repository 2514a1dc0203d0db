/** Export of flows: each of a few parallel requests adds its flow to the ZIP before the next, to limit memory. */
import { download } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { downloadFileName, makeFileNames } from '#parts/flows/file-names.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { stopWork, updateWork, workOf, type WorkRunner, type WorkItem } from '#pages/flows/bulk/flow-work.ts'
import { manifestName, manifestText, type ManifestEntry, type ManifestMiss } from './zip-manifest.ts'
import { openZip, type ZipWriter } from './zip-writer.ts'

interface ReadFlow {
  blob: Blob
  /** Null if the service does not name the file. */
  filename: string | null
}

/** Side effects of an export, replaceable in tests. */
export interface ZipExportParts {
  read: (id: string) => Promise<ReadFlow>
  open: (handle: FileSystemFileHandle | null, modified: Date) => ZipWriter
  save: (blob: Blob, name: string) => void
}

const browserParts: ZipExportParts = {
  read: (id) => download(flowApi.export, { id }),
  open: openZip,
  save: saveFile,
}

/** `onSaved` is called with the ids of the flows in the file once it is saved, unless the export was stopped. */
export interface ZipExportPlan {
  /** The chosen file on disk; null = a normal download. */
  handle: FileSystemFileHandle | null
  onSaved: (ids: ReadonlySet<string>) => void
}

const zipFull = () =>
  new ApiError({
    status: 413,
    code: 'zip_full',
    detail: 'The ZIP is full at 4 GB. Export the remaining flows to another file.',
    fieldErrors: {},
    requestId: null,
    method: 'GET',
    path: '',
    durationMs: 0,
    at: new Date().toISOString(),
    retryAfter: null,
    current: undefined,
    body: undefined,
  })

function missOf({ flow: { id, name, version }, state }: WorkItem): ManifestMiss[] {
  if (state.name === 'failed') {
    const { detail, code, requestId } = state.error
    return [{ id, name, version, reason: detail, code, request_id: requestId }]
  }
  return state.name === 'stopped'
    ? [{ id, name, version, reason: 'Stopped before it was read.', code: 'stopped', request_id: null }]
    : []
}

/** Saves a single flow as an unchanged file. */
function exportOne(key: string, { onSaved }: ZipExportPlan, { read, save }: ZipExportParts): WorkRunner {
  return {
    perform: async ({ id, name }) => {
      const { blob, filename } = await read(id)
      const file = filename ?? downloadFileName(name)
      save(blob, file)
      updateWork(key, { file: { state: 'saved', name: file, flows: 1, isChosen: false } })
      onSaved(new Set([id]))
    },
  }
}

function exportMany(
  key: string,
  ids: ReadonlySet<string>,
  { handle, onSaved }: ZipExportPlan,
  { read, open, save }: ZipExportParts,
): WorkRunner {
  const modified = new Date()
  const zip = open(handle, modified)
  const nameOf = makeFileNames([manifestName])
  const entries: ManifestEntry[] = []
  const file = {
    name: handle?.name ?? `flows-${modified.toISOString().slice(0, 10)}.zip`,
    isChosen: handle !== null,
  }
  let hasWriteFailed = false
  const failWrite = () => {
    hasWriteFailed = true
    stopWork(key)
  }
  const add = async ({ id, name, version }: FlowSummary, { blob, filename }: ReadFlow) => {
    const fileName = nameOf(filename ?? downloadFileName(name))
    const facts = await zip.add(fileName, blob).catch(failWrite)
    if (facts === null) throw zipFull()
    if (facts) entries.push({ file: fileName, id, name, version, ...facts })
  }
  const finish = async (missing: readonly ManifestMiss[]) => {
    const facts = { exportedAt: modified.toISOString(), version: import.meta.env.CONSOLE_VERSION }
    const manifest = manifestText(entries, missing, facts)
    await zip.add(manifestName, new Blob([manifest], { type: 'application/json' }))
    const blob = await zip.end()
    if (blob !== null) save(blob, file.name)
  }
  return {
    perform: async (flow) => add(flow, await read(flow.id)),
    finish: async () => {
      const flows = entries.length
      // All flows failed: there is nothing to save, and each item shows its error.
      if (flows === 0 && !hasWriteFailed) return zip.abort()
      updateWork(key, { file: { state: 'packing', flows, ...file } })
      const items = workOf(key)?.items.filter(({ flow }) => ids.has(flow.id)) ?? []
      try {
        if (hasWriteFailed) throw new Error('The ZIP could not be written.')
        await finish(items.flatMap(missOf))
        updateWork(key, { file: { state: 'saved', flows, ...file } })
        if (items.every(({ state }) => state.name !== 'stopped')) onSaved(new Set(entries.map(({ id }) => id)))
      } catch {
        // The panel shows that the ZIP failed, and offers a retry.
        updateWork(key, { file: { state: 'failed', flows, ...file } })
        await zip.abort()
      }
    },
  }
}

/** Reads flows as files and saves them: a single flow unchanged, several as a ZIP with a manifest. */
export function zipExport(key: string, plan: ZipExportPlan, parts: ZipExportParts = browserParts): WorkRunner {
  const work = workOf(key)
  const waiting = work?.items.filter(({ state }) => state.name === 'waiting').map(({ flow }) => flow.id) ?? []
  // A retry of failed flows creates a second file beside the saved one.
  const isRetry = work?.file.state === 'saved'
  if (waiting.length === 1 && (isRetry || work?.items.length === 1)) return exportOne(key, plan, parts)
  return exportMany(key, new Set(waiting), isRetry ? { ...plan, handle: null } : plan, parts)
}
