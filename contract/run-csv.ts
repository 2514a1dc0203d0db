/** CSV columns of runs: `Accept: text/csv` at `GET /billing/runs/`, with `columns` and `tz`. */

/** In default order. Times are written in `tz`, amounts with six digits and a point. */
export const runCsvColumns = [
  { name: 'started_at', label: 'Started' },
  { name: 'finished_at', label: 'Finished' },
  { name: 'flow', label: 'Flow' },
  { name: 'flow_version', label: 'Version' },
  { name: 'status', label: 'Status' },
  { name: 'trigger', label: 'Trigger' },
  { name: 'is_test', label: 'Test' },
  { name: 'duration_ms', label: 'Duration in ms' },
  { name: 'cost', label: 'Cost' },
  { name: 'currency', label: 'Currency' },
  { name: 'channel', label: 'Channel' },
  { name: 'conversation', label: 'Conversation' },
  { name: 'error_code', label: 'Error' },
  { name: 'error_message', label: 'Error message' },
  { name: 'id', label: 'Id' },
  { name: 'flow_id', label: 'Flow id' },
] as const
export type RunCsvColumn = (typeof runCsvColumns)[number]['name']
