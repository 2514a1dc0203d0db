/** CSV columns of runs. */
import { type Run, runCsvColumns, type RunCsvColumn } from '#contract/billing.ts'
import { clockText, type CsvColumn } from '#server/handlers/replies/csv-reply.ts'

const cells: Record<RunCsvColumn, (run: Run, zone: string) => string> = {
  started_at: (run, zone) => clockText(run.started_at, zone),
  finished_at: (run, zone) => clockText(run.finished_at, zone),
  flow: (run) => run.flow.name,
  flow_version: (run) => String(run.flow.version),
  status: (run) => run.status,
  trigger: (run) => run.trigger,
  is_test: (run) => String(run.is_test),
  duration_ms: (run) => (run.duration_ms === null ? '' : String(run.duration_ms)),
  cost: (run) => run.cost,
  currency: (run) => run.currency,
  channel: (run) => run.channel?.name ?? '',
  conversation: (run) => (run.conversation === null ? '' : String(run.conversation.number)),
  error_code: (run) => run.error?.code ?? '',
  error_message: (run) => run.error?.message ?? '',
  id: (run) => run.id,
  flow_id: (run) => run.flow.id,
}

export const csvColumnsOfRuns: readonly CsvColumn<Run>[] = runCsvColumns.map(({ name, label }) => ({
  name,
  label,
  cell: cells[name],
  isTime: name.endsWith('_at'),
}))
