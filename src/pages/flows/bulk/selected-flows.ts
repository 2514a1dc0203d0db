/** Selected flows. The selection is kept on other pages of the list, and while a flow's page is open. */
import { useSyncExternalStore } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { signal } from '#lib/signal.ts'

const chosen = signal<ReadonlyMap<string, FlowSummary>>(new Map())

export const useSelectedFlows = (): ReadonlyMap<string, FlowSummary> =>
  useSyncExternalStore(chosen.subscribe, chosen.get)

/** Selects exactly these ids, among the selected flows and the visible rows. */
export function selectFlows(ids: ReadonlySet<string>, rows: readonly FlowSummary[]): void {
  const known = new Map([...chosen.get(), ...rows.map((row) => [row.id, row] as const)])
  chosen.set(new Map([...known].filter(([id]) => ids.has(id))))
}

/** Deselects some flows, or all. */
export function deselectFlows(ids: readonly string[] | null): void {
  chosen.set(ids === null ? new Map() : new Map([...chosen.get()].filter(([id]) => !ids.includes(id))))
}

/** Updates selected flows with saved data: their tags and statuses. */
export function refreshFlows(rows: readonly FlowSummary[]): void {
  const before = chosen.get()
  const newer = rows.filter((row) => (before.get(row.id)?.version ?? row.version) !== row.version)
  if (newer.length > 0) chosen.set(new Map([...before, ...newer.map((row) => [row.id, row] as const)]))
}
