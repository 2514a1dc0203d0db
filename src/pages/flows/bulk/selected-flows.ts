/** Selected flows. The selection is kept on other pages of the list, and while a flow's page is open. */
import { useSyncExternalStore } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { signal } from '#lib/signal.ts'

const selection = signal<ReadonlyMap<string, FlowSummary>>(new Map())

export const useSelectedFlows = (): ReadonlyMap<string, FlowSummary> =>
  useSyncExternalStore(selection.subscribe, selection.get)

/** Selects exactly these ids, among the selected flows and the visible rows. */
export function selectFlows(ids: ReadonlySet<string>, rows: readonly FlowSummary[]): void {
  const known = new Map([...selection.get(), ...rows.map((row) => [row.id, row] as const)])
  selection.set(new Map([...known].filter(([id]) => ids.has(id))))
}

/** Deselects some flows, or all. */
export function deselectFlows(ids: readonly string[] | null): void {
  selection.set(ids === null ? new Map() : new Map([...selection.get()].filter(([id]) => !ids.includes(id))))
}

/** Updates selected flows with saved data: their tags and statuses. */
export function refreshFlows(rows: readonly FlowSummary[]): void {
  const before = selection.get()
  const newer = rows.filter((row) => (before.get(row.id)?.version ?? row.version) !== row.version)
  if (newer.length > 0) selection.set(new Map([...before, ...newer.map((row) => [row.id, row] as const)]))
}
