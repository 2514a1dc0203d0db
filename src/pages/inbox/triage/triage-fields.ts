/** Triage fields of a conversation, with labels, icons, shortcuts and messages. */
import { AlarmClock, ChevronsUp, CircleDot, Tag, UserPlus, type LucideIcon } from 'lucide-react'
import {
  conversationChoices,
  type Conversation,
  type ConversationChoice,
  type TriageFields,
} from '#contract/conversation.ts'
import { choiceWord, conversationStatusWord } from '#parts/display/status.tsx'
import { untilWords, type Clock } from './snooze-times.ts'

/** Fields with an entry here. The excluded ones are not offered in the inbox, or are changed in another part of it. */
export type TriageName = Exclude<keyof TriageFields, 'team' | 'handled_by' | 'unread_count' | 'custom_fields'>

interface TriageField<Name extends TriageName> {
  /** Label of the value: "Assignee". */
  label: string
  /** Label of the change, in menus: "Assign to". */
  action: string
  Icon: LucideIcon
  /** Shortcut that opens the list. */
  key?: string
  /** Display text of the value. */
  words: (conversation: Conversation, clock: Clock) => string
  /** Message about a completed change; `name` is the conversation's name. */
  doneMessage: (name: string, value: Conversation[Name], clock: Clock) => string
}

/** Entry for a field whose values are listed in the contract. */
const choiceField = <Name extends ConversationChoice>(
  field: Name,
  { label, ...more }: Pick<TriageField<Name>, 'label' | 'Icon' | 'key'>,
): TriageField<Name> => ({
  ...more,
  label,
  action: label,
  words: (conversation) => choiceWord(field, conversation[field]),
  doneMessage: (name, value) => `${label} of ${name}: ${choiceWord(field, value).toLowerCase()}`,
})

function statusWords({ status, snoozed_until: until }: Conversation, clock: Clock): string {
  const time = until === null ? '' : ` until ${untilWords(until, clock)}`
  return `${conversationStatusWord(status)}${time}`
}

export const triageFields: { readonly [Name in TriageName]: TriageField<Name> } = {
  status: {
    label: 'Status',
    action: 'Status',
    Icon: CircleDot,
    words: statusWords,
    doneMessage: (name, status) =>
      status === 'resolved' ? `${name} resolved` : `${name} is ${conversationStatusWord(status).toLowerCase()}`,
  },
  assignee: {
    label: 'Assignee',
    action: 'Assign to',
    Icon: UserPlus,
    key: 'a',
    words: ({ assignee }) => assignee?.name ?? 'Unassigned',
    doneMessage: (name, assignee) => `${name} assigned to ${assignee?.name ?? 'no one'}`,
  },
  labels: {
    label: 'Labels',
    action: 'Labels',
    Icon: Tag,
    key: 'l',
    words: ({ labels }) => labels.join(', ') || 'None',
    doneMessage: (name) => `Labels of ${name} changed`,
  },
  priority: choiceField('priority', { label: 'Priority', Icon: ChevronsUp, key: 'p' }),
  snoozed_until: {
    label: 'Status',
    action: 'Snooze',
    Icon: AlarmClock,
    key: 's',
    words: statusWords,
    doneMessage: (name, until, clock) =>
      until === null ? `${name} is not snoozed` : `${name} snoozed until ${untilWords(until, clock)}`,
  },
}

const isTriageName = (name: string): name is TriageName => Object.hasOwn(triageFields, name)

export const triageNames: readonly TriageName[] = Object.keys(triageFields).filter(isTriageName)

const choices: { readonly [Field in ConversationChoice]: readonly Conversation[Field][] } = conversationChoices

/** The change that sets a field to a value of its list; null if the value is not in the list. */
export function choiceChange<Field extends ConversationChoice>(
  field: Field,
  value: string,
): { [Name in Field]?: Conversation[Name] } | null {
  const chosen = choices[field].find((one) => one === value)
  if (chosen === undefined) return null
  const change: { [Name in Field]?: Conversation[Name] } = {}
  change[field] = chosen
  return change
}

/** Options of a field, most urgent first. */
export const choiceOptions = (field: ConversationChoice) =>
  conversationChoices[field].toReversed().map((value) => ({ value, label: choiceWord(field, value) }))
