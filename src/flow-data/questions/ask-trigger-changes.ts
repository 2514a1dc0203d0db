/** What another version changes about how a flow starts. */
import type { Node } from '#contract/flow.ts'
import { nodeTitle } from '#canvas/model/note-text.ts'
import { scheduleText } from '#flow/node-kind.ts'
import { textOf } from '#lib/json/json.ts'
import { comparisonIn } from '#flow-data/compare/difference-cache.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface TriggerChanges {
  /** Schedules that begin, change or end; null = the version does not have it. */
  schedules: { title: string; before: string | null; after: string | null }[]
  /** Titles of the other triggers that only one of the versions has, or that use another channel or address. */
  lost: string[]
  gained: string[]
}

const triggersIn = (nodes: readonly Node[]): readonly Node[] =>
  nodes.filter(({ type, disabled, config }) => type === 'trigger' && !disabled && textOf(config['kind']) !== 'manual')

const isSchedule = ({ config }: Node): boolean => textOf(config['kind']) === 'schedule'

/** Schedule triggers by id. */
const schedulesIn = (nodes: readonly Node[]): Map<string, { title: string; text: string }> =>
  new Map(
    nodes
      .filter(isSchedule)
      .map((node) => [node.id, { title: nodeTitle(node), text: scheduleText(node.config['schedule']) }] as const),
  )

/** What the other triggers listen to, with their titles. */
const sourcesIn = (nodes: readonly Node[]): Map<string, string> =>
  new Map(
    nodes
      .filter((node) => !isSchedule(node))
      .map((node) => {
        const { kind, channel, path } = node.config
        return [JSON.stringify([textOf(kind), textOf(channel), textOf(path)]), nodeTitle(node)] as const
      }),
  )

/** Of a union of two compared flows. */
export function triggerChangesIn(union: MemoizedFlow, _input: object): TriggerChanges {
  const { before, after } = comparisonIn(union)
  const [earlier, later] = [triggersIn(before.nodes), triggersIn(after.nodes)]
  const [oldSchedules, newSchedules] = [schedulesIn(earlier), schedulesIn(later)]
  const [oldSources, newSources] = [sourcesIn(earlier), sourcesIn(later)]
  const schedules = [...new Set([...oldSchedules.keys(), ...newSchedules.keys()])].flatMap((id) => {
    const [old, now] = [oldSchedules.get(id), newSchedules.get(id)]
    if (old?.text === now?.text) return []
    return [{ title: now?.title ?? old?.title ?? id, before: old?.text ?? null, after: now?.text ?? null }]
  })
  const only = (these: Map<string, string>, others: Map<string, string>) =>
    [...these].flatMap(([source, title]) => (others.has(source) ? [] : [title]))
  return { schedules, lost: only(oldSources, newSources), gained: only(newSources, oldSources) }
}
