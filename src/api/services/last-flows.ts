/**
 * The last flows that a service returned, for the time while it does not respond: in this tab, under the address of the
 * service. Without the texts that no list shows.
 */
import type { FlowSummary } from '#contract/flow.ts'
import { absoluteBase } from '#api/connection/credentials.ts'
import type { Connection } from '#api/connection/connection.ts'
import type { ServiceFlows } from './service-flows.ts'

/** Maximum flows that are stored of a service: about 150 kB of the five megabytes of a tab. */
const maxStored = 300

const keyOf = ({ id, base }: Connection): string => `flow-console.last-flows ${id} ${absoluteBase(base ?? '/')}`

const withoutTexts = (row: FlowSummary): FlowSummary => ({ ...row, description: '', tools: [], channels: [] })

/** Stores the flows; if the browser refuses, none are shown after the next page load. */
export function storeLastFlows(service: Connection, flows: ServiceFlows): void {
  try {
    const rows = flows.rows.slice(0, maxStored).map(withoutTexts)
    const isComplete = flows.isComplete && rows.length === flows.rows.length
    sessionStorage.setItem(keyOf(service), JSON.stringify({ ...flows, rows, isComplete }))
  } catch {
    removeLastFlows(service)
  }
}

/** Removes them: the user is signed out, and another one may sign in. */
export function removeLastFlows(service: Connection): void {
  try {
    sessionStorage.removeItem(keyOf(service))
  } catch {
    // Without storage there is nothing to remove.
  }
}

const isStored = (value: unknown): value is ServiceFlows =>
  typeof value === 'object' &&
  value !== null &&
  'rows' in value &&
  Array.isArray(value.rows) &&
  'at' in value &&
  typeof value.at === 'number'

/** Undefined if none are stored. */
export function lastFlows(service: Connection): ServiceFlows | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(service)) ?? 'null')
    return isStored(stored) ? stored : undefined
  } catch {
    return undefined
  }
}
