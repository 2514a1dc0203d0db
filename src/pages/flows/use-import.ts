import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { flowPath } from '#src/paths.ts'
import { showToast } from '#ui/toast.tsx'
import { clearImports, importFiles, loadReader, retryImport, type ImportJob, type SendFlow } from './import-jobs.ts'
import { missingSummary } from './import-words.ts'

/** What is still worth reading in the panel: everything but a single flow that arrived whole. */
const onlyFlow = (jobs: readonly ImportJob[]) => {
  const [job] = jobs
  return jobs.length === 1 && job?.state.name === 'done' ? { job, ...job.state } : null
}

/** After this the page has its rows, and the reader may load. */
const prepareMs = 1_500

/** Imports files. One flow that arrives opens its canvas; everything else is told in the panel. */
export function useImport(): { start: (files: readonly File[]) => void; retry: (key: string) => void } {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    // The page itself comes first.
    const timer = setTimeout(() => void loadReader().then((reader) => reader?.prepareReading()), prepareMs)
    return () => clearTimeout(timer)
  }, [])
  const send: SendFlow = async ({ template }, key) => {
    const made = await call(flowApi.import, { body: { template } }, { idempotencyKey: key })
    for (const noun of flowApi.import.changes) void client.invalidateQueries({ queryKey: [noun] })
    return made
  }
  return {
    start: (files) => {
      void importFiles(files, send).then((jobs) => {
        const only = files.length === 1 ? onlyFlow(jobs) : null
        if (only === null) return
        const missing = missingSummary(only.result)
        showToast({
          message: `“${only.job.flow?.name ?? only.job.file}” imported as a draft.${missing === '' ? '' : ` ${missing}.`}`,
        })
        clearImports()
        void navigate(flowPath(only.id))
      })
    },
    retry: (key) => void retryImport(key, send),
  }
}
