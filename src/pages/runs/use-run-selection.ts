import { useState } from 'react'
import type { Run } from '#contract/billing.ts'
import type { RunReason } from '#contract/run-work.ts'
import type { TableSelection } from '#ui/table/table.tsx'

/** Selected runs of the list, or selected reasons. */
export interface RunSelection {
  runs: ReadonlyMap<string, Run>
  reasons: ReadonlyMap<string, RunReason>
  /** Whether all runs of the filter are selected, including those on other pages. */
  isAll: boolean
  setRuns: (ids: ReadonlySet<string>, rows: readonly Run[]) => void
  setReasons: (keys: ReadonlySet<string>, rows: readonly RunReason[]) => void
  selectAll: () => void
  clear: () => void
}

const nothing = { runs: new Map<string, Run>(), reasons: new Map<string, RunReason>(), isAll: false }

/** The rows with these ids, among those selected before and those on the page. */
const pick = <T>(ids: ReadonlySet<string>, before: ReadonlyMap<string, T>, rows: readonly (readonly [string, T])[]) =>
  new Map([...before, ...rows].filter(([id]) => ids.has(id)))

/** The selection of the page; it is empty after a change of filter or form. `list` identifies both. */
export function useRunSelection(list: string): RunSelection {
  const [state, setState] = useState({ list, ...nothing })
  const { runs, reasons, isAll } = state.list === list ? state : nothing
  return {
    runs,
    reasons,
    isAll,
    setRuns: (ids, rows) =>
      setState({
        list,
        ...nothing,
        runs: pick(
          ids,
          runs,
          rows.map((row) => [row.id, row] as const),
        ),
      }),
    setReasons: (keys, rows) =>
      setState({
        list,
        ...nothing,
        reasons: pick(
          keys,
          reasons,
          rows.map((row) => [row.key, row] as const),
        ),
      }),
    selectAll: () => setState({ list, ...nothing, isAll: true }),
    clear: () => setState({ list, ...nothing }),
  }
}

export const isAnySelected = ({ runs, reasons, isAll }: RunSelection): boolean =>
  isAll || runs.size > 0 || reasons.size > 0

/** The selection for the table of runs, whose rows are `rows`. */
export const rowSelection = ({ runs, isAll, setRuns }: RunSelection, rows: readonly Run[]): TableSelection => ({
  ids: new Set(isAll ? rows.map((run) => run.id) : runs.keys()),
  onChange: (ids) => setRuns(ids, rows),
  nameOf: (id) => `run ${id}`,
})
