/** An import from the page: its files are read and sent, and one flow that arrives opens. Loaded a moment after the page. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { flowPath } from '#src/paths.ts'
import { showToast } from '#ui/toast.tsx'
import { importFiles, loadReader, retryImport, type SendFlow } from './import-jobs.ts'
import { clearImports, type ImportJob } from './import-list.ts'
import { missingSummary } from './import-words.ts'

/** What is still worth reading in the panel: everything but a single flow that arrived whole. */
const onlyFlow = (jobs: readonly ImportJob[]) => {
  const [job] = jobs
  return jobs.length === 1 && job?.state.name === 'done' ? { job, ...job.state } : null
}

const sendBy =
  (client: QueryClient): SendFlow =>
  async ({ template }, key) => {
    const made = await call(flowApi.import, { body: { template } }, { idempotencyKey: key })
    for (const noun of flowApi.import.changes) void client.invalidateQueries({ queryKey: [noun] })
    return made
  }

/** Imports files. One flow that arrives opens its canvas; everything else is told in the panel. */
export async function runImport(
  files: readonly File[],
  client: QueryClient,
  go: (path: string) => void,
): Promise<void> {
  const jobs = await importFiles(files, sendBy(client))
  const only = files.length === 1 ? onlyFlow(jobs) : null
  if (only === null) return
  const missing = missingSummary(only.result)
  showToast({
    message: `“${only.job.flow?.name ?? only.job.file}” imported as a draft.${missing === '' ? '' : ` ${missing}.`}`,
  })
  clearImports()
  go(flowPath(only.id))
}

/** Reads or sends again what failed. */
export const runAgain = (key: string, client: QueryClient): Promise<void> => retryImport(key, sendBy(client))

/** Loads the reader too, so that files can be read while the service is away. */
export async function prepare(): Promise<void> {
  const reader = await loadReader()
  reader?.prepareReading()
}
