/** Triage changes to a conversation, their undo, and their messages. Pure. */
import type { Conversation } from '#contract/conversation.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import type { Clock } from './snooze-times.ts'
import { triageFields, triageNames, type TriageName } from './triage-fields.ts'

/** New values of a conversation, shown optimistically. */
export type TriageChange = Partial<Pick<Conversation, TriageName | 'unread_count'>>

/**
 * The conversation after a change. As in the service, a conversation that is not snoozed has no snooze time, and a
 * resolved one has no waiting time.
 */
export function withTriageChange(conversation: Conversation, change: TriageChange): Conversation {
  const next = { ...conversation, ...change }
  if (change.snoozed_until) next.status = 'snoozed'
  if (next.status !== 'snoozed') next.snoozed_until = null
  if (change.status === 'resolved') next.waiting_since = null
  return next
}

/** Whether a change finishes a conversation for now, so that the next one can follow. */
export const finishesConversation = ({ status, snoozed_until: until }: TriageChange): boolean =>
  status === 'resolved' || (until !== undefined && until !== null)

/** What a change that finishes a conversation did; null for other changes. */
export const triageDoneVerb = (change: TriageChange): string | null =>
  finishesConversation(change) ? (change.status === 'resolved' ? 'resolved' : 'snoozed') : null

/** The change that undoes another one. Status and snooze time are restored together. */
export function undoOf(before: Conversation, change: TriageChange): TriageChange {
  const undo: TriageChange = {}
  const restore = <Name extends TriageName>(name: Name, value: Conversation[Name]) => {
    undo[name] = value
  }
  for (const name of triageNames) if (change[name] !== undefined) restore(name, before[name])
  if (undo.status !== undefined) undo.snoozed_until = before.snoozed_until
  if (undo.snoozed_until !== undefined) undo.status = before.status
  return undo
}

/** Request body. `version`: null or unknown = any version. */
export const triageBodyOf = ({ assignee, unread_count: unread, ...values }: TriageChange, version: number | null) => ({
  ...values,
  assignee: assignee === undefined ? undefined : (assignee?.id ?? null),
  unread_count: unread === 0 ? (0 as const) : undefined,
  version: knownVersion(version),
})

export interface ChangeText {
  name: string
  value: string
}

/** The values of a conversation that a change affects, as text for the conflict dialog. */
export const changeTexts = (conversation: Conversation, change: TriageChange, clock: Clock): ChangeText[] =>
  triageNames
    .filter((name) => change[name] !== undefined && (name !== 'snoozed_until' || change.status === undefined))
    .map((name) => ({ name: triageFields[name].label, value: triageFields[name].words(conversation, clock) }))

/** The result in one line: "#48220 resolved". */
export function triageDoneWords(name: string, change: TriageChange, clock: Clock): string {
  const done = <Name extends TriageName>(field: Name, value: TriageChange[Name]): string | undefined =>
    value === undefined ? undefined : triageFields[field].doneMessage(name, value, clock)
  const snoozed = change.snoozed_until ? done('snoozed_until', change.snoozed_until) : undefined
  const words = snoozed ?? triageNames.map((field) => done(field, change[field])).find((one) => one !== undefined)
  return words ?? `${name} changed`
}
