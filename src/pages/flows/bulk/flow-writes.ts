/** Pending writes of a flow in its row. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { count } from '#lib/count.ts'
import type { Work, WorkItem, WorkKind } from './flow-work.ts'

/** "“Night desk”" for one flow, else "12 flows". */
export function objectOf(flows: readonly FlowSummary[]): string {
  const [first] = flows
  return flows.length === 1 && first !== undefined ? `“${first.name}”` : count(flows.length, 'flow')
}

export interface FlowWrite {
  work: Work
  item: WorkItem
}

/** The newest pending or failed write of each flow. */
export function flowWritesOf(works: readonly Work[]): ReadonlyMap<string, FlowWrite> {
  const writesByFlow = new Map<string, FlowWrite>()
  for (const work of works)
    for (const item of work.items) {
      const isShown = item.state.name === 'waiting' || item.state.name === 'sending' || item.state.name === 'failed'
      if (isShown && !writesByFlow.has(item.flow.id)) writesByFlow.set(item.flow.id, { work, item })
    }
  return writesByFlow
}

/** A flow with its optimistic fields, unless the write failed. */
export const flowWithWrites = (flow: FlowSummary, write: FlowWrite | undefined): FlowSummary =>
  write === undefined || write.item.state.name === 'failed' ? flow : { ...flow, ...write.item.optimisticFields }

const words: Record<WorkKind, { doing: string; done: string; failed: string }> = {
  activate: { doing: 'Activating', done: 'Active', failed: 'Not activated' },
  pause: { doing: 'Pausing', done: 'Paused', failed: 'Not paused' },
  archive: { doing: 'Archiving', done: 'Archived', failed: 'Not archived' },
  tag: { doing: 'Saving tags', done: 'Tags saved', failed: 'Tags not saved' },
  duplicate: { doing: 'Duplicating', done: 'Duplicated', failed: 'Not duplicated' },
  export: { doing: 'Reading', done: 'Read', failed: 'Not exported' },
  delete: { doing: 'Deleting', done: 'Deleted', failed: 'Not deleted' },
}

/** The result of one flow, in words. */
export function itemWords(kind: WorkKind, { name }: WorkItem['state']): string {
  if (name === 'waiting') return kind === 'delete' ? 'Will be deleted' : 'Queued'
  if (name === 'stopped') return `${words[kind].failed}: stopped`
  if (name === 'kept') return 'Kept'
  return { sending: words[kind].doing, done: words[kind].done, failed: words[kind].failed }[name]
}

/** Progress in one line: "38 of 40 done, 2 failed". */
export function workWords({ items }: Work): string {
  const many = (state: WorkItem['state']['name']) => items.filter((item) => item.state.name === state).length
  const parts = [
    `${many('done').toLocaleString()} of ${items.length.toLocaleString()} done`,
    ...(many('kept') > 0 ? [`${many('kept').toLocaleString()} kept`] : []),
    ...(many('failed') > 0 ? [`${many('failed').toLocaleString()} failed`] : []),
    ...(many('stopped') > 0 ? [`${many('stopped').toLocaleString()} stopped`] : []),
  ]
  return parts.join(', ')
}
