/** Changes of triage, and their texts. Pure. */
import type { Conversation } from '#contract/conversation.ts'
import { formatClock, formatDay } from '#lib/time/format-time.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { conversationStatusWord, priorityWord } from '#parts/display/status.tsx'

/** New values of a conversation, shown optimistically. */
export type TriageChange = Partial<
  Pick<Conversation, 'status' | 'priority' | 'assignee' | 'labels' | 'snoozed_until' | 'unread_count'>
>

/**
 * The conversation after a change. As in the service, a conversation that is not snoozed has no snooze time, and a
 * resolved one does not wait.
 */
export function withTriageChange(conversation: Conversation, change: TriageChange): Conversation {
  const next = { ...conversation, ...change }
  if (change.snoozed_until) next.status = 'snoozed'
  if (next.status !== 'snoozed') next.snoozed_until = null
  if (change.status === 'resolved') next.waiting_since = null
  return next
}

/** The change that undoes another one. */
export function undoOf(before: Conversation, change: TriageChange): TriageChange {
  const { status, priority, assignee, labels, snoozed_until: until } = before
  return {
    ...(change.status === undefined && change.snoozed_until === undefined ? {} : { status, snoozed_until: until }),
    ...(change.priority === undefined ? {} : { priority }),
    ...(change.assignee === undefined ? {} : { assignee }),
    ...(change.labels === undefined ? {} : { labels }),
  }
}

/** The body of the request. `version` null, or not known = any version. */
export const triageBodyOf = (change: TriageChange, version: number | null) => ({
  status: change.status,
  priority: change.priority,
  assignee: change.assignee === undefined ? undefined : (change.assignee?.id ?? null),
  labels: change.labels,
  snoozed_until: change.snoozed_until,
  unread_count: change.unread_count === 0 ? (0 as const) : undefined,
  version: knownVersion(version),
})

export interface SaidChange {
  name: string
  value: string
}

interface Clock {
  now: number
  zone: string
}

/** "15:00" today, else "23 Nov, 09:00". */
export function untilWords(at: string, { now, zone }: Clock): string {
  const day = formatDay(at, { now, zone })
  const time = formatClock(Date.parse(at), zone)
  return day === formatDay(new Date(now).toISOString(), { now, zone }) ? time : `${day}, ${time}`
}

/** The values of a conversation that a change affects, in words: for the conflict dialog. */
export function valuesOf(conversation: Conversation, change: TriageChange, clock: Clock): SaidChange[] {
  const { status, priority, assignee, labels, snoozed_until: until } = conversation
  const said: SaidChange[] = []
  if (change.status !== undefined || change.snoozed_until !== undefined) {
    const time = until === null ? '' : ` until ${untilWords(until, clock)}`
    said.push({ name: 'Status', value: `${conversationStatusWord(status)}${time}` })
  }
  if (change.priority !== undefined) said.push({ name: 'Priority', value: priorityWord(priority) })
  if (change.assignee !== undefined) said.push({ name: 'Assignee', value: assignee?.name ?? 'Nobody' })
  if (change.labels !== undefined) said.push({ name: 'Labels', value: labels.join(', ') || 'None' })
  return said
}

/** The result in one line: "#48220 resolved". */
export function triageDoneWords(name: string, change: TriageChange, clock: Clock): string {
  if (change.snoozed_until) return `${name} snoozed until ${untilWords(change.snoozed_until, clock)}`
  if (change.status === 'resolved') return `${name} resolved`
  if (change.status !== undefined) return `${name} is ${conversationStatusWord(change.status).toLowerCase()}`
  if (change.priority !== undefined) return `Priority of ${name}: ${priorityWord(change.priority).toLowerCase()}`
  if (change.assignee !== undefined) return `${name} assigned to ${change.assignee?.name ?? 'nobody'}`
  return `Labels of ${name} changed`
}
