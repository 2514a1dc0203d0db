/** What an update does to the starts of a flow: schedules, webhooks and channels that start it. Pure. */
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

const ended = ({ kind, name, value }: Start): StartChange => ({
  kind,
  change: 'removed',
  name,
  before: value,
  after: null,
})
const begun = ({ kind, name, value }: Start): StartChange => ({
  kind,
  change: 'added',
  name,
  before: null,
  after: value,
})

function changesOf(old: Start | null, now: Start | null): StartChange[] {
  if (old === null || now === null || old.kind !== now.kind)
    return [...(old === null ? [] : [ended(old)]), ...(now === null ? [] : [begun(now)])]
  if (old.value === now.value) return []
  return [{ kind: now.kind, change: 'changed', name: now.name, before: old.value, after: now.value }]
}

/** A start that ends at one trigger and begins at another changes nothing. */
function withoutReplaced(changes: readonly StartChange[]): StartChange[] {
  const rest = [...changes]
  for (const { change, kind, before } of changes) {
    if (change !== 'removed') continue
    const begins = rest.findIndex((one) => one.change === 'added' && one.kind === kind && one.after === before)
    if (begins === -1) continue
    rest.splice(begins, 1)
    rest.splice(
      rest.findIndex((one) => one.change === 'removed' && one.kind === kind && one.before === before),
      1,
    )
  }
  return rest
}

/** `pairs`: nodes of both versions that are the same one; null where one version does not have it. */
export const startChanges = (pairs: readonly { before: Node | null; after: Node | null }[]): StartChange[] =>
  withoutReplaced(pairs.flatMap(({ before, after }) => changesOf(startOf(before), startOf(after))))
