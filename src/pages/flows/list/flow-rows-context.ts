/** Context for the cells of the list, so that columns stay the same objects and a field in a cell keeps its text. */
import { createContext, use } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import type { FlowAbilities } from '#parts/flows/flow-abilities.ts'
import type { FlowWrite } from '#pages/flows/bulk/flow-writes.ts'
import type { PendingDeletion } from '#parts/flows/pending-deletions.ts'
import type { FlowActions } from '#pages/flows/bulk/flow-actions.ts'

export interface FlowRows {
  pendingDeletions: ReadonlyMap<string, PendingDeletion>
  /** Pending and failed writes, by the id of the flow. */
  writes: ReadonlyMap<string, FlowWrite>
  /** Id of the flow that is being renamed; null = none. */
  renamedId: string | null
  onRename: (id: string | null) => void
  onDelete: (flow: FlowSummary) => void
  onExport: (flow: { id: string; name: string }) => void
  /** Opens the dialog for the tags of flows. */
  onTags: (flows: readonly FlowSummary[]) => void
  actions: Omit<FlowActions, 'exportMatching'>
  abilities: FlowAbilities
  /** Why changes are not allowed; null = allowed. */
  lockedReason: string | null
  /** The highest cost of the list in micros, for the bars. */
  topCost: bigint
  /** On a phone, status and last run are beside the name. */
  isPhone: boolean
}

export const FlowRowsContext = createContext<FlowRows | null>(null)

export function useFlowRows(): FlowRows {
  const rows = use(FlowRowsContext)
  if (rows === null) throw new Error('Cells of the list of flows have to be inside of FlowRowsContext.')
  return rows
}
