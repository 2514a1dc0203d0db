/** Selected runs as rows of a CSV file, with the columns of the service's own. Pure. */
import { runCsvColumns, type Run, type RunCsvColumn } from '#contract/billing.ts'

const cells: Readonly<Record<RunCsvColumn, (run: Run) => string | number | boolean | null | undefined>> = {
  started_at: (run) => run.started_at,
  finished_at: (run) => run.finished_at,
  flow: (run) => run.flow.name,
  flow_version: (run) => run.flow.version,
  status: (run) => run.status,
  trigger: (run) => run.trigger,
  is_test: (run) => run.is_test,
  duration_ms: (run) => run.duration_ms,
  cost: (run) => run.cost,
  currency: (run) => run.currency,
  channel: (run) => run.channel?.name,
  conversation: (run) => run.conversation?.number,
  error_code: (run) => run.error?.code,
  error_message: (run) => run.error?.message,
  id: (run) => run.id,
  flow_id: (run) => run.flow.id,
}

/** The cells of a run in the order of `runCsvColumns`; unknown values are empty. */
export const runCells = (run: Run): string[] =>
  runCsvColumns.map(({ name }) => {
    const value = cells[name](run)
    return value == null || Number.isNaN(value) ? '' : String(value)
  })
