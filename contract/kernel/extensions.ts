/** Names in `/me/` of extensions that are not endpoints of their own. Source: docs/api.md, "Extensions". */

/** A POST repeated with the same Idempotency-Key is executed once. */
export const safeRepeats = 'idempotency'

/** A budget can pause its flows. */
export const budgetPauses = 'budget_pause'

/** Totals of runs by hour. */
export const runHours = 'run_hours'

/** Summaries of runs group cost by model and by tool. */
export const modelAndToolCosts = 'run_model_costs'

/** Lists are available as CSV (`Accept: text/csv`). */
export const csvTables = 'csv'
export const csvType = 'text/csv'

/** Versions of flows: updates, drafts, restores. */
export const flowReleases = 'releases'

/** Deleted flows stay in a trash of the service, from which they can be restored. */
export const flowTrash = 'flow_trash'
