/** What the user last chose to see of each flow, the whole or its start, by placement; stored in this browser. */
import type { Placement } from '#canvas/model/placement.ts'
import type { ViewPart } from '#canvas/scene/viewport.ts'

export type ViewChoices = Partial<Record<Placement, ViewPart>>

const storageKey = 'flow-console.canvas-views'
/** Maximum flows with a stored choice, the most recent one last. */
const maxFlows = 200

const isChoices = (value: unknown): value is ViewChoices =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => one === 'whole' || one === 'start')

const isEntry = (value: unknown): value is [string, ViewChoices] =>
  Array.isArray(value) && typeof value[0] === 'string' && isChoices(value[1])

/** Entries of flows; a list, because the keys of an object have an order of their own. */
function storedEntries(): [string, ViewChoices][] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(read) ? read.filter(isEntry) : []
  } catch {
    return []
  }
}

/** The choices for a flow, by its storage name: connection and id. */
export const storedViewChoices = (flow: string): ViewChoices =>
  storedEntries().find(([name]) => name === flow)?.[1] ?? {}

export function storeViewChoice(flow: string, placement: Placement, part: ViewPart): void {
  const entries = storedEntries()
  const choices = { ...entries.find(([name]) => name === flow)?.[1], [placement]: part }
  const others = entries.filter(([name]) => name !== flow)
  try {
    localStorage.setItem(storageKey, JSON.stringify([...others, [flow, choices]].slice(-maxFlows)))
  } catch {
    // Storage is unavailable or full: the flow opens as if nothing was chosen.
  }
}
