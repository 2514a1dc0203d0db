/** Consecutive activities of the same kind as one entry: "resolved 5 conversations". Pure. */
import type { Activity, FieldChange } from '#contract/activity.ts'
import { count } from '#lib/count.ts'
import { choiceWord, conversationStatusWord } from '#parts/display/status.tsx'
import { activityWords } from './activity-words.ts'

export interface ActivityBatch {
  /** The newest of them. */
  latest: Activity
  /** Number of activities. */
  times: number
  /** The distinct objects, newest first. */
  objects: readonly NonNullable<Activity['object']>[]
}

/** The previous values of a change may differ within a batch. */
const kindOf = ({ actor, action, object, address, changes = [] }: Activity): string =>
  JSON.stringify([actor?.id, action, object?.noun, address, changes.map(({ field, after }) => [field, after])])

/** Batches of consecutive activities by the same actor that did the same. */
export function activityBatches(activities: readonly Activity[]): ActivityBatch[] {
  const batches: ActivityBatch[] = []
  for (const activity of activities) {
    const { object } = activity
    const last = batches.at(-1)
    if (last === undefined || kindOf(last.latest) !== kindOf(activity)) {
      batches.push({ latest: activity, times: 1, objects: object === null ? [] : [object] })
      continue
    }
    const isKnown = object === null || last.objects.some(({ id }) => id === object.id)
    batches[batches.length - 1] = {
      latest: last.latest,
      times: last.times + 1,
      objects: isKnown ? last.objects : [...last.objects, object],
    }
  }
  return batches
}

const statusVerbs: Readonly<Record<string, string>> = { resolved: 'resolved', snoozed: 'snoozed', open: 'reopened' }

const fieldLabels: Readonly<Record<string, string>> = {
  assignee: 'assignee',
  custom_fields: 'fields',
  handled_by: 'handling',
  snoozed_until: 'snooze time',
}

function valueWord(field: string, value: string | null): string {
  if (value === null) return 'none'
  if (field === 'status') return conversationStatusWord(value)
  return field === 'priority' ? choiceWord('priority', value) : value
}

/** "priority None → High"; only the new value if the previous one is unknown, as for many conversations. */
function fieldWords({ field, before, after }: FieldChange, isOne: boolean): string {
  const label = fieldLabels[field] ?? field.replaceAll('_', ' ')
  if (before === null && after === null) return label
  return isOne
    ? `${label} ${valueWord(field, before)} → ${valueWord(field, after)}`
    : `${label} ${valueWord(field, after)}`
}

const conversationActions = new Set(['conversation.edit', 'conversation.bulk'])

/** What happened to a conversation: the verb, and what follows the conversation: "assigned", "to Ana". */
function changeWords(changes: readonly FieldChange[], isOne: boolean): { verb: string; end: string } {
  const rest = changes.some(({ field }) => field === 'status')
    ? changes.filter(({ field }) => field !== 'snoozed_until')
    : changes
  const [first] = rest
  if (rest.length === 1 && first !== undefined) {
    const statusVerb = first.field === 'status' ? statusVerbs[first.after ?? ''] : undefined
    if (statusVerb !== undefined) return { verb: statusVerb, end: '' }
    if (first.field === 'assignee')
      return first.after === null ? { verb: 'unassigned', end: '' } : { verb: 'assigned', end: `to ${first.after}` }
    if (first.before === null && first.after === null)
      return { verb: `changed the ${fieldWords(first, isOne)} of`, end: '' }
  }
  return { verb: 'changed', end: `(${rest.map((change) => fieldWords(change, isOne)).join(', ')})` }
}

/** The text before and after the names of the objects: "resolved 5 conversations:", "". */
export function batchWords({ latest, times, objects }: ActivityBatch): { start: string; end: string } {
  const { action, object, changes = [] } = latest
  const many = objects.length
  if (conversationActions.has(action) && changes.length > 0) {
    const isBulk = action === 'conversation.bulk'
    const { verb, end } = changeWords(changes, !isBulk && many === 1)
    // The object of a bulk change is called "5 conversations".
    const noun = isBulk ? '' : many > 1 ? `${count(many, 'conversation')}:` : 'the conversation'
    return { start: [verb, noun].filter(Boolean).join(' '), end }
  }
  const words = activityWords(action)
  const noun = object?.noun ?? ''
  if (many > 1 && words.endsWith(`the ${noun}`))
    return { start: `${words.slice(0, -`the ${noun}`.length)}${count(many, noun)}:`, end: '' }
  return { start: words, end: times > 1 && many < 2 ? `${times} times` : '' }
}
