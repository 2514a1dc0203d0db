/** What a change of conversations writes to the audit log. Pure. */
import type { FieldChange } from '#contract/activity.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { BulkTriageChange } from '#server/store/conversations/conversation-bulk.ts'

/** Values that are logged; of other fields, only the name is, since they may contain personal data. */
const loggedValues: Readonly<Record<string, (of: Pick<Conversation, LoggedField>) => string | null>> = {
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  assignee: ({ assignee }) => assignee?.name ?? null,
  team: ({ team }) => team,
  handled_by: ({ handled_by: handledBy }) => handledBy,
}
type LoggedField = 'status' | 'priority' | 'assignee' | 'team' | 'handled_by'

/** Reading messages is no change. */
const unloggedFields = new Set(['unread_count'])

/**
 * The requested fields that changed, and a status that changed with them. Empty if nothing did that belongs in the log.
 */
export function loggedChanges(requested: readonly string[], before: Conversation, after: Conversation): FieldChange[] {
  const values = (of: Conversation) => new Map<string, unknown>(Object.entries(of))
  const [was, is] = [values(before), values(after)]
  const fields = new Set(['status', ...requested].filter((field) => !unloggedFields.has(field)))
  return [...fields]
    .filter((field) => JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)))
    .map((field) => ({
      field,
      before: loggedValues[field]?.(before) ?? null,
      after: loggedValues[field]?.(after) ?? null,
    }))
}

/** The fields that a bulk change sets, whose previous values differ. */
export function loggedBulkChanges({ addLabels, removeLabels, ...change }: BulkTriageChange): FieldChange[] {
  const labels = addLabels !== undefined || removeLabels !== undefined ? ['labels'] : []
  const { status, priority, assignee, team } = change
  const after: Readonly<Record<string, string | null | undefined>> = {
    status,
    priority,
    assignee: assignee?.name,
    team,
  }
  return [
    ...Object.entries(change)
      .filter(([field, value]) => value !== undefined && !unloggedFields.has(field))
      .map(([field]) => field),
    ...labels,
  ].map((field) => ({ field, before: null, after: after[field] ?? null }))
}
