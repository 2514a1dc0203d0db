/** What an update does to the starts of a flow: schedules, webhooks and channels that start it. Pure; linear. */
import type { Node } from '#contract/flow.ts'
import { scheduleText } from '#flow/node-kind.ts'
import { textOf } from '#lib/json/json.ts'

export type StartKind = 'schedule' | 'webhook' | 'message'

export interface StartChange {
  kind: StartKind
  change: 'added' | 'removed' | 'changed'
  /** Name of the trigger. */
  name: string
  /** The schedule, or the key of the channel; "" = any channel. Null where the version does not have it. */
  before: string | null
  after: string | null
}

interface Start {
  kind: StartKind
  name: string
  value: string
}

/** Null if nothing but a person starts the flow there. */
function startOf(node: Node | null): Start | null {
  if (node === null || node.type !== 'trigger' || node.disabled) return null
  const { kind, schedule, channel } = node.config
  const name = node.name || node.id
  if (kind === 'schedule') return { kind, name, value: scheduleText(schedule) }
  return kind === 'webhook' || kind === 'message' ? { kind, name, value: textOf(channel) } : null
}

/** `pairs`: nodes of both versions that are the same one; null where one version does not have it. */
export function startChanges(pairs: readonly { before: Node | null; after: Node | null }[]): StartChange[] {
  return pairs.flatMap((pair): StartChange[] => {
    const [old, now] = [startOf(pair.before), startOf(pair.after)]
    if (old !== null && now !== null && old.kind === now.kind)
      return old.value === now.value
        ? []
        : [{ kind: now.kind, change: 'changed', name: now.name, before: old.value, after: now.value }]
    const gone: StartChange[] =
      old === null ? [] : [{ kind: old.kind, change: 'removed', name: old.name, before: old.value, after: null }]
    const added: StartChange[] =
      now === null ? [] : [{ kind: now.kind, change: 'added', name: now.name, before: null, after: now.value }]
    return [...gone, ...added]
  })
}
