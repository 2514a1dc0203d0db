/** The flows that are selected. They stay selected on other pages of the list, and while one looks at a single flow. */
import { useSyncExternalStore } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { signal } from '#lib/signal.ts'

const chosen = signal<ReadonlyMap<string, FlowSummary>>(new Map())

export const useSelectedFlows = (): ReadonlyMap<string, FlowSummary> =>
  useSyncExternalStore(chosen.subscribe, chosen.get)

/** Selects exactly these ids, out of what was selected and the rows in sight. */
export function selectFlows(ids: ReadonlySet<string>, rows: readonly FlowSummary[]): void {
  const known = new Map([...chosen.get(), ...rows.map((row) => [row.id, row] as const)])
  chosen.set(new Map([...known].filter(([id]) => ids.has(id))))
}

/** Ends the selection of some flows, or of all. */
export function deselectFlows(ids: readonly string[] | null): void {
  chosen.set(ids === null ? new Map() : new Map([...chosen.get()].filter(([id]) => !ids.includes(id))))
}

/** What was just saved holds for the selected flows as well: their tags and states. */
export function refreshFlows(rows: readonly FlowSummary[]): void {
  const before = chosen.get()
  const newer = rows.filter((row) => (before.get(row.id)?.version ?? row.version) !== row.version)
  if (newer.length > 0) chosen.set(new Map([...before, ...newer.map((row) => [row.id, row] as const)]))
}
